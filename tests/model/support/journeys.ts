/** An event with the state that it leads to, and the actions that have to be among those executed. */
export interface JourneyStep {
  event: string
  /** Guards that change before the event: what is the case about the submission, and about who acts. */
  guards?: Record<string, boolean>
  /** Last part of the state's path: the status in camel case; "recorded" is SIGNED_OFF. */
  state: string
  actions?: { type: string; params?: Record<string, unknown> }[]
}

const notify = (kind: string) => ({ type: 'notify', params: { kind } })
const enqueue = (stage: string) => ({ type: 'enqueueStage', params: { stage } })

/** From the choice of a file to the finished processing (decisions §3). */
const toQualityComplete: JourneyStep[] = [
  { event: 'UPLOAD_REQUESTED', guards: { isOvt: false }, state: 'uploading' },
  {
    event: 'FILE_STORED',
    state: 'uploaded',
    actions: [{ type: 'becomeLatest' }, { type: 'supersedePrevious' }, enqueue('PROVISIONING')],
  },
  { event: 'PROVISIONING_STARTED', state: 'provisioning' },
  { event: 'PROVISIONING_PASSED', state: 'provisioned', actions: [enqueue('SCHEMA_CHECK')] },
  { event: 'SCHEMA_CHECK_STARTED', state: 'schemaCheck' },
  { event: 'SCHEMA_CHECK_PASSED', state: 'schemaCheckPassed', actions: [enqueue('RIGHT_TO_PROCESS')] },
  { event: 'RIGHT_TO_PROCESS_STARTED', state: 'rightToProcess' },
  { event: 'RIGHT_TO_PROCESS_PASSED', state: 'rightToProcessPassed', actions: [enqueue('ENRICHMENT')] },
  { event: 'ENRICHMENT_STARTED', state: 'enrichment' },
  { event: 'ENRICHMENT_PASSED', state: 'enrichmentPassed', actions: [enqueue('QUALITY_RULES')] },
  { event: 'QUALITY_RULES_STARTED', state: 'qualityRules' },
  { event: 'QUALITY_RULES_PASSED', state: 'qualityRulesPassed', actions: [enqueue('CREDIBILITY')] },
  // Not for a live submission: its reports are missing.
  { event: 'QUALITY_PROCESSING_COMPLETED', state: 'qualityRulesPassed' },
  { event: 'CREDIBILITY_STARTED', state: 'credibility' },
  { event: 'CREDIBILITY_PASSED', state: 'credibilityPassed', actions: [enqueue('COLLECTION_REPORTS')] },
  { event: 'COLLECTION_REPORTS_STARTED', state: 'collectionReports' },
  { event: 'COLLECTION_REPORTS_PASSED', state: 'collectionReportsPassed' },
  {
    event: 'QUALITY_PROCESSING_COMPLETED',
    state: 'qualityProcessingComplete',
    actions: [notify('processingFinished')],
  },
]

/** From the request of sign-off to the finished history (decisions §3). */
const signOff: JourneyStep[] = [
  {
    event: 'REQUEST_SIGN_OFF',
    state: 'providerSignoff',
    actions: [notify('decisionAwaited')],
  },
  // Who uploaded the file does not record its sign-off.
  { event: 'SIGN_OFF', guards: { isSecondPerson: false }, state: 'providerSignoff' },
  {
    event: 'SIGN_OFF',
    guards: { isSecondPerson: true },
    state: 'recorded',
    actions: [notify('signedOff'), enqueue('HISTORY')],
  },
  { event: 'HISTORY_STARTED', state: 'historyData' },
  { event: 'HISTORY_PASSED', state: 'historyDataPassed' },
]

/**
 * Whole journeys of a submission, from the specification (1 §4, 2 §4.3; decisions §3) and not from the chart: the chain of approvals
 * hangs on the risk code (analyst first) and on the country (the regulator last, in England).
 */
export const journeys: readonly (readonly [string, readonly JourneyStep[]])[] = [
  [
    'a high-risk provider in England, from upload to sign-off',
    [
      ...toQualityComplete,
      { event: 'SUBMIT', guards: { hasAcceptedTerms: false }, state: 'qualityProcessingComplete' },
      {
        event: 'SUBMIT',
        guards: { hasAcceptedTerms: true },
        state: 'analystApproval',
        actions: [{ type: 'noteSubmitter' }, notify('decisionAwaited')],
      },
      { event: 'APPROVE', state: 'agencyApproval' },
      { event: 'APPROVE', state: 'scApproval' },
      { event: 'APPROVE', guards: { isLatest: false }, state: 'scApproval' },
      { event: 'APPROVE', guards: { isLatest: true }, state: 'approved', actions: [notify('approved')] },
      ...signOff,
    ],
  ],
  [
    'a low-risk provider outside England, from upload to sign-off',
    [
      ...toQualityComplete,
      { event: 'SUBMIT', guards: { startsWithAnalyst: false }, state: 'agencyApproval' },
      { event: 'APPROVE', guards: { needsStatutoryCustomer: false }, state: 'approved' },
      ...signOff,
    ],
  ],
  [
    'a submission that is declined, with a note',
    [
      ...toQualityComplete,
      { event: 'SUBMIT', state: 'analystApproval' },
      { event: 'DECLINE', guards: { hasNote: false }, state: 'analystApproval' },
      {
        event: 'DECLINE',
        guards: { hasNote: true },
        state: 'resubmissionRequired',
        actions: [notify('declined')],
      },
      // The copy of a re-processing takes its place; the status stays.
      { event: 'SUPERSEDED', state: 'resubmissionRequired', actions: [{ type: 'stepAside' }] },
    ],
  ],
]
