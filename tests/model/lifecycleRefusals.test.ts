import { describe, expect, it } from 'vitest'
import { collectionStates } from '../../src/domain/collection.ts'
import { type StatusName, statuses } from '../../src/domain/status.ts'
import {
  explain,
  type Facts,
  guards,
  type LifecycleEvent,
  lifecycleAt,
  type SystemEvent,
  step,
  type UserEvent,
} from '../../src/machines/submission-lifecycle/index.ts'
import { openFacts, systemEvents, userEventTypes } from './charts/lifecycle.ts'
import { type PersonName, people, personNames } from './support/people.ts'

type UserEventType = UserEvent['type']
type SystemEventType = SystemEvent['type']

const names = statuses.map(({ name }) => name)

/** Who may ever cause an event for provider 0001 (decisions §3, §5; specification 2 §6), written down apart from the chart. */
const live: Record<UserEventType, readonly PersonName[]> = {
  UPLOAD_REQUESTED: ['submitter', 'signOff', 'admin'],
  UPLOAD_CANCELLED: ['submitter', 'signOff', 'admin'],
  NIL_RETURN_CREATED: ['admin', 'analyst', 'staff'],
  SUBMIT: ['signOff', 'signOffOnly', 'admin'],
  APPROVE: ['admin', 'analyst', 'staff', 'regulator', 'specialRegulator'],
  DECLINE: ['admin', 'analyst', 'staff', 'regulator', 'specialRegulator'],
  REQUEST_SIGN_OFF: ['signOff', 'signOffOnly', 'admin'],
  SIGN_OFF: ['admin', 'analyst', 'staff'],
  REQUEST_RESUBMISSION: ['admin', 'analyst', 'staff'],
  HISTORIC_AMENDMENT_REQUESTED: ['admin'],
  REPROCESSED: ['admin', 'analyst'],
}
const ovt: Record<UserEventType, readonly PersonName[]> = {
  ...live,
  UPLOAD_REQUESTED: ['ovtSubmitter', 'software'],
  UPLOAD_CANCELLED: ['ovtSubmitter', 'software'],
}

/** At one approval only one side may decide. */
const deciders: Partial<Record<StatusName, readonly PersonName[]>> = {
  ANALYST_APPROVAL: ['admin', 'analyst', 'staff'],
  AGENCY_APPROVAL: ['admin', 'analyst', 'staff'],
  SC_APPROVAL: ['regulator', 'specialRegulator'],
}

const mayCause = (type: UserEventType, person: PersonName, status: StatusName, facts: Facts): boolean => {
  const allowed = type === 'APPROVE' || type === 'DECLINE' ? deciders[status] : undefined
  return (allowed ?? (facts.mode === 'ovt' ? ovt : live)[type]).includes(person)
}

const withFile = names.filter(name => !['UNKNOWN', 'UPLOADING', 'UPLOAD_ERROR', 'NIL_RETURN'].includes(name))

/** In which statuses an event of a user can happen at all (decisions §3). */
const expectedIn: Record<UserEventType, readonly StatusName[]> = {
  UPLOAD_REQUESTED: ['UNKNOWN'],
  UPLOAD_CANCELLED: ['UPLOADING'],
  NIL_RETURN_CREATED: ['UNKNOWN'],
  SUBMIT: ['QUALITY_PROCESSING_COMPLETE'],
  APPROVE: ['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL'],
  DECLINE: ['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL'],
  REQUEST_SIGN_OFF: ['APPROVED'],
  SIGN_OFF: ['PROVIDER_SIGNOFF'],
  REQUEST_RESUBMISSION: [
    'APPROVED',
    'PROVIDER_SIGNOFF',
    'SIGNED_OFF',
    'HISTORY_DATA',
    'HISTORY_DATA_ERROR',
    'HISTORY_DATA_PASSED',
  ],
  HISTORIC_AMENDMENT_REQUESTED: [
    'SIGNED_OFF',
    'HISTORY_DATA',
    'HISTORY_DATA_ERROR',
    'HISTORY_DATA_PASSED',
    'NIL_RETURN',
  ],
  REPROCESSED: withFile,
}

/** Where the system's events lead (decisions §3); SUPERSEDED happens everywhere and changes no status. */
const system: Record<SystemEventType, Partial<Record<StatusName, StatusName>>> = {
  FILE_STORED: { UPLOADING: 'UPLOADED' },
  UPLOAD_FAILED: { UPLOADING: 'UPLOAD_ERROR' },
  UPLOAD_EXPIRED: { UPLOADING: 'UPLOAD_ERROR' },
  COPIED: { UNKNOWN: 'PROVISIONING' },
  SUPERSEDED: Object.fromEntries(names.map(name => [name, name])),
  PROVISIONING_STARTED: { UPLOADED: 'PROVISIONING' },
  PROVISIONING_PASSED: { PROVISIONING: 'PROVISIONED' },
  PROVISIONING_ERRORED: { PROVISIONING: 'PROVISIONING_ERROR' },
  SCHEMA_CHECK_STARTED: { PROVISIONED: 'SCHEMA_CHECK' },
  SCHEMA_CHECK_PASSED: { SCHEMA_CHECK: 'SCHEMA_CHECK_PASSED' },
  SCHEMA_CHECK_FAILED: { SCHEMA_CHECK: 'SCHEMA_CHECK_FAILED' },
  SCHEMA_CHECK_ERRORED: { SCHEMA_CHECK: 'SCHEMA_CHECK_ERROR' },
  RIGHT_TO_PROCESS_STARTED: { SCHEMA_CHECK_PASSED: 'RIGHT_TO_PROCESS' },
  RIGHT_TO_PROCESS_PASSED: { RIGHT_TO_PROCESS: 'RIGHT_TO_PROCESS_PASSED' },
  RIGHT_TO_PROCESS_FAILED: { RIGHT_TO_PROCESS: 'RIGHT_TO_PROCESS_FAILED' },
  RIGHT_TO_PROCESS_ERRORED: { RIGHT_TO_PROCESS: 'RIGHT_TO_PROCESS_ERROR' },
  ENRICHMENT_STARTED: { RIGHT_TO_PROCESS_PASSED: 'ENRICHMENT' },
  ENRICHMENT_PASSED: { ENRICHMENT: 'ENRICHMENT_PASSED' },
  ENRICHMENT_ERRORED: { ENRICHMENT: 'ENRICHMENT_ERROR' },
  SAVING_ENTITIES_ERRORED: { ENRICHMENT: 'SAVING_ENTITIES_ERROR' },
  QUALITY_RULES_STARTED: { ENRICHMENT_PASSED: 'QUALITY_RULES' },
  QUALITY_RULES_PASSED: { QUALITY_RULES: 'QUALITY_RULES_PASSED' },
  QUALITY_RULES_ERRORED: { QUALITY_RULES: 'QUALITY_RULES_ERROR' },
  CREDIBILITY_STARTED: { QUALITY_RULES_PASSED: 'CREDIBILITY' },
  CREDIBILITY_PASSED: { CREDIBILITY: 'CREDIBILITY_PASSED' },
  CREDIBILITY_ERRORED: { CREDIBILITY: 'CREDIBILITY_ERROR' },
  COLLECTION_REPORTS_STARTED: { CREDIBILITY_PASSED: 'COLLECTION_REPORTS' },
  COLLECTION_REPORTS_PASSED: { COLLECTION_REPORTS: 'COLLECTION_REPORTS_PASSED' },
  COLLECTION_REPORTS_ERRORED: { COLLECTION_REPORTS: 'COLLECTION_REPORTS_ERROR' },
  QUALITY_PROCESSING_COMPLETED: { COLLECTION_REPORTS_PASSED: 'QUALITY_PROCESSING_COMPLETE' },
  HISTORY_STARTED: { SIGNED_OFF: 'HISTORY_DATA', HISTORY_DATA_ERROR: 'HISTORY_DATA' },
  HISTORY_PASSED: { HISTORY_DATA: 'HISTORY_DATA_PASSED' },
  HISTORY_ERRORED: { HISTORY_DATA: 'HISTORY_DATA_ERROR' },
}
const ovtSystem: typeof system = {
  ...system,
  CREDIBILITY_STARTED: {},
  QUALITY_PROCESSING_COMPLETED: {
    ...system.QUALITY_PROCESSING_COMPLETED,
    QUALITY_RULES_PASSED: 'QUALITY_PROCESSING_COMPLETE',
  },
}

const situations: Record<string, Facts> = {
  'an open collection': { ...openFacts, hasStoredFile: true },
  'a historic amendment': { ...openFacts, hasStoredFile: true, collectionState: 'Historic amendment' },
  'a closed collection': { ...openFacts, hasStoredFile: true, collectionState: 'Closed' },
  'a submission that is not the latest': { ...openFacts, hasStoredFile: true, isLatest: false },
  'a submission that is blocked': {
    ...openFacts,
    hasStoredFile: true,
    blockers: { ...openFacts.blockers, operationalFailures: true },
  },
  'a provider with a signed-off submission': {
    ...openFacts,
    hasStoredFile: true,
    latestStatus: 'SIGNED_OFF',
  },
  'a provider that is not onboarded': { ...openFacts, onboarded: false },
  'online validation': { ...openFacts, hasStoredFile: true, mode: 'ovt', collectionState: 'Validation' },
}

const userEvents = (type: UserEventType, person: PersonName): LifecycleEvent[] => {
  const actor = people[person]
  return type === 'SUBMIT' || type === 'REQUEST_SIGN_OFF'
    ? [true, false].map(termsAccepted => ({ type, actor, termsAccepted }))
    : [{ type, actor }]
}

/** What must be the case of every answer, whatever it is. */
const faultsOf = (status: StatusName, facts: Facts, event: LifecycleEvent): string[] => {
  const answer = explain(status, facts, event)
  const stepped = step(status, facts, event)
  const where = `${status} ${event.type} ${event.actor.kind === 'user' ? event.actor.userId : 'system'}`
  const faults: string[] = []
  if (answer.allowed !== lifecycleAt(status, facts).can(event))
    faults.push(`${where}: explain and can disagree`)
  if (answer.allowed === (answer.refusal !== undefined)) faults.push(`${where}: allowed and refused`)
  if (answer.refusal && answer.refusal.reason.length < 10) faults.push(`${where}: refused without a reason`)
  if (!answer.allowed && (stepped.status !== status || stepped.effects.length > 0 || stepped.facts !== facts))
    faults.push(`${where}: refused, but something changed`)
  if (answer.allowed && !answer.checks.every(({ holds }) => holds))
    faults.push(`${where}: allowed, but a guard does not hold`)
  return faults
}

describe.each(Object.entries(situations))('with %s, every status × event × person', (_, facts) => {
  it('is answered as the chart decides, with a reason where it refuses', () => {
    const faults: string[] = []
    for (const status of names) {
      for (const person of personNames) {
        for (const type of userEventTypes) {
          for (const event of userEvents(type, person)) faults.push(...faultsOf(status, facts, event))
        }
        for (const event of systemEvents) {
          faults.push(...faultsOf(status, facts, { ...event, actor: people[person] }))
        }
      }
    }
    expect(faults).toEqual([])
  })

  it('is forbidden exactly to those who may never cause it there', () => {
    const wrong: string[] = []
    for (const status of names) {
      for (const person of personNames) {
        for (const type of userEventTypes) {
          for (const event of userEvents(type, person)) {
            const isForbidden = explain(status, facts, event).refusal?.kind === 'forbidden'
            if (isForbidden === mayCause(type, person, status, facts))
              wrong.push(`${status} ${type} ${person}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('is refused outside the statuses in which it can happen', () => {
    const wrong: string[] = []
    for (const status of names) {
      for (const person of personNames) {
        for (const type of userEventTypes) {
          if (expectedIn[type].includes(status)) continue
          for (const event of userEvents(type, person)) {
            if (explain(status, facts, event).allowed) wrong.push(`${status} ${type} ${person}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('leads where the decisions say, when the system reports', () => {
    const table = facts.mode === 'ovt' ? ovtSystem : system
    const wrong: string[] = []
    for (const status of names) {
      for (const event of systemEvents) {
        const found = explain(status, facts, event).allowed ? step(status, facts, event).status : undefined
        if (found !== table[event.type][status]) wrong.push(`${status} ${event.type} → ${found}`)
        const byUser = explain(status, facts, { ...event, actor: people.admin })
        if (byUser.refusal?.kind !== 'forbidden') wrong.push(`${status} ${event.type} by a user`)
      }
    }
    expect(wrong).toEqual([])
  })
})

type Conditions = (facts: Facts, event: LifecycleEvent) => boolean

const isOpen = ({ collectionState }: Facts) =>
  collectionState === 'Open' || collectionState === 'Historic amendment'
const isSignedOff = ({ latestStatus }: Facts) =>
  latestStatus === 'SIGNED_OFF' || latestStatus?.startsWith('HISTORY_DATA') === true
const hasTerms: Conditions = (_, event) => 'termsAccepted' in event && event.termsAccepted

/** What has to be the case besides status and right (decisions §3; specification 1 §4, 2 §5), apart from the chart. */
const conditions: Record<UserEventType, Conditions> = {
  UPLOAD_REQUESTED: facts =>
    facts.onboarded &&
    !facts.uploadUnderWay &&
    (facts.mode === 'ovt'
      ? isOpen(facts) || facts.collectionState === 'Validation'
      : isOpen(facts) &&
        facts.allowSubmissions &&
        facts.latestStatus !== 'NIL_RETURN' &&
        !isSignedOff(facts)),
  UPLOAD_CANCELLED: () => true,
  NIL_RETURN_CREATED: facts => facts.mode === 'live' && isOpen(facts) && facts.latestStatus === undefined,
  SUBMIT: (facts, event) =>
    facts.mode === 'live' &&
    facts.isLatest &&
    isOpen(facts) &&
    Object.values(facts.blockers).every(flag => !flag) &&
    hasTerms(facts, event),
  APPROVE: ({ isLatest }) => isLatest,
  DECLINE: ({ isLatest }) => isLatest,
  REQUEST_SIGN_OFF: (facts, event) => facts.isLatest && isOpen(facts) && hasTerms(facts, event),
  SIGN_OFF: ({ isLatest }) => isLatest,
  REQUEST_RESUBMISSION: ({ isLatest }) => isLatest,
  HISTORIC_AMENDMENT_REQUESTED: ({ isLatest, collectionState }) =>
    isLatest && collectionState === 'Historic amendment',
  REPROCESSED: facts =>
    facts.mode === 'live' && facts.hasStoredFile && (isOpen(facts) || facts.collectionState === 'Closed'),
}

const both = [true, false] as const

/** Every combination of the facts that the conditions of a submission under way read. */
const combinations: Facts[] = collectionStates.flatMap(({ name: collectionState }) =>
  (['live', 'ovt'] as const).flatMap(mode =>
    both.flatMap(isLatest =>
      both.map(hasStoredFile => ({ ...openFacts, collectionState, mode, isLatest, hasStoredFile })),
    ),
  ),
)

/** Every combination of the facts that the conditions of a new submission read. */
const newCombinations: Facts[] = combinations
  .filter(({ isLatest, hasStoredFile }) => !isLatest && !hasStoredFile)
  .flatMap(facts =>
    both.flatMap(onboarded =>
      both.flatMap(allowSubmissions =>
        both.flatMap(uploadUnderWay =>
          ([undefined, 'UPLOADED', 'NIL_RETURN', 'SIGNED_OFF', 'HISTORY_DATA_PASSED'] as const).map(
            latestStatus => ({ ...facts, onboarded, allowSubmissions, uploadUnderWay, latestStatus }),
          ),
        ),
      ),
    ),
  )

const blockers = Object.keys(openFacts.blockers) as (keyof Facts['blockers'])[]

/** Each approval chain with what its transitions read, one deviation at a time. */
const chains: Facts[] = ['01', '02'].flatMap(riskCode =>
  ['E', 'W'].flatMap(countryCode => {
    const facts = { ...openFacts, riskCode, countryCode }
    return [
      facts,
      { ...facts, isLatest: false },
      { ...facts, collectionState: 'Closed' as const },
      { ...facts, mode: 'ovt' as const },
      ...blockers.map(flag => ({ ...facts, blockers: { ...facts.blockers, [flag]: true } })),
    ]
  }),
)

const deviations = (facts: Facts, names: readonly StatusName[]): string[] => {
  const people: PersonName[] = ['signOff', 'admin', 'specialRegulator', 'ovtSubmitter']
  return names.flatMap(status =>
    people.flatMap(person =>
      userEventTypes.flatMap(type =>
        userEvents(type, person)
          .filter(event => {
            const expected =
              mayCause(type, person, status, facts) &&
              expectedIn[type].includes(status) &&
              conditions[type](facts, event)
            return explain(status, facts, event).allowed !== expected
          })
          .map(({ type: found }) => `${status} ${found} ${person} ${JSON.stringify(facts)}`),
      ),
    ),
  )
}

describe('allowed is exactly what status, right and conditions allow', () => {
  it('for every status in every combination of facts', () => {
    expect(combinations.flatMap(facts => deviations(facts, names)).slice(0, 5)).toEqual([])
  })

  it('for a new submission in every combination of its facts', () => {
    expect(newCombinations.flatMap(facts => deviations(facts, ['UNKNOWN'])).slice(0, 5)).toEqual([])
  })

  it('for the submission and approval of each chain', () => {
    const decided: StatusName[] = [
      'QUALITY_PROCESSING_COMPLETE',
      'ANALYST_APPROVAL',
      'AGENCY_APPROVAL',
      'SC_APPROVAL',
    ]
    expect(chains.flatMap(facts => deviations(facts, decided)).slice(0, 5)).toEqual([])
  })
})

describe('the conditions, one at a time', () => {
  const submit: LifecycleEvent = { type: 'SUBMIT', actor: people.signOff, termsAccepted: true }
  const request: LifecycleEvent = { type: 'UPLOAD_REQUESTED', actor: people.submitter }
  const reasonOf = (status: StatusName, facts: Facts, event: LifecycleEvent) =>
    explain(status, facts, event).refusal

  it.each<[string, StatusName, Partial<Facts>, LifecycleEvent, string]>([
    [
      'not the latest',
      'QUALITY_PROCESSING_COMPLETE',
      { isLatest: false },
      submit,
      'You can only submit the most recently uploaded submission.',
    ],
    [
      'closed',
      'QUALITY_PROCESSING_COMPLETE',
      { collectionState: 'Closed' },
      submit,
      'You can only submit for approval when a collection is open.',
    ],
    [
      'no file yet',
      'UNKNOWN',
      {},
      submit,
      'You have yet to upload a file. Please upload one on the upload step.',
    ],
    ['under way', 'ENRICHMENT', {}, submit, 'Your submission is currently being processed.'],
    [
      'a blocker',
      'QUALITY_PROCESSING_COMPLETE',
      { blockers: { ...openFacts.blockers, notCollectionEndDate: true } },
      submit,
      'You cannot yet submit for approval as one or more of the following apply: The reference period of the collection has not ended.',
    ],
    [
      'no terms',
      'QUALITY_PROCESSING_COMPLETE',
      {},
      { ...submit, termsAccepted: false } as LifecycleEvent,
      'Tick the box to accept the terms first.',
    ],
    [
      'online validation',
      'QUALITY_PROCESSING_COMPLETE',
      { mode: 'ovt' },
      submit,
      'A file of the online validation tool is only checked; it cannot be submitted.',
    ],
    [
      'sign-off in a closed collection',
      'APPROVED',
      { collectionState: 'Closed' },
      { type: 'REQUEST_SIGN_OFF', actor: people.signOff, termsAccepted: true },
      'You can only request sign off for a submission when the collection is open.',
    ],
    [
      'another upload',
      'UNKNOWN',
      { uploadUnderWay: true },
      request,
      'Another upload for this collection is under way. Wait until it ends, or cancel it.',
    ],
    [
      'a nil return',
      'UNKNOWN',
      { latestStatus: 'NIL_RETURN' },
      request,
      'A nil return is recorded for this collection.',
    ],
    [
      'a signed-off submission',
      'UNKNOWN',
      { latestStatus: 'HISTORY_DATA' },
      request,
      'The submission is signed off. Ask Bedel to request a resubmission before you upload another file.',
    ],
    [
      'a signed-off historic amendment',
      'UNKNOWN',
      { latestStatus: 'SIGNED_OFF', collectionState: 'Historic amendment' },
      request,
      'The submission is signed off; a historic amendment has to be requested first.',
    ],
    [
      'no submissions allowed',
      'UNKNOWN',
      { allowSubmissions: false },
      request,
      'The collection does not take submissions at the moment.',
    ],
    [
      'a draft',
      'UNKNOWN',
      { collectionState: 'Draft' },
      request,
      'The collection is in the state Draft; submissions need Open or Historic amendment.',
    ],
    ['not onboarded', 'UNKNOWN', { onboarded: false }, request, 'The provider is not onboarded yet.'],
    [
      'a nil return over a submission',
      'UNKNOWN',
      { latestStatus: 'UPLOADED' },
      { type: 'NIL_RETURN_CREATED', actor: people.staff },
      'The provider already has a submission for this collection.',
    ],
    [
      'a wrong moment',
      'APPROVED',
      {},
      { type: 'APPROVE', actor: people.analyst },
      '"Approve" is not possible while the status is "Approved".',
    ],
    [
      'no stored file',
      'SCHEMA_CHECK_ERROR',
      { hasStoredFile: false },
      { type: 'REPROCESSED', actor: people.admin },
      'There is no stored file to process again.',
    ],
    [
      're-processing in an archive',
      'SIGNED_OFF',
      { hasStoredFile: true, collectionState: 'Archived' },
      { type: 'REPROCESSED', actor: people.admin },
      'A collection can be re-processed only while it is Open, Closed or in Historic amendment.',
    ],
    [
      'an amendment of an open collection',
      'SIGNED_OFF',
      {},
      { type: 'HISTORIC_AMENDMENT_REQUESTED', actor: people.admin },
      'The collection is not in the state Historic amendment.',
    ],
  ])('refuse with their own sentence: %s', (_, status, facts, event, reason) => {
    expect(reasonOf(status, { ...openFacts, ...facts }, event)).toEqual({ kind: 'conflict', reason })
  })

  it('name the missing right', () => {
    expect(reasonOf('QUALITY_PROCESSING_COMPLETE', openFacts, { ...submit, actor: people.guest })).toEqual({
      kind: 'forbidden',
      reason: 'You do not have a valid role to submit for approval',
    })
    expect(reasonOf('SC_APPROVAL', openFacts, { type: 'APPROVE', actor: people.otherRegulator })).toEqual({
      kind: 'forbidden',
      reason: "Only an analyst of the provider's regulator can approve or decline at this stage.",
    })
  })

  it('each have a sentence for both sides', () => {
    const event: LifecycleEvent = { ...submit }
    for (const [name, { holds, fails }] of Object.entries(guards)) {
      const sentence = typeof fails === 'string' ? fails : fails(openFacts, event)
      expect([name, holds.length > 10, sentence.length > 10]).toEqual([name, true, true])
    }
  })
})
