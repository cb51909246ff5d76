import { type StatusName, statuses } from '../domain/status.ts'
import type {
  Facts,
  LifecycleEvent,
  LifecycleEventType,
  Stage,
  SystemEvent,
  UserEvent,
} from '../machines/submission-lifecycle/index.ts'
import { type PersonName, people } from './people.ts'

/*
 * What was decided about the lifecycle (decisions §3, §5; specification 1 §4, 2 §4 to §6), written down a second time and
 * apart from the chart: who, when, under which conditions, where to, with which effects. The chart is compared with it,
 * and so is each of its mutants.
 */

type UserEventType = UserEvent['type']
type SystemEventType = SystemEvent['type']

export const names = statuses.map(({ name }) => name)

/** Who may ever cause an event for provider 0001 (decisions §3, §5; specification 2 §6), written down apart from the chart. */
const live: Record<UserEventType, readonly PersonName[]> = {
  UPLOAD_REQUESTED: ['submitter', 'signOff', 'admin'],
  UPLOAD_CANCELLED: ['submitter', 'signOff', 'admin'],
  NIL_RETURN_CREATED: ['admin', 'analyst', 'staff'],
  NIL_RETURN_WITHDRAWN: ['admin', 'analyst', 'staff'],
  SUBMIT: ['signOff', 'signOffOnly', 'admin'],
  APPROVE: ['admin', 'analyst', 'staff', 'regulator', 'specialRegulator'],
  DECLINE: ['admin', 'analyst', 'staff', 'regulator', 'specialRegulator'],
  REQUEST_SIGN_OFF: ['signOff', 'signOffOnly', 'admin'],
  SIGN_OFF: ['admin', 'analyst', 'staff'],
  FORM_REFUSED: ['admin', 'analyst', 'staff'],
  REQUEST_RESUBMISSION: ['admin', 'analyst', 'staff'],
  HISTORIC_AMENDMENT_REQUESTED: ['admin'],
  REPROCESSED: ['admin', 'analyst'],
  // As every fault of the system that stays: the agency has the work done again (decisions §3).
  HISTORY_REQUESTED: ['admin', 'analyst'],
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

/**
 * Four eyes: who uploaded or submitted a file neither approves it nor signs it off (faults 26), nor does who made the API key of
 * the software that uploaded it.
 */
const isOwn = (type: UserEventType, person: PersonName, status: StatusName, facts: Facts): boolean => {
  const { uploaderId, submitterId, keyMakerId, approverId, approversDiffer } = facts
  const actor = people[person]
  // A second pair of eyes (decisions §15): the agency's approval comes after that of its analyst.
  if (type === 'APPROVE' && status === 'AGENCY_APPROVAL' && approversDiffer && actor.kind === 'user')
    if (actor.userId === approverId) return true
  return (
    (type === 'APPROVE' || type === 'SIGN_OFF') &&
    actor.kind === 'user' &&
    (actor.userId === uploaderId || actor.userId === submitterId || actor.userId === keyMakerId)
  )
}

/** Whether a person may cause an event at a status, as the specification has it: written apart from the chart. */
export const mayCause = (
  type: UserEventType,
  person: PersonName,
  status: StatusName,
  facts: Facts,
): boolean => {
  const allowed = type === 'APPROVE' || type === 'DECLINE' ? deciders[status] : undefined
  const mayAtAll = (allowed ?? (facts.mode === 'ovt' ? ovt : live)[type]).includes(person)
  return mayAtAll && !isOwn(type, person, status, facts)
}

const withFile = names.filter(name => !['UNKNOWN', 'UPLOADING', 'UPLOAD_ERROR', 'NIL_RETURN'].includes(name))

/** In which statuses an event of a user can happen at all (decisions §3). */
export const expectedIn: Record<UserEventType, readonly StatusName[]> = {
  UPLOAD_REQUESTED: ['UNKNOWN'],
  UPLOAD_CANCELLED: ['UPLOADING'],
  NIL_RETURN_CREATED: ['UNKNOWN'],
  NIL_RETURN_WITHDRAWN: ['NIL_RETURN'],
  SUBMIT: ['QUALITY_PROCESSING_COMPLETE'],
  APPROVE: ['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL'],
  DECLINE: ['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL'],
  REQUEST_SIGN_OFF: ['APPROVED'],
  SIGN_OFF: ['PROVIDER_SIGNOFF'],
  FORM_REFUSED: ['PROVIDER_SIGNOFF'],
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
  HISTORY_REQUESTED: ['HISTORY_DATA_ERROR'],
}

/** Where the system's events lead (decisions §3); SUPERSEDED happens everywhere and changes no status. */
const liveSystem: Record<SystemEventType, Partial<Record<StatusName, StatusName>>> = {
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
  HISTORY_STARTED: { SIGNED_OFF: 'HISTORY_DATA' },
  HISTORY_PASSED: { HISTORY_DATA: 'HISTORY_DATA_PASSED' },
  HISTORY_ERRORED: { HISTORY_DATA: 'HISTORY_DATA_ERROR' },
}
const ovtSystem: typeof liveSystem = {
  ...liveSystem,
  CREDIBILITY_STARTED: {},
  QUALITY_PROCESSING_COMPLETED: {
    ...liveSystem.QUALITY_PROCESSING_COMPLETED,
    QUALITY_RULES_PASSED: 'QUALITY_PROCESSING_COMPLETE',
  },
}

type Conditions = (facts: Facts, event: LifecycleEvent, status: StatusName) => boolean

const isOpen = ({ collectionState }: Facts) =>
  collectionState === 'Open' || collectionState === 'Historic amendment'
const isSignedOff = ({ latestStatus }: Pick<Facts, 'latestStatus'>) =>
  latestStatus === 'SIGNED_OFF' || latestStatus?.startsWith('HISTORY_DATA') === true
/** Of an archive everything is only read (decisions §10); a closed collection still decides on what was submitted. */
const isDecidedIn = ({ collectionState }: Facts) => collectionState !== 'Archived'
/** What was stored before a note was needed says nothing of one. */
const hasNote = (event: LifecycleEvent): boolean => !('hasNote' in event) || event.hasNote !== false
const isSecondOf = ({ approverId }: Facts, { actor }: LifecycleEvent): boolean =>
  actor.kind === 'user' && approverId === actor.userId
const hasTerms = (event: LifecycleEvent): boolean => 'termsAccepted' in event && event.termsAccepted

/** What has to be the case besides status and right (decisions §3; specification 1 §4, 2 §5), apart from the chart. */
export const conditions: Record<UserEventType, Conditions> = {
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
  // Not while a live submission stands (decisions §12): an upload that brought no file is none, one under way may become one.
  NIL_RETURN_CREATED: facts =>
    facts.mode === 'live' &&
    isOpen(facts) &&
    !facts.uploadUnderWay &&
    (facts.latestStatus === undefined || facts.latestStatus === 'UPLOAD_ERROR'),
  // By the agency, while files are taken (decisions §12); what is closed stays as it is.
  NIL_RETURN_WITHDRAWN: facts => facts.isLatest && isOpen(facts),
  SUBMIT: (facts, event) =>
    facts.mode === 'live' &&
    facts.isLatest &&
    isOpen(facts) &&
    Object.values(facts.blockers).every(flag => !flag) &&
    hasTerms(event),
  // Who gave the first approval of the agency gives no other without saying why (decisions §15).
  APPROVE: (facts, event, status) =>
    facts.isLatest &&
    isDecidedIn(facts) &&
    (status !== 'AGENCY_APPROVAL' || !isSecondOf(facts, event) || hasNote(event)),
  // Who declines says why (decisions §12).
  DECLINE: (facts, event) => facts.isLatest && isDecidedIn(facts) && hasNote(event),
  // Nothing is signed off beside a file that is about to take its place: only the agency leads back from there.
  REQUEST_SIGN_OFF: (facts, event) =>
    facts.isLatest && !facts.uploadUnderWay && isOpen(facts) && hasTerms(event),
  // Without a form that was returned, a note says why (decisions §15).
  SIGN_OFF: (facts, event) =>
    facts.isLatest &&
    !facts.uploadUnderWay &&
    isDecidedIn(facts) &&
    (facts.isFormReturned === true || hasNote(event)),
  FORM_REFUSED: (facts, event) =>
    facts.isLatest && isDecidedIn(facts) && facts.isFormReturned === true && hasNote(event),
  REQUEST_RESUBMISSION: (facts, event) => facts.isLatest && isDecidedIn(facts) && hasNote(event),
  HISTORIC_AMENDMENT_REQUESTED: ({ isLatest, collectionState }) =>
    isLatest && collectionState === 'Historic amendment',
  REPROCESSED: facts =>
    facts.mode === 'live' &&
    facts.isLatest &&
    facts.hasStoredFile &&
    (isOpen(facts) || facts.collectionState === 'Closed'),
  // Also of an archive: it decides nothing, and without it the next year would have nothing to be compared with.
  HISTORY_REQUESTED: ({ isLatest }) => isLatest,
}

/**
 * Where the system's events lead, by status; an event that is not there is refused. From a sign-off only the agency leads
 * back, so no file is stored over one.
 */
export const systemTargets = (facts: Facts): typeof liveSystem => {
  if (facts.mode === 'ovt') return ovtSystem
  return isSignedOff(facts) ? { ...liveSystem, FILE_STORED: {} } : liveSystem
}

/** The agency's approval comes after the analyst's; the regulator's last, in England only (specification 2 §4.3). */
const afterApproval = (status: StatusName, { countryCode }: Facts): StatusName => {
  if (status === 'ANALYST_APPROVAL') return 'AGENCY_APPROVAL'
  return status === 'AGENCY_APPROVAL' && countryCode === 'E' ? 'SC_APPROVAL' : 'APPROVED'
}

/** Where an event of a user leads that is granted. */
const userTargets: Record<UserEventType, (status: StatusName, facts: Facts) => StatusName> = {
  UPLOAD_REQUESTED: () => 'UPLOADING',
  UPLOAD_CANCELLED: () => 'UPLOAD_ERROR',
  NIL_RETURN_CREATED: () => 'NIL_RETURN',
  NIL_RETURN_WITHDRAWN: () => 'UNKNOWN',
  SUBMIT: (_, { riskCode }) => (riskCode === '01' ? 'AGENCY_APPROVAL' : 'ANALYST_APPROVAL'),
  APPROVE: afterApproval,
  DECLINE: () => 'RESUBMISSION_REQUIRED',
  REQUEST_SIGN_OFF: () => 'PROVIDER_SIGNOFF',
  SIGN_OFF: () => 'SIGNED_OFF',
  FORM_REFUSED: () => 'PROVIDER_SIGNOFF',
  REQUEST_RESUBMISSION: () => 'RESUBMISSION_REQUIRED',
  HISTORIC_AMENDMENT_REQUESTED: () => 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT',
  REPROCESSED: status => status,
  HISTORY_REQUESTED: () => 'SIGNED_OFF',
}

/** The stage whose work is put on the queue when a status is entered. */
const workAt: Partial<Record<StatusName, Stage>> = {
  UPLOADED: 'PROVISIONING',
  PROVISIONED: 'SCHEMA_CHECK',
  SCHEMA_CHECK_PASSED: 'RIGHT_TO_PROCESS',
  RIGHT_TO_PROCESS_PASSED: 'ENRICHMENT',
  ENRICHMENT_PASSED: 'QUALITY_RULES',
  QUALITY_RULES_PASSED: 'CREDIBILITY',
  CREDIBILITY_PASSED: 'COLLECTION_REPORTS',
  SIGNED_OFF: 'HISTORY',
}

/** In which a worker has a stage in hand. */
const inHand: readonly StatusName[] = [
  'PROVISIONING',
  'SCHEMA_CHECK',
  'RIGHT_TO_PROCESS',
  'ENRICHMENT',
  'QUALITY_RULES',
  'CREDIBILITY',
  'COLLECTION_REPORTS',
  'HISTORY_DATA',
]

/**
 * Whether nobody waits any more for work that was asked for: a stage has ended; online validation has ended with its rules; or a
 * sign-off is undone, whose history nobody needs then. What is superseded waits for nothing either.
 */
const endsWork = (from: StatusName, type: LifecycleEventType): boolean =>
  inHand.includes(from) ||
  (from === 'QUALITY_RULES_PASSED' && type === 'QUALITY_PROCESSING_COMPLETED') ||
  (isSignedOff({ latestStatus: from }) &&
    (type === 'REQUEST_RESUBMISSION' || type === 'HISTORIC_AMENDMENT_REQUESTED'))

/** Everything else that is asked for: where a status is entered, where it is left, and by an event. */
const effectsAt: Partial<Record<StatusName, string>> = {
  UPLOADING: 'armUploadTimer',
  UPLOAD_ERROR: 'discardFile',
  // By the specification of this moment everything is processed (decisions §10), of an upload and of a copy.
  PROVISIONING: 'takeSpecification',
  RIGHT_TO_PROCESS_FAILED: 'discardContentLater',
}
/** Of what people are told (decisions §14): where a status is entered, whatever led there. */
const noticeAt: Partial<Record<StatusName, string>> = {
  ...Object.fromEntries(
    names
      .filter(name => /_(ERROR|FAILED)$/.test(name) && !/^(UPLOAD|HISTORY_DATA)_/.test(name))
      .map(name => [name, 'notify processingStopped']),
  ),
  QUALITY_PROCESSING_COMPLETE: 'notify processingFinished',
  ANALYST_APPROVAL: 'notify decisionAwaited',
  AGENCY_APPROVAL: 'notify decisionAwaited',
  SC_APPROVAL: 'notify decisionAwaited',
  APPROVED: 'notify approved',
  PROVIDER_SIGNOFF: 'notify decisionAwaited',
  RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT: 'notify resubmissionRequired',
}
const effectsOf: Partial<Record<LifecycleEventType, readonly string[]>> = {
  DECLINE: ['notify declined'],
  SIGN_OFF: ['notify signedOff'],
  FORM_REFUSED: ['notify formRefused', 'refuseForm'],
  REQUEST_RESUBMISSION: ['notify resubmissionRequired'],
  FILE_STORED: ['supersedePrevious'],
  NIL_RETURN_CREATED: ['supersedePrevious'],
  COPIED: ['supersedePrevious', 'enqueueStage PROVISIONING'],
  SUPERSEDED: ['withdrawWork'],
  SUBMIT: ['raiseIssues'],
  REPROCESSED: ['createCopy'],
}

const effectsBetween = (from: StatusName, type: LifecycleEventType, to: StatusName): string[] => {
  const entered = from === to ? [] : [workAt[to] && `enqueueStage ${workAt[to]}`, effectsAt[to], noticeAt[to]]
  const left =
    from === to
      ? []
      : [from === 'UPLOADING' && 'disarmUploadTimer', endsWork(from, type) && 'withdrawWork'].filter(
          effect => effect !== false,
        )
  return [...left, ...entered, ...(effectsOf[type] ?? [])].filter(effect => effect !== undefined).toSorted()
}

const latestAfter = (type: LifecycleEventType, facts: Facts): boolean => {
  if (type === 'FILE_STORED' || type === 'COPIED' || type === 'NIL_RETURN_CREATED') return true
  if (type === 'SUPERSEDED' || type === 'NIL_RETURN_WITHDRAWN') return false
  return type === 'UPLOAD_REQUESTED' ? facts.latestStatus === undefined : facts.isLatest
}

/** What follows from an event. */
export interface Outcome {
  status: StatusName
  isLatest: boolean
  hasStoredFile: boolean
  uploaderId: string | undefined
  submitterId: string | undefined
  approverId: string | undefined
  isFormReturned: boolean | undefined
  /** Sorted. */
  effects: string[]
}

export interface Question {
  status: StatusName
  facts: Facts
  event: LifecycleEvent
  person: PersonName
}

const targetOf = ({ status, facts, event, person }: Question): StatusName | undefined => {
  if (!(event.type in expectedIn))
    return person === 'system' ? systemTargets(facts)[event.type as SystemEventType][status] : undefined
  const type = event.type as UserEventType
  const isGranted =
    mayCause(type, person, status, facts) &&
    expectedIn[type].includes(status) &&
    conditions[type](facts, event, status)
  return isGranted ? userTargets[type](status, facts) : undefined
}

/** What was decided to follow; undefined where the event is refused. */
export const decided = (question: Question): Outcome | undefined => {
  const { status, facts, event } = question
  const to = targetOf(question)
  if (to === undefined) return undefined
  const { actor, type } = event
  const userId = actor.kind === 'user' ? actor.userId : undefined
  return {
    status: to,
    isLatest: latestAfter(type, facts),
    hasStoredFile: facts.hasStoredFile || type === 'FILE_STORED' || type === 'COPIED',
    uploaderId: type === 'UPLOAD_REQUESTED' ? userId : facts.uploaderId,
    submitterId: type === 'SUBMIT' ? userId : facts.submitterId,
    approverId: type === 'APPROVE' && status === 'ANALYST_APPROVAL' ? userId : facts.approverId,
    isFormReturned: type === 'FORM_REFUSED' ? false : facts.isFormReturned,
    effects: effectsBetween(status, type, to),
  }
}
