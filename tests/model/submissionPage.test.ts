import { describe, expect, it } from 'vitest'
import { deletedElsewhere, nilReturnWithdrawn, type Problem, problem } from '../../src/domain/problem.ts'
import { type StatusName, statuses } from '../../src/domain/status.ts'
import {
  type Named,
  type SubmissionAnswer,
  selectUploadShown,
  submissionPageMachine,
  workAt,
  works,
} from '../../src/machines/submission-page/index.ts'
import { sampleSubmission } from '../../src/model/charts/submission.ts'
import { begunAs, noneAs, submissionPageSpec } from '../../src/model/charts/submissionPage.ts'
import { live } from '../../src/model/live.ts'
import { mutantsOf } from '../../src/model/mutants.ts'
import { isNoticed } from '../../src/model/nets/net.ts'
import { statusIdsAtWork, submissionPageNet } from '../../src/model/nets/submissionPage.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const found = { mode: 'live', collectionId: 'c1', reference: '23056', instId: '0001' } as const
const address: Named = { mode: 'live', collectionId: 'c1', reference: '23056', instId: '0001' }
const place = { page: 'upload', isAllowed: true } as const
const open = (named: Partial<Named> = {}) =>
  live(submissionPageMachine, { submissionId: 'a', instId: '0001', named: { ...address, ...named }, place })
    .actor
const told = (data: SubmissionAnswer) => ({ type: 'RESOURCE_UPDATED', data }) as const
const failed = (why: Problem) => ({ type: 'RESOURCE_FAILED', problem: why }) as const
const heard = (status: StatusName) =>
  ({
    type: 'SUBMISSION_UPDATED',
    submission: { ...sampleSubmission, status },
    facts: undefined,
    stored: undefined,
  }) as const
const moved = (named: Named) =>
  ({ type: 'ADDRESS_CHANGED', address: { submissionId: 'a', instId: '0001', named, place } }) as const

describe('a page of a submission', () => {
  isWalkedWhole(submissionPageSpec)

  it.each<[string, Partial<Named>]>([
    ['live as online validation', { mode: 'ovt' }],
    ['another collection', { collectionId: 'c2' }],
    ['another reference', { reference: '22056' }],
    ["another institution's number", { instId: '0002' }],
  ])('is not found at an address that is not the submission’s own: %s (decisions §12)', (_, named) => {
    const page = open(named)
    page.send(told(begunAs(found)))
    expect(page.getSnapshot().hasTag('missing')).toBe(true)
  })

  it('is there at its own address, also where the address says less', () => {
    for (const named of [{}, { reference: undefined, instId: undefined }]) {
      const page = open(named)
      page.send(told(begunAs(found)))
      expect(page.getSnapshot().matches({ loaded: 'there' })).toBe(true)
    }
  })

  it.each([
    [told(begunAs(found)), 'there'],
    [told(noneAs(found)), 'notBegun'],
  ] as const)('is judged anew where only the address around it is another: %o', (came, loaded) => {
    const page = open({ collectionId: 'c2' })
    page.send(came)
    page.send(moved(address))
    expect(page.getSnapshot().matches({ loaded })).toBe(true)
    page.send(moved({ ...address, mode: 'ovt' }))
    expect(page.getSnapshot().hasTag('missing')).toBe(true)
  })

  it('tells what is not there from what could not be asked for, and asks again', () => {
    const page = open()
    page.send(failed(problem('network', 'No answer.')))
    expect(page.getSnapshot().matches({ loaded: 'failed' })).toBe(true)
    page.send({ type: 'ASKED_AGAIN' })
    page.send(failed(problem('not-found', 'No such submission.')))
    expect(page.getSnapshot().hasTag('missing')).toBe(true)
  })

  it('tells what is found not to be there when it is asked for again by itself', () => {
    const page = open()
    page.send(failed(problem('unavailable', 'Not now.')))
    page.send(failed(problem('not-found', 'No such submission.')))
    expect(page.getSnapshot().hasTag('missing')).toBe(true)
  })

  it('keeps in sight what is there when a later question fails', () => {
    const page = open()
    page.send(told(noneAs(found)))
    page.send(failed(problem('network', 'No answer.')))
    expect(page.getSnapshot().matches({ loaded: 'notBegun' })).toBe(true)
  })

  it.each([
    ['a submission', told(begunAs(found))],
    ['a new submission', told(noneAs(found))],
  ] as const)(
    'of %s says that it was deleted elsewhere, until it is found again (decisions §15)',
    (_, came) => {
      const page = open()
      page.send(came)
      page.send(failed(deletedElsewhere))
      expect(page.getSnapshot().hasTag('missing')).toBe(true)
      expect(page.getSnapshot().context.problem).toEqual(deletedElsewhere)
      page.send(came)
      expect(page.getSnapshot().hasTag('missing')).toBe(false)
      expect(page.getSnapshot().context.problem).toBeUndefined()
    },
  )

  it.each<[string, readonly StatusName[]]>([
    ['while its page is open', ['NIL_RETURN', 'UNKNOWN']],
    ['before its page is opened', ['UNKNOWN']],
  ])(
    'of a nil return that is withdrawn %s says that there is no submission, until it is found again (decisions §12)',
    (_, statuses) => {
      const page = open()
      page.send(told(begunAs(found)))
      for (const status of statuses) page.send(heard(status))
      expect(page.getSnapshot().hasTag('missing')).toBe(true)
      expect(page.getSnapshot().context.problem).toEqual(nilReturnWithdrawn)
      page.send(told(begunAs(found, 'NIL_RETURN')))
      page.send(heard('NIL_RETURN'))
      expect(page.getSnapshot().matches({ loaded: 'there' })).toBe(true)
      expect(page.getSnapshot().context.problem).toBeUndefined()
    },
  )

  it.each(['refresh', 'tellNews', 'refreshWhereBehind', 'overtakeAnswer'])(
    'cannot lose its action %s without its net noticing',
    action => {
      const dropped = [...mutantsOf(submissionPageMachine)].filter(
        ({ kind, label }) => kind === 'action dropped' && new RegExp(`\\b${action}\\b`).test(label),
      )
      expect(dropped.length).toBeGreaterThan(0)
      expect(dropped.filter(mutant => !isNoticed(submissionPageNet, mutant))).toEqual([])
    },
  )

  it('is at work as the status says (specification 2 §4.1, §4.2)', () => {
    const idsAt = (work: (typeof works)[number]) =>
      statuses.filter(({ name }) => workAt(name) === work).map(({ id }) => id)
    expect(Object.fromEntries(works.map(work => [work, idsAt(work)]))).toEqual(statusIdsAtWork)
  })

  it('shows of an upload what has become of it, and what this page is sending (specification 2 §2.7)', () => {
    const shown = (isAtWork: boolean) =>
      Map.groupBy(statuses, ({ name }) => {
        const page = open()
        page.send(heard(name))
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
