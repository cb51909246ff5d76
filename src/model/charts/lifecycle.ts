import { noBlockers } from '../../domain/commitStatus.ts'
import { systemPrincipal } from '../../domain/principal.ts'
import {
  type Facts,
  type LifecycleEvent,
  type LifecycleEventType,
  type SystemEvent,
  submissionLifecycle,
  type UserEvent,
  userEventTypes,
} from '../../machines/submission-lifecycle/index.ts'
import type { ModelSpec, Samples } from '../modelOf.ts'
import { keyUserId, people } from '../people.ts'

/** Facts of the first live upload of a provider in Wales (risk 01) to an open collection. */
export const openFacts: Facts = {
  submissionId: 'a',
  instId: '0001',
  mode: 'live',
  uploaderId: undefined,
  submitterId: undefined,
  keyMakerId: undefined,
  isLatest: true,
  hasStoredFile: false,
  collectionState: 'Open',
  allowSubmissions: true,
  onboarded: true,
  latestStatus: undefined,
  uploadUnderWay: false,
  riskCode: '01',
  countryCode: 'W',
  regulatorCode: '5002',
  blockers: noBlockers,
}

const { signOff, admin, analyst, regulator, ovtSubmitter } = people
const by = <T extends LifecycleEventType>(type: T, actor: LifecycleEvent['actor']) => ({ type, actor })

/** One of each event by somebody who may cause it; who may not is asked by the test of refusals. */
export const userSamples: Samples<UserEvent> = {
  UPLOAD_REQUESTED: [by('UPLOAD_REQUESTED', signOff), by('UPLOAD_REQUESTED', ovtSubmitter)],
  UPLOAD_CANCELLED: [by('UPLOAD_CANCELLED', signOff), by('UPLOAD_CANCELLED', ovtSubmitter)],
  NIL_RETURN_CREATED: [by('NIL_RETURN_CREATED', admin)],
  NIL_RETURN_WITHDRAWN: [by('NIL_RETURN_WITHDRAWN', admin)],
  SUBMIT: [
    { type: 'SUBMIT', actor: signOff, termsAccepted: true },
    { type: 'SUBMIT', actor: signOff, termsAccepted: false },
  ],
  APPROVE: [
    by('APPROVE', analyst),
    by('APPROVE', regulator),
    { type: 'APPROVE', actor: admin, hasNote: true },
    { type: 'APPROVE', actor: analyst, hasNote: false },
  ],
  DECLINE: [
    { type: 'DECLINE', actor: analyst, hasNote: true },
    { type: 'DECLINE', actor: regulator, hasNote: true },
    { type: 'DECLINE', actor: analyst, hasNote: false },
  ],
  REQUEST_SIGN_OFF: [
    { type: 'REQUEST_SIGN_OFF', actor: signOff, termsAccepted: true },
    { type: 'REQUEST_SIGN_OFF', actor: signOff, termsAccepted: false },
  ],
  SIGN_OFF: [
    { type: 'SIGN_OFF', actor: admin, hasNote: true },
    { type: 'SIGN_OFF', actor: admin, hasNote: false },
  ],
  FORM_REFUSED: [
    { type: 'FORM_REFUSED', actor: admin, hasNote: true },
    { type: 'FORM_REFUSED', actor: admin, hasNote: false },
  ],
  REQUEST_RESUBMISSION: [
    { type: 'REQUEST_RESUBMISSION', actor: admin, hasNote: true },
    { type: 'REQUEST_RESUBMISSION', actor: admin, hasNote: false },
  ],
  HISTORIC_AMENDMENT_REQUESTED: [by('HISTORIC_AMENDMENT_REQUESTED', admin)],
  REPROCESSED: [by('REPROCESSED', admin)],
  HISTORY_REQUESTED: [by('HISTORY_REQUESTED', admin)],
}

const reported = <T extends SystemEvent['type']>(type: T) => [{ type, actor: systemPrincipal }]

/** One of each event of the system. */
export const systemSamples: Samples<SystemEvent> = {
  FILE_STORED: reported('FILE_STORED'),
  UPLOAD_FAILED: reported('UPLOAD_FAILED'),
  UPLOAD_EXPIRED: reported('UPLOAD_EXPIRED'),
  COPIED: reported('COPIED'),
  SUPERSEDED: reported('SUPERSEDED'),
  PROVISIONING_STARTED: reported('PROVISIONING_STARTED'),
  PROVISIONING_PASSED: reported('PROVISIONING_PASSED'),
  PROVISIONING_ERRORED: reported('PROVISIONING_ERRORED'),
  SCHEMA_CHECK_STARTED: reported('SCHEMA_CHECK_STARTED'),
  SCHEMA_CHECK_PASSED: reported('SCHEMA_CHECK_PASSED'),
  SCHEMA_CHECK_FAILED: reported('SCHEMA_CHECK_FAILED'),
  SCHEMA_CHECK_ERRORED: reported('SCHEMA_CHECK_ERRORED'),
  RIGHT_TO_PROCESS_STARTED: reported('RIGHT_TO_PROCESS_STARTED'),
  RIGHT_TO_PROCESS_PASSED: reported('RIGHT_TO_PROCESS_PASSED'),
  RIGHT_TO_PROCESS_FAILED: reported('RIGHT_TO_PROCESS_FAILED'),
  RIGHT_TO_PROCESS_ERRORED: reported('RIGHT_TO_PROCESS_ERRORED'),
  ENRICHMENT_STARTED: reported('ENRICHMENT_STARTED'),
  ENRICHMENT_PASSED: reported('ENRICHMENT_PASSED'),
  ENRICHMENT_ERRORED: reported('ENRICHMENT_ERRORED'),
  SAVING_ENTITIES_ERRORED: reported('SAVING_ENTITIES_ERRORED'),
  QUALITY_RULES_STARTED: reported('QUALITY_RULES_STARTED'),
  QUALITY_RULES_PASSED: reported('QUALITY_RULES_PASSED'),
  QUALITY_RULES_ERRORED: reported('QUALITY_RULES_ERRORED'),
  CREDIBILITY_STARTED: reported('CREDIBILITY_STARTED'),
  CREDIBILITY_PASSED: reported('CREDIBILITY_PASSED'),
  CREDIBILITY_ERRORED: reported('CREDIBILITY_ERRORED'),
  COLLECTION_REPORTS_STARTED: reported('COLLECTION_REPORTS_STARTED'),
  COLLECTION_REPORTS_PASSED: reported('COLLECTION_REPORTS_PASSED'),
  COLLECTION_REPORTS_ERRORED: reported('COLLECTION_REPORTS_ERRORED'),
  QUALITY_PROCESSING_COMPLETED: reported('QUALITY_PROCESSING_COMPLETED'),
  HISTORY_STARTED: reported('HISTORY_STARTED'),
  HISTORY_PASSED: reported('HISTORY_PASSED'),
  HISTORY_ERRORED: reported('HISTORY_ERRORED'),
}

export const systemEvents: readonly SystemEvent[] = Object.values(systemSamples).flat()
export const userEvents: readonly UserEvent[] = Object.values(userSamples).flat()
export { userEventTypes }

/** Every event of a person by this one, whatever the right to it; those with terms, and with a note, both ways. */
export const userEventsBy = (type: UserEvent['type'], actor: LifecycleEvent['actor']): UserEvent[] => {
  switch (type) {
    case 'SUBMIT':
    case 'REQUEST_SIGN_OFF':
      return [true, false].map(termsAccepted => ({ type, actor, termsAccepted }))
    case 'APPROVE':
    case 'DECLINE':
    case 'SIGN_OFF':
    case 'FORM_REFUSED':
    case 'REQUEST_RESUBMISSION':
      return [true, false].map(hasNote => ({ type, actor, hasNote }))
    default:
      return [{ type, actor }]
  }
}

/** Facts that differ in one thing each from a submission that could go on, for the guards' decision tables. */
const deviations: readonly Partial<Facts>[] = [
  {},
  { mode: 'ovt' },
  { mode: 'ovt', isLatest: false },
  { isLatest: false },
  { hasStoredFile: false },
  { collectionState: 'Historic amendment' },
  { collectionState: 'Closed' },
  { collectionState: 'Archived' },
  { mode: 'ovt', collectionState: 'Closed' },
  { allowSubmissions: false },
  { onboarded: false },
  { latestStatus: 'UPLOADED' },
  { latestStatus: 'SIGNED_OFF' },
  { uploadUnderWay: true },
  { uploaderId: people.admin.userId, submitterId: people.regulator.userId },
  { uploaderId: keyUserId, keyMakerId: people.admin.userId },
  { blockers: { ...noBlockers, operationalFailures: true } },
  { isFormReturned: true },
  { isFormReturned: true, collectionState: 'Archived' },
  { approverId: people.analyst.userId },
  { approverId: people.analyst.userId, approversDiffer: true },
]

const probes = {
  contexts: deviations.flatMap(deviation =>
    [
      { riskCode: '01', countryCode: 'W' },
      { riskCode: '02', countryCode: 'E' },
    ].map((chain): Facts => ({ ...openFacts, hasStoredFile: true, ...chain, ...deviation })),
  ),
  events: Object.values(people).flatMap(actor => [
    ...userEventTypes.flatMap(type => userEventsBy(type, actor)),
    ...systemEvents.map(event => ({ ...event, actor })),
  ]),
}

export const lifecycleSpec: ModelSpec<typeof submissionLifecycle> = {
  machine: submissionLifecycle,
  samples: { ...userSamples, ...systemSamples },
  probes,
  project: ({ isLatest, hasStoredFile, isFormReturned, approverId }) => ({
    isLatest,
    hasStoredFile,
    isFormReturned,
    approverId,
  }),
  inputs: {
    'a first upload in Wales (01)': openFacts,
    'a first upload in England (01)': { ...openFacts, countryCode: 'E' },
    'a first upload in England (02)': { ...openFacts, countryCode: 'E', riskCode: '02' },
    'a first upload in Northern Ireland (02)': { ...openFacts, countryCode: 'N', riskCode: '02' },
    'a second upload': { ...openFacts, isLatest: false, latestStatus: 'QUALITY_PROCESSING_COMPLETE' },
    'a historic amendment': { ...openFacts, collectionState: 'Historic amendment' },
    'a form that is returned at once': { ...openFacts, isFormReturned: true },
    'a closed collection': { ...openFacts, collectionState: 'Closed' },
    'online validation': { ...openFacts, mode: 'ovt', collectionState: 'Validation' },
  },
}
