import { describe, expect, it } from 'vitest'
import { deletedElsewhere, nilReturnWithdrawn, problem } from '../../src/domain/problem.ts'
import { statuses } from '../../src/domain/status.ts'
import {
  type Named,
  type SubmissionPageEvent,
  selectUploadShown,
  submissionPageMachine,
  workAt,
  works,
} from '../../src/machines/submission-page/index.ts'
import { submissionPageSpec } from '../../src/model/charts/submissionPage.ts'
import { live } from '../../src/model/live.ts'
import { statusIdsAtWork } from '../../src/model/nets/submissionPage.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const found = { mode: 'live', collectionId: 'c1', reference: '23056', instId: '0001' } as const
const address: Named = { mode: 'live', collectionId: 'c1', reference: '23056', instId: '0001' }
const place = { page: 'upload', isAllowed: true } as const
const open = (named: Partial<Named> = {}) => {
  const page = live(submissionPageMachine, { named: { ...address, ...named }, place }).actor
  // The submission tells its status before the page hears that it was found.
  page.send({ type: 'STATUS_CHANGED', status: 'NIL_RETURN' })
  return page
}

describe('a page of a submission', () => {
  isWalkedWhole(submissionPageSpec)

  it.each<[string, Partial<Named>]>([
    ['live as online validation', { mode: 'ovt' }],
    ['another collection', { collectionId: 'c2' }],
    ['another reference', { reference: '22056' }],
    ["another institution's number", { instId: '0002' }],
  ])('is not found at an address that is not the submission’s own: %s (decisions §12)', (_, named) => {
    const page = open(named)
    page.send({ type: 'FOUND', found })
    expect(page.getSnapshot().hasTag('missing')).toBe(true)
  })

  it('is there at its own address, also where the address says less', () => {
    for (const named of [{}, { reference: undefined, instId: undefined }]) {
      const page = open(named)
      page.send({ type: 'FOUND', found })
      expect(page.getSnapshot().matches({ loaded: 'there' })).toBe(true)
    }
  })

  it.each([
    [{ type: 'FOUND', found }, 'there'],
    [{ type: 'NOT_BEGUN', found, isOffered: true }, 'notBegun'],
  ] as const)('is judged anew where only the address around it is another: %o', (came, loaded) => {
    const page = open({ collectionId: 'c2' })
    page.send(came)
    page.send({ type: 'PLACE_CHANGED', named: address, place })
    expect(page.getSnapshot().matches({ loaded })).toBe(true)
    page.send({ type: 'PLACE_CHANGED', named: { ...address, mode: 'ovt' }, place })
    expect(page.getSnapshot().hasTag('missing')).toBe(true)
  })

  it('tells what is not there from what could not be asked for, and asks again', () => {
    const page = open()
    page.send({ type: 'FAILED', problem: problem('network', 'No answer.') })
    expect(page.getSnapshot().matches({ loaded: 'failed' })).toBe(true)
    page.send({ type: 'ASKED_AGAIN' })
    page.send({ type: 'FAILED', problem: problem('not-found', 'No such submission.') })
    expect(page.getSnapshot().hasTag('missing')).toBe(true)
  })

  it('tells what is found not to be there when it is asked for again by itself', () => {
    const page = open()
    page.send({ type: 'FAILED', problem: problem('unavailable', 'Not now.') })
    page.send({ type: 'FAILED', problem: problem('not-found', 'No such submission.') })
    expect(page.getSnapshot().hasTag('missing')).toBe(true)
  })

  it('keeps in sight what is there when a later question fails', () => {
    const page = open()
    page.send({ type: 'NOT_BEGUN', found, isOffered: true })
    page.send({ type: 'FAILED', problem: problem('network', 'No answer.') })
    expect(page.getSnapshot().matches({ loaded: 'notBegun' })).toBe(true)
  })

  it.each([
    ['a submission', { type: 'FOUND', found }],
    ['a new submission', { type: 'NOT_BEGUN', found, isOffered: true }],
  ] as const)(
    'of %s says that it was deleted elsewhere, until it is found again (decisions §15)',
    (_, came) => {
      const page = open()
      page.send(came)
      page.send({ type: 'FAILED', problem: deletedElsewhere })
      expect(page.getSnapshot().hasTag('missing')).toBe(true)
      expect(page.getSnapshot().context.problem).toEqual(deletedElsewhere)
      page.send(came)
      expect(page.getSnapshot().hasTag('missing')).toBe(false)
      expect(page.getSnapshot().context.problem).toBeUndefined()
    },
  )

  it.each<[string, readonly SubmissionPageEvent[]]>([
    [
      'while its page is open',
      [
        { type: 'FOUND', found },
        { type: 'STATUS_CHANGED', status: 'UNKNOWN' },
      ],
    ],
    [
      'before its page is opened',
      [
        { type: 'STATUS_CHANGED', status: 'UNKNOWN' },
        { type: 'FOUND', found },
      ],
    ],
  ])('of a nil return that is withdrawn %s says that there is no submission (decisions §12)', (_, events) => {
    const page = open()
    for (const event of events) page.send(event)
    expect(page.getSnapshot().hasTag('missing')).toBe(true)
    expect(page.getSnapshot().context.problem).toEqual(nilReturnWithdrawn)
  })

  it('is at work as the status says (specification 2 §4.1, §4.2)', () => {
    const idsAt = (work: (typeof works)[number]) =>
      statuses.filter(({ name }) => workAt(name) === work).map(({ id }) => id)
    expect(Object.fromEntries(works.map(work => [work, idsAt(work)]))).toEqual(statusIdsAtWork)
  })

  it('shows of an upload what has become of it, and what this page is sending (specification 2 §2.7)', () => {
    const shown = (isAtWork: boolean) =>
      Map.groupBy(statuses, ({ name }) => {
        const page = open()
        page.send({ type: 'STATUS_CHANGED', status: name })
        return selectUploadShown(page.getSnapshot(), isAtWork)
      })
    const idsOf = (found: ReturnType<typeof shown>) =>
      Object.fromEntries([...found].map(([what, at]) => [what, at.map(({ id }) => id)]))
    const { uploaded, ...others } = idsOf(shown(false))
    expect(others).toEqual({ sending: [0], elsewhere: [1], failed: [3] })
    expect(uploaded).toHaveLength(38)
    // What this page sends stays in sight until the server has the file.
    expect(idsOf(shown(true))).toEqual({ sending: [0, 1, 3], uploaded })
  })
})
