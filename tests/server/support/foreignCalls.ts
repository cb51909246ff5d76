import { randomUUID } from 'node:crypto'
import type { Call } from '../../../src/domain/wire/call.ts'
import { regulatorCode, requestedTolerances, ruleCode } from './issueScene.ts'

/** What belongs to one provider, or to its regulator, by the ids with which calls name it. */
export interface Names {
  /** Of a submission. */
  id: string
  issueId: string
  instId: string
  /** Of the submission's file. */
  hash: string
  keyId: string
  webhookId: string
  /** Of what was sent to the webhook. */
  sentId: string
  noticeId: string
  /** Of the delivery to a customer. */
  deliveryId: string
  jobId: string
  /** Of a support session. */
  sessionId: string
}

/** Ids that nothing has. */
export const nobody: Names = {
  id: randomUUID(),
  issueId: randomUUID(),
  instId: '9999',
  hash: 'e'.repeat(64),
  keyId: randomUUID(),
  webhookId: randomUUID(),
  sentId: randomUUID(),
  noticeId: randomUUID(),
  deliveryId: randomUUID(),
  jobId: randomUUID(),
  sessionId: randomUUID(),
}

const uploadBody = ({ id, instId }: Names) => ({
  submissionUuid: id,
  fileName: 'file.xml',
  collectionId: 'c23056',
  instId,
})
const partUploadBody = (names: Names) => ({ ...uploadBody(names), fileSize: 10 })
const uuidBody = ({ id }: Names) => ({ submissionUuid: id })
const keyBody = ({ id, instId }: Names) => ({ key: `${instId}/${id}/placed.xml` })

const bodies: Readonly<Record<string, (names: Names) => unknown>> = {
  requestUpload: uploadBody,
  requestOvtUpload: uploadBody,
  requestPartUpload: partUploadBody,
  requestOvtPartUpload: partUploadBody,
  completePartUpload: partUploadBody,
  completeOvtPartUpload: partUploadBody,
  cancelUpload: uploadBody,
  cancelOvtUpload: uploadBody,
  requestDownload: keyBody,
  requestOvtDownload: keyBody,
  downloadDeliverySet: uuidBody,
  downloadAllFailures: uuidBody,
  downloadAllOvtFailures: uuidBody,
  makeWorkbook: uuidBody,
  makeOvtWorkbook: uuidBody,
  downloadWorkbook: uuidBody,
  downloadOvtWorkbook: uuidBody,
  updateState: () => ({ action: 'submit', statusId: 26, termsAccepted: true }),
  exportCollectionSubmissions: ({ instId }) => ({ instIds: [instId] }),
  changeContacts: () => ({ contacts: [] }),
  getLiveTicket: ({ instId }) => ({ instId }),
  markNotices: ({ noticeId }) => ({ ids: [noticeId] }),
  createIssue: () => ({ validationCode: ruleCode, regulatorCode }),
  commentOnIssue: () => ({ text: 'Why?' }),
  writeToReceiver: () => ({ text: 'Why?' }),
  writeToSender: () => ({ text: 'Why?' }),
  explainIssue: () => ({ text: 'So.', attachments: [randomUUID()] }),
  explainIssues: ({ issueId }) => ({ issues: [issueId], text: 'So.' }),
  assignIssue: () => ({ userId: null }),
  assignIssues: ({ issueId }) => ({ issues: [issueId], userId: null }),
  explainRules: () => ({ rules: [{ validationCode: ruleCode, regulatorCode }], text: 'So.' }),
  attachToExplanation: () => ({ fileName: 'a.pdf', fileSize: 10 }),
  requestCredibility: ({ id, instId }) => ({
    submissionUuid: id,
    instId,
    collectionId: 'c23056',
    fileName: 'placed.xml',
    providerName: 'University of Ashby',
  }),
  downloadRegulatorOutput: ({ id }) => ({ key: '1', uuid: id }),
  reprocessFiles: ({ id }) => ({ files: [{ submissionUuid: id, fileCode: '1' }] }),
  downloadReportCsv: ({ id }) => ({ submissionUuid: id, reportCode: 'SEN1' }),
  postSignedForm: () => ({ fileName: 'signed.pdf', fileSize: 10 }),
  signForm: () => ({ name: 'Rhian' }),
  returnSignedForm: ({ id }) => ({ formId: id }),
  writeNote: () => ({ subject: 'rule', code: ruleCode, text: 'So.' }),
  requestOverride: () => ({ tolerances: requestedTolerances, text: 'Please.' }),
  approveOverride: () => ({}),
  declineOverride: () => ({ note: 'No.' }),
  withdrawIssue: () => ({}),
  closeIssue: () => ({ resolution: 'KNOWN_ISSUE' }),
  reopenIssue: () => ({}),
  attachToIssue: () => ({ fileName: 'a.pdf', fileSize: 10 }),
  changeWebhook: () => ({ name: 'Mine' }),
  sendSupportEntries: () => ({ entries: [] }),
}

const submissionQuery = ({ id }: Names) => `?submissionUuid=${id}`
const uploadQuery = ({ id, instId }: Names) => `?submissionUuid=${id}&instId=${instId}`
const listQuery = ({ instId }: Names) => `?collectionId=c23056&instId=${instId}`
const instQuery = ({ instId }: Names) => `?instId=${instId}`

const queries: Readonly<Record<string, (names: Names) => string>> = {
  getFileExpectations: listQuery,
  getUnfinishedUpload: uploadQuery,
  getUnfinishedOvtUpload: uploadQuery,
  getLastExplanation: () => `?validationCode=${ruleCode}&regulatorCode=${regulatorCode}`,
  giveTransferConsent: instQuery,
  withdrawTransferConsent: instQuery,
  remindOfTransfer: instQuery,
  writeToReceiver: instQuery,
  writeToSender: instQuery,
  compareAllReports: ({ id }) => `?previousSubmissionId=${id}`,
  allFailuresExist: submissionQuery,
  allOvtFailuresExist: submissionQuery,
  listWorkbooks: submissionQuery,
  listOvtWorkbooks: submissionQuery,
  listActivityLogEntries: submissionQuery,
  listSubmissions: listQuery,
  listOvtSubmissions: listQuery,
  listProviderStatuses: ({ instId }) => `?collectionReference=23056&instId=${instId}`,
  listProviderActivityLog: () => '?collectionReference=23056',
  getSectorReport: instQuery,
}

/** Parameters of a path that name somebody's thing; the others name a collection, a rule, a report. */
const ownersOf = (name: string, call: Call, names: Names): Record<string, string> => {
  const { id, issueId, instId, hash, keyId, webhookId, sentId, deliveryId, jobId, sessionId } = names
  const thing = (): string => {
    if (name === 'requestSignOffForm') return hash
    if (call.path.startsWith('/issues/')) return issueId
    if (call.path.startsWith('/deliveries/')) return deliveryId
    return call.path.startsWith('/jobs/') ? jobId : id
  }
  return {
    id: thing(),
    attachmentId: id,
    formId: id,
    uuid: id,
    submissionId: id,
    currentSubmissionId: id,
    previousId: id,
    previousSubmissionId: id,
    instId,
    providerId: instId,
    keyId,
    webhookId,
    sessionId,
    // In a path it is what was sent to a webhook.
    deliveryId: sentId,
  }
}

const others: Readonly<Record<string, string>> = {
  collectionId: 'c23056',
  reference: '23056',
  reportCode: 'SEN1',
  cellId: '*~*',
  validationId: ruleCode,
  student: '5',
  code: regulatorCode,
}

/** Whether a call names a thing that belongs to somebody, and so is asked with another's. */
export const namesAThing = (name: string, call: Call): boolean =>
  name in bodies ||
  name in queries ||
  [...call.path.matchAll(/\{(\w+)\}/g)].some(
    ([, parameter = '']) => parameter in ownersOf(name, call, nobody),
  )

/** The request that names these things. */
export const requestFor = (
  name: string,
  call: Call,
  names: Names,
): { method: string; path: string; body: unknown } => {
  const values = { ...others, ...ownersOf(name, call, names) }
  const path = call.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = values[parameter]
    if (value === undefined) throw new Error(`Nothing is known to put for ${parameter} of ${name}.`)
    return encodeURIComponent(value)
  })
  return { method: call.method, path: `${path}${queries[name]?.(names) ?? ''}`, body: bodies[name]?.(names) }
}

/** Calls that list, or add up, what the asker may see, with what has to be sent; no row and no figure is another's. */
export const lists: Readonly<Record<string, { query?: string; byProvider?: boolean }>> = {
  listOrganisations: {},
  listCollectionSubmissions: {},
  listCollectionProgress: {},
  getStepSummary: { byProvider: true },
  listProviders: {},
  getBurnUp: {},
  getNewsSinceYesterday: {},
  listRulesAcross: {},
  listWorstRules: {},
  listTasks: {},
  findAnything: { query: '?search=0001' },
  getSector: { query: '?standing=PROCESSED' },
  listIssues: { query: '?collectionReference=23056', byProvider: true },
  listColleagues: {},
  listNotices: {},
  listMails: {},
  listReprocessFiles: {},
  listDeliveries: { byProvider: true },
  listJobs: {},
  listApiKeys: {},
  listWebhooks: {},
}

/** Calls that name nothing that belongs to anybody, by the reason. */
export const withoutOwner: Readonly<Record<string, readonly string[]>> = {
  'before anybody acts for an organisation; which ones one may act for: identity.test.ts': [
    'exchangeToken',
    'signOut',
    'getConfiguration',
    'getDemonstrationProgress',
  ],
  'collections and regulators, which everybody reads': [
    'getCollection',
    'getCollectionSchema',
    'listCollections',
    'getRegulator',
    'listRegulators',
    'listStates',
  ],
  'the description of the API, the same for everybody who may have it': ['getApiDescription'],
  'what the agency publishes': [
    'downloadPublishedFields',
    'downloadPublishedRules',
    'getPublishedChanges',
    'getPublishedFeed',
    'getPublishedSchema',
    'getCheckSchema',
    'listCheckSchemas',
    'listPublished',
    'listPublishedDerived',
    'listPublishedFields',
    'listPublishedRules',
  ],
  "the asker's own, without a name": [
    'getMailSettings',
    'setMailSettings',
    'makeApiKey',
    'offerSupportSession',
    'addWebhook',
    'validateFile',
    'listOpenCollections',
  ],
}
