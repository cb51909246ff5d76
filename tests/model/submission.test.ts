import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { inEnglish } from '../../server/messages.ts'
import { type StatusName, statuses } from '../../src/domain/status.ts'
import type { SubmissionParentEvent } from '../../src/machines/submission/index.ts'
import {
  type KnownSubmission,
  newUploadRefusal,
  replacedByUpload,
  selectCan,
  selectExplanation,
  selectFacts,
  selectFurthest,
  selectHistory,
  selectSendRefusal,
  selectStatus,
  submissionMachine,
} from '../../src/machines/submission/index.ts'
import { continuationRefusal } from '../../src/machines/submission-lifecycle/index.ts'
import { openFacts } from '../../src/model/charts/lifecycle.ts'
import { sampleSubmission, submissionSpec } from '../../src/model/charts/submission.ts'
import { live } from '../../src/model/live.ts'
import { notingParent, parent } from '../../src/model/parent.ts'
import { people } from '../../src/model/people.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

type SubmissionUpdated = Extract<SubmissionParentEvent, { type: 'SUBMISSION_UPDATED' }>

const at = '2024-10-14T09:30:00Z'
const received = (version: number, status: StatusName, isLatest = true): KnownSubmission => ({
  ...sampleSubmission,
  version,
  status,
  facts: { ...openFacts, isLatest, hasStoredFile: true },
  history: [...sampleSubmission.history, { status, at }],
})
const moved = { type: 'STATUS_CHANGED', at, isLatest: true } as const
const submit = { type: 'SUBMIT', actor: people.signOff, termsAccepted: true } as const

describe('submission', () => {
  isWalkedWhole(submissionSpec)

  it('offers nothing before the server has sent the facts', () => {
    const { actor } = live(submissionMachine, { parent })
    expect(selectStatus(actor.getSnapshot())).toBe('UNKNOWN')
    expect(selectCan(actor.getSnapshot(), submit)).toBe(false)
    expect(selectExplanation(actor.getSnapshot(), submit)).toBeUndefined()
  })

  it('runs the lifecycle where the server says that the submission stands', () => {
    const { actor } = live(submissionMachine, { parent })
    actor.send({ type: 'SUBMISSION_RECEIVED', submission: received(20, 'QUALITY_PROCESSING_COMPLETE') })
    expect(selectCan(actor.getSnapshot(), submit)).toBe(true)
    const { facts } = received(21, 'AGENCY_APPROVAL')
    actor.send({ ...moved, submissionId: 'a', version: 21, status: 'AGENCY_APPROVAL', facts })
    expect(selectCan(actor.getSnapshot(), submit)).toBe(false)
    expect(selectCan(actor.getSnapshot(), { type: 'APPROVE', actor: people.analyst })).toBe(true)
    expect(selectHistory(actor.getSnapshot()).at(-1)).toBe('AGENCY_APPROVAL')
  })

  it('asks again when the reference period has ended, and until an answer says so', async () => {
    const clock = new SimulatedClock()
    const told = notingParent()
    const actor = createActor(submissionMachine, { clock, input: { parent: told.parent } }).start()
    const asked = () => told.received.filter(({ type }) => type === 'SUBMISSION_DUE').length
    const hour = 60 * 60_000
    const before = received(20, 'QUALITY_PROCESSING_COMPLETE')
    const submission = {
      ...before,
      facts: { ...before.facts, blockers: { ...before.facts.blockers, notCollectionEndDate: true } },
    }
    actor.send({ type: 'SUBMISSION_RECEIVED', submission, changesInMs: 50 * hour })
    expect(selectCan(actor.getSnapshot(), submit)).toBe(false)
    for (const hours of [24, 24, 2]) clock.increment(hours * hour)
    expect(asked()).toBe(0)
    clock.increment(1000)
    expect(asked()).toBe(1)
    // The clock here is ahead of the server's: not yet.
    actor.send({ type: 'SUBMISSION_RECEIVED', submission, changesInMs: -1000 })
    clock.increment(30_000)
    expect(asked()).toBe(2)
    actor.send({ type: 'SUBMISSION_RECEIVED', submission: before })
    expect(selectCan(actor.getSnapshot(), submit)).toBe(true)
    clock.increment(24 * hour)
    expect(asked()).toBe(2)
  })

  it('changes nothing on older news, whichever way it comes', () => {
    const { actor } = live(submissionMachine, { parent })
    actor.send({ type: 'SUBMISSION_RECEIVED', submission: received(21, 'AGENCY_APPROVAL') })
    actor.send({ type: 'SUBMISSION_RECEIVED', submission: received(20, 'QUALITY_PROCESSING_COMPLETE') })
    const { facts } = received(19, 'COLLECTION_REPORTS')
    actor.send({ ...moved, submissionId: 'a', version: 19, status: 'COLLECTION_REPORTS', facts })
    actor.send({ ...moved, submissionId: 'b', version: 99, status: 'APPROVED', facts })
    expect(selectStatus(actor.getSnapshot())).toBe('AGENCY_APPROVAL')
  })

  it('never takes back what was shown of the processing, and begins anew with another submission', () => {
    const { actor } = live(submissionMachine, { parent })
    const at = (submissionId: string, status: StatusName, done: number | undefined) =>
      actor.send({
        type: 'SUBMISSION_RECEIVED',
        submission: {
          ...received(5, status),
          submissionId,
          progress: done === undefined ? null : { stage: status, done, total: 4, unit: 'records' },
        },
      })
    const shown = () => {
      const { progress, share } = selectFurthest(actor.getSnapshot())
      return [progress?.done, Math.round(share * 70)]
    }
    at('a', 'ENRICHMENT', 2)
    expect(shown()).toEqual([2, 35])
    // An answer that was on its way, and a stage that is tried again.
    at('a', 'ENRICHMENT', 1)
    at('a', 'ENRICHMENT', undefined)
    expect(shown()).toEqual([2, 35])
    actor.send({
      ...moved,
      submissionId: 'a',
      version: 6,
      status: 'ENRICHMENT_PASSED',
      facts: openFacts,
    })
    expect(shown()).toEqual([2, 40])
    at('b', 'UPLOADED', undefined)
    expect(shown()).toEqual([undefined, 0])
  })

  it('counts of online validation only what is done there, which ends with the rules', () => {
    const { actor } = live(submissionMachine, { parent })
    const at = received(9, 'QUALITY_RULES_PASSED')
    const facts = { ...at.facts, mode: 'ovt' } as const
    actor.send({ type: 'SUBMISSION_RECEIVED', submission: { ...at, facts } })
    expect(selectFurthest(actor.getSnapshot()).share).toBe(1)
  })

  it('learns of another submission only what both share', () => {
    const { actor } = live(submissionMachine, { parent })
    actor.send({ type: 'SUBMISSION_RECEIVED', submission: received(20, 'QUALITY_PROCESSING_COMPLETE') })
    const facts = { ...openFacts, submissionId: 'b', isLatest: false, uploadUnderWay: true }
    const at = '2024-10-15T09:31:00Z'
    actor.send({
      type: 'STATUS_CHANGED',
      submissionId: 'b',
      version: 1,
      status: 'UPLOADING',
      at,
      isLatest: true,
      facts,
    })
    expect(selectFacts(actor.getSnapshot())).toEqual({
      ...received(20, 'QUALITY_PROCESSING_COMPLETE').facts,
      uploadUnderWay: true,
    })
    expect(inEnglish(newUploadRefusal(selectFacts(actor.getSnapshot())!, people.submitter)!)).toMatch(
      /^Another upload/,
    )
  })

  it('tells at once that it was re-processed, and of the copy of another nothing', () => {
    const told = notingParent()
    const { actor } = live(submissionMachine, { parent: told.parent })
    const submission = received(20, 'QUALITY_PROCESSING_COMPLETE')
    actor.send({ type: 'SUBMISSION_RECEIVED', submission })
    const copied = (copiedFrom: string) =>
      actor.send({
        type: 'STATUS_CHANGED',
        submissionId: 'copy',
        version: 1,
        status: 'PROVISIONING',
        at: '2024-10-15T09:31:00Z',
        isLatest: true,
        facts: { ...openFacts, submissionId: 'copy' },
        copiedFrom,
      })
    copied('another')
    copied(submission.submissionId)
    const heard = (told.received as SubmissionUpdated[]).map(({ type, submission }) => [
      type,
      submission?.submissionId,
      submission?.copiedTo,
    ])
    expect(heard).toEqual([
      ['SUBMISSION_UPDATED', submission.submissionId, null],
      ['SUBMISSION_UPDATED', submission.submissionId, null],
      ['SUBMISSION_UPDATED', submission.submissionId, 'copy'],
    ])
  })

  it('lets only the person who began an upload go on with it, while it is under way and whatever has changed since', () => {
    const refusal = (status: StatusName, uploaderId: string | undefined, person: keyof typeof people) => {
      const { actor } = live(submissionMachine, { parent })
      const begun = received(5, status)
      // Closed meanwhile, and an upload is under way: its own.
      const facts = { ...begun.facts, uploaderId, uploadUnderWay: true, collectionState: 'Closed' } as const
      actor.send({ type: 'SUBMISSION_RECEIVED', submission: { ...begun, facts } })
      const reason = selectSendRefusal(actor.getSnapshot(), people[person])
      return reason && inEnglish(reason)
    }
    const own = people.submitter.userId
    expect(refusal('UPLOADING', own, 'submitter')).toBeUndefined()
    expect(refusal('UPLOADING', own, 'signOff')).toMatch(/^Someone else started this upload/)
    expect(refusal('UPLOADING', undefined, 'submitter')).toMatch(/^Someone else started this upload/)
    // Where nothing is under way, another upload is asked for, and the chart decides.
    expect(refusal('UPLOAD_ERROR', own, 'submitter')).toMatch(/closed/)
    for (const { name } of statuses) {
      const isOwn = continuationRefusal({ status: name, uploaderId: own }, people.submitter) === undefined
      expect([name, isOwn]).toEqual([name, name === 'UPLOADING'])
      expect(continuationRefusal({ status: name, uploaderId: own }, people.signOff)).toBeDefined()
    }
  })

  it('asks before an upload replaces what awaits approval or has it, and nothing else (decisions §12)', () => {
    const asked = (latestStatus: StatusName | undefined, mode: 'live' | 'ovt' = 'live') =>
      replacedByUpload({ ...openFacts, latestStatus, mode })
    expect([asked('ANALYST_APPROVAL'), asked('SC_APPROVAL')]).toEqual(['pending', 'pending'])
    expect([asked('APPROVED'), asked('PROVIDER_SIGNOFF')]).toEqual(['approved', 'approved'])
    expect([
      asked(undefined),
      asked('RESUBMISSION_REQUIRED'),
      asked('QUALITY_PROCESSING_COMPLETE'),
      asked('AGENCY_APPROVAL', 'ovt'),
      // Nothing is uploaded over a sign-off.
      asked('SIGNED_OFF'),
      asked('HISTORY_DATA_PASSED'),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined])
  })
})
