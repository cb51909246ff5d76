import { describe, expect, it } from 'vitest'
import { awaitingParty } from '../../src/domain/awaitingParty.ts'
import {
  isErrorOrFailure,
  isFinished,
  isResubmissionRequired,
  type StatusName,
  statuses,
  statusOf,
} from '../../src/domain/status.ts'
import {
  type Facts,
  type LifecycleEffect,
  type LifecycleEvent,
  lifecycleAt,
  stateOfStatus,
  statusOfState,
  step,
  submissionLifecycle,
} from '../../src/machines/submission-lifecycle/index.ts'
import { lifecycleSpec, openFacts } from '../../src/model/charts/lifecycle.ts'
import { people } from '../../src/model/people.ts'
import { stableLeaves } from '../../src/model/transitions.ts'
import { approvalChains } from './support/approvals.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const { system, signOff, submitter, admin, analyst, regulator, ovtSubmitter } = people
const names = statuses.map(({ name }) => name)

/** Takes a submission from its birth through the events; the statuses on the way and all effects. */
const through = (
  facts: Facts,
  events: readonly LifecycleEvent[],
): { statuses: StatusName[]; effects: LifecycleEffect[]; facts: Facts } => {
  const walk = { statuses: [] as StatusName[], effects: [] as LifecycleEffect[], facts }
  let status: StatusName = 'UNKNOWN'
  for (const event of events) {
    expect([status, event.type, lifecycleAt(status, walk.facts).can(event)]).toEqual([
      status,
      event.type,
      true,
    ])
    const stepped = step(status, walk.facts, event)
    status = stepped.status
    walk.facts = stepped.facts
    walk.statuses.push(status)
    walk.effects.push(...stepped.effects)
  }
  return walk
}

const upload: LifecycleEvent[] = [
  { type: 'UPLOAD_REQUESTED', actor: submitter },
  { type: 'FILE_STORED', actor: system },
]
const processing: LifecycleEvent[] = (
  [
    'PROVISIONING_STARTED',
    'PROVISIONING_PASSED',
    'SCHEMA_CHECK_STARTED',
    'SCHEMA_CHECK_PASSED',
    'RIGHT_TO_PROCESS_STARTED',
    'RIGHT_TO_PROCESS_PASSED',
    'ENRICHMENT_STARTED',
    'ENRICHMENT_PASSED',
    'QUALITY_RULES_STARTED',
    'QUALITY_RULES_PASSED',
  ] as const
).map(type => ({ type, actor: system }))
const reports: LifecycleEvent[] = (
  [
    'CREDIBILITY_STARTED',
    'CREDIBILITY_PASSED',
    'COLLECTION_REPORTS_STARTED',
    'COLLECTION_REPORTS_PASSED',
    'QUALITY_PROCESSING_COMPLETED',
  ] as const
).map(type => ({ type, actor: system }))
const submit: LifecycleEvent = { type: 'SUBMIT', actor: signOff, termsAccepted: true }
const complete = [...upload, ...processing, ...reports]

describe('submission lifecycle', () => {
  isWalkedWhole(lifecycleSpec)

  it('has exactly one leaf for each status', () => {
    const values = names.map(name => JSON.stringify(stateOfStatus(name)))
    expect(new Set(values).size).toBe(names.length)
    expect(names.map(name => statusOfState(stateOfStatus(name)))).toEqual(names)
    expect(stableLeaves(submissionLifecycle)).toHaveLength(names.length)
  })

  it('refuses a state that is no status', () => {
    expect(() => statusOfState({ processing: 'nowhere' })).toThrow(
      'The lifecycle has no status for the state "processing.nowhere".',
    )
  })

  it.each(names)('tags %s as the catalogue groups it', name => {
    const snapshot = lifecycleAt(name, openFacts)
    const party = awaitingParty(name).code
    const { id } = statusOf(name)
    expect({
      busy: snapshot.hasTag('busy'),
      providerActs: snapshot.hasTag('providerActs'),
      error: snapshot.hasTag('error'),
      finished: snapshot.hasTag('finished'),
      reported: snapshot.hasTag('reported'),
      processed: snapshot.hasTag('processed'),
    }).toEqual({
      busy: party === 'system' || name === 'UPLOADING',
      providerActs: party === 'provider' && name !== 'UPLOADING',
      error: isErrorOrFailure(name) || isResubmissionRequired(name),
      finished: isFinished(name),
      // The quality report is there from 17 on, every report from 24 on; a nil return (35) has none.
      reported: (id >= 17 && id <= 34) || id === 36,
      processed: (id >= 24 && id <= 34) || id === 36,
    })
  })

  it('takes a file of Wales (01) from the upload to the complete history', () => {
    const { statuses: passed, facts } = through(openFacts, [
      ...complete,
      submit,
      { type: 'APPROVE', actor: analyst },
      { type: 'REQUEST_SIGN_OFF', actor: signOff, termsAccepted: true },
      { type: 'SIGN_OFF', actor: admin },
      { type: 'HISTORY_STARTED', actor: system },
      { type: 'HISTORY_PASSED', actor: system },
    ])
    expect(passed).toEqual([
      'UPLOADING',
      'UPLOADED',
      'PROVISIONING',
      'PROVISIONED',
      'SCHEMA_CHECK',
      'SCHEMA_CHECK_PASSED',
      'RIGHT_TO_PROCESS',
      'RIGHT_TO_PROCESS_PASSED',
      'ENRICHMENT',
      'ENRICHMENT_PASSED',
      'QUALITY_RULES',
      'QUALITY_RULES_PASSED',
      'CREDIBILITY',
      'CREDIBILITY_PASSED',
      'COLLECTION_REPORTS',
      'COLLECTION_REPORTS_PASSED',
      'QUALITY_PROCESSING_COMPLETE',
      'AGENCY_APPROVAL',
      'APPROVED',
      'PROVIDER_SIGNOFF',
      'SIGNED_OFF',
      'HISTORY_DATA',
      'HISTORY_DATA_PASSED',
    ])
    expect([facts.isLatest, facts.hasStoredFile]).toEqual([true, true])
  })

  it.each(approvalChains)(
    'asks for the approvals of risk %s in %s, in order',
    (riskCode, countryCode, chain) => {
      const facts = { ...openFacts, riskCode, countryCode }
      const approvals = chain.map(
        (name): LifecycleEvent => ({ type: 'APPROVE', actor: name === 'SC_APPROVAL' ? regulator : analyst }),
      )
      const { statuses: passed } = through(facts, [...complete, submit, ...approvals])
      expect(passed.slice(complete.length)).toEqual([...chain, 'APPROVED'])
    },
  )

  it('ends online validation after the quality rules', () => {
    const facts: Facts = { ...openFacts, mode: 'ovt', collectionState: 'Validation' }
    const { statuses: passed } = through(facts, [
      { type: 'UPLOAD_REQUESTED', actor: ovtSubmitter },
      { type: 'FILE_STORED', actor: system },
      ...processing,
      { type: 'QUALITY_PROCESSING_COMPLETED', actor: system },
    ])
    expect(passed.slice(-2)).toEqual(['QUALITY_RULES_PASSED', 'QUALITY_PROCESSING_COMPLETE'])
  })

  it('asks for one job after another, each once', () => {
    const { effects } = through(openFacts, [
      ...complete,
      submit,
      { type: 'APPROVE', actor: analyst },
      { type: 'REQUEST_SIGN_OFF', actor: signOff, termsAccepted: true },
      { type: 'SIGN_OFF', actor: admin },
    ])
    const jobs = effects.filter(({ type }) => type !== 'notify' && type !== 'withdrawWork')
    expect(jobs).toEqual([
      { type: 'armUploadTimer' },
      { type: 'disarmUploadTimer' },
      { type: 'supersedePrevious' },
      { type: 'enqueueStage', stage: 'PROVISIONING' },
      { type: 'takeSpecification' },
      ...(
        [
          'SCHEMA_CHECK',
          'RIGHT_TO_PROCESS',
          'ENRICHMENT',
          'QUALITY_RULES',
          'CREDIBILITY',
          'COLLECTION_REPORTS',
        ] as const
      ).map(name => ({ type: 'enqueueStage', stage: name })),
      { type: 'raiseIssues' },
      { type: 'enqueueStage', stage: 'HISTORY' },
    ])
    // Decisions §14, in the order in which it happens.
    expect(effects.flatMap(effect => (effect.type === 'notify' ? [effect.kind] : []))).toEqual([
      'processingFinished',
      'decisionAwaited',
      'approved',
      'decisionAwaited',
      'signedOff',
    ])
  })

  /** What is asked for when a submission of this status gets an event. */
  const effectsOf = (status: StatusName, event: LifecycleEvent, facts: Facts = openFacts) => {
    expect([status, event.type, lifecycleAt(status, facts).can(event)]).toEqual([status, event.type, true])
    return step(status, facts, event).effects
  }
  const withdrawal: LifecycleEffect = { type: 'withdrawWork' }

  it('takes the specification of the moment when processing begins, of a file and of a copy, and never again', () => {
    const taking: LifecycleEffect = { type: 'takeSpecification' }
    expect(effectsOf('UPLOADED', { type: 'PROVISIONING_STARTED', actor: system })).toEqual([taking])
    expect(effectsOf('UNKNOWN', { type: 'COPIED', actor: system })).toContainEqual(taking)
    const { effects } = through(openFacts, complete)
    expect(effects.filter(({ type }) => type === 'takeSpecification')).toHaveLength(1)
  })

  it.each(names)('waits for no work on a submission of the status %s that is superseded', name => {
    expect(effectsOf(name, { type: 'SUPERSEDED', actor: system })).toEqual([withdrawal])
  })

  it('leaves nothing of a stage on the queue that has ended, before the work of the next is put there', () => {
    expect(effectsOf('SCHEMA_CHECK', { type: 'SCHEMA_CHECK_PASSED', actor: system })).toEqual([
      withdrawal,
      { type: 'enqueueStage', stage: 'RIGHT_TO_PROCESS' },
    ])
    expect(effectsOf('SCHEMA_CHECK', { type: 'SCHEMA_CHECK_FAILED', actor: system })[0]).toEqual(withdrawal)
    expect(effectsOf('HISTORY_DATA', { type: 'HISTORY_ERRORED', actor: system })).toEqual([withdrawal])
    // The worker that takes it up has the work in hand.
    for (const [status, type] of [
      ['PROVISIONED', 'SCHEMA_CHECK_STARTED'],
      ['SIGNED_OFF', 'HISTORY_STARTED'],
    ] as const)
      expect(effectsOf(status, { type, actor: system })).toEqual([])
  })

  it('waits for no reports of online validation, which ends with the rules', () => {
    const facts: Facts = { ...openFacts, mode: 'ovt', collectionState: 'Validation' }
    const completed: LifecycleEvent = { type: 'QUALITY_PROCESSING_COMPLETED', actor: system }
    expect(effectsOf('QUALITY_RULES_PASSED', completed, facts)).toEqual([
      withdrawal,
      { type: 'notify', kind: 'processingFinished' },
    ])
  })

  it.each(['SIGNED_OFF', 'HISTORY_DATA'] as const)(
    'waits for no history of a record that is taken back at %s',
    name => {
      const facts: Facts = { ...openFacts, isLatest: true, collectionState: 'Historic amendment' }
      for (const type of ['REQUEST_RESUBMISSION', 'HISTORIC_AMENDMENT_REQUESTED'] as const)
        expect(effectsOf(name, { type, actor: admin }, facts)).toEqual([
          withdrawal,
          { type: 'notify', kind: 'resubmissionRequired' },
        ])
    },
  )

  it('removes what was uploaded when an upload is cancelled, and later where there was no right to it', () => {
    const cancelled = through(openFacts, [upload[0]!, { type: 'UPLOAD_CANCELLED', actor: submitter }])
    expect([cancelled.statuses.at(-1), cancelled.effects.at(-1)]).toEqual([
      'UPLOAD_ERROR',
      { type: 'discardFile' },
    ])
    const refused = through(openFacts, [
      ...upload,
      ...processing.slice(0, 5),
      { type: 'RIGHT_TO_PROCESS_FAILED', actor: system },
    ])
    expect([refused.statuses.at(-1), ...refused.effects.slice(-2)]).toEqual([
      'RIGHT_TO_PROCESS_FAILED',
      { type: 'discardContentLater' },
      { type: 'notify', kind: 'processingStopped' },
    ])
  })

  it('leaves the former submission the latest until the file of the next is stored', () => {
    const second = { ...openFacts, isLatest: false, latestStatus: 'SCHEMA_CHECK_FAILED' } as const
    expect(through(second, upload.slice(0, 1)).facts.isLatest).toBe(false)
    expect(through(second, upload).facts.isLatest).toBe(true)
  })

  it('makes the first submission the latest at once, a file or a nil return', () => {
    const newborn = { ...openFacts, isLatest: false }
    expect(through(newborn, upload.slice(0, 1)).facts.isLatest).toBe(true)
    expect(through(newborn, [{ type: 'NIL_RETURN_CREATED', actor: admin }]).facts.isLatest).toBe(true)
  })

  it('re-processes into a copy and stays as it was', () => {
    const { statuses: passed, effects } = through(openFacts, [
      ...complete,
      { type: 'REPROCESSED', actor: admin },
    ])
    expect(passed.at(-1)).toBe('QUALITY_PROCESSING_COMPLETE')
    expect(effects.at(-1)).toEqual({ type: 'createCopy' })
    const copy = through({ ...openFacts, isLatest: false }, [{ type: 'COPIED', actor: system }])
    expect([copy.statuses, copy.facts.isLatest, copy.facts.hasStoredFile]).toEqual([
      ['PROVISIONING'],
      true,
      true,
    ])
  })

  it('takes a declined submission no further', () => {
    const { statuses: passed } = through(openFacts, [
      ...complete,
      submit,
      { type: 'DECLINE', actor: analyst, hasNote: true },
    ])
    expect(passed.at(-1)).toBe('RESUBMISSION_REQUIRED')
  })

  it('leaves no submission of a nil return that the agency withdraws, while files are taken', () => {
    const nil: LifecycleEvent = { type: 'NIL_RETURN_CREATED', actor: admin }
    const withdraw: LifecycleEvent = { type: 'NIL_RETURN_WITHDRAWN', actor: analyst }
    const { statuses: passed, facts } = through(openFacts, [nil, withdraw])
    expect(passed).toEqual(['NIL_RETURN', 'UNKNOWN'])
    expect(facts.isLatest).toBe(false)
    const latest = { ...openFacts, isLatest: true }
    expect(lifecycleAt('NIL_RETURN', latest).can(withdraw)).toBe(true)
    expect(lifecycleAt('NIL_RETURN', { ...latest, collectionState: 'Closed' }).can(withdraw)).toBe(false)
    expect(lifecycleAt('SIGNED_OFF', latest).can(withdraw)).toBe(false)
  })

  it('lets a nil return be amended in Historic amendment only', () => {
    const nil: LifecycleEvent = { type: 'NIL_RETURN_CREATED', actor: admin }
    const amend: LifecycleEvent = { type: 'HISTORIC_AMENDMENT_REQUESTED', actor: admin }
    const { statuses: passed } = through({ ...openFacts, collectionState: 'Historic amendment' }, [
      nil,
      amend,
    ])
    expect(passed).toEqual(['NIL_RETURN', 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT'])
    expect(lifecycleAt('NIL_RETURN', openFacts).can(amend)).toBe(false)
  })
})
