import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { allCalls } from '../../server/http/openapi.ts'
import type { Call } from '../../src/domain/wire/call.ts'
import { isExhaustive } from './support/exhaustive.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * Who may make which call, for ten people of the demonstration: whoever may not gets 403, and the audit a line that says who
 * asked for what. Written from the specification (1 §6, 2 §6; decisions §5, §10, §12) and apart from the product's table.
 */

const agency = [
  'bedel-admin',
  'bedel-analyst',
  'bedel-staff',
  'bedel-special',
  'bedel-pii',
  'bedel-anon',
] as const
const people = [...agency, 'ashby-submitter', 'ohe-analyst', 'ohe-delivery', 'ttb-analyst'] as const
type Person = (typeof people)[number]

const provider: readonly Person[] = ['ashby-submitter']
const regulatorAnalysts: readonly Person[] = ['ohe-analyst', 'ttb-analyst']
const admin: readonly Person[] = ['bedel-admin']
const adminAndAnalyst: readonly Person[] = ['bedel-admin', 'bedel-analyst']
/** Of the agency, who reads single records. */
const recordReaders: readonly Person[] = [...adminAndAnalyst, 'bedel-special']

/** Names of calls by who may make them. */
const groups: readonly [who: readonly Person[], calls: string][] = [
  [
    people,
    `exchangeToken getConfiguration getDemonstrationProgress getLiveTicket listOrganisations signOut offerSupportSession sendSupportEntries endSupportSession
    getCollection getCollectionSchema getRegulator listCollections listRegulators listStates
    findAnything listNotices listTasks markNotices getMailSettings listMails setMailSettings
    downloadPublishedFields downloadPublishedRules getPublishedChanges getPublishedFeed getPublishedSchema getSpecificationPackage listPublished
    listPublishedDerived listPublishedFields listPublishedRules getCheckSchema listCheckSchemas`,
  ],
  // All agency staff, every user of a primary regulator, analysts of other statutory customers.
  [
    [...agency, ...regulatorAnalysts, 'ohe-delivery'],
    `exportCollectionSubmissions getStepSummary listCollectionSubmissions listCollectionProgress listProviders getBurnUp getNewsSinceYesterday getProviderOverview
    getSector getSectorReport listJobs getJob cancelJob`,
  ],
  [[...agency, ...regulatorAnalysts], 'listRulesAcross listWorstRules'],
  [
    [...agency, ...provider, ...regulatorAnalysts],
    `listActivityLogEntries listProviderCollections getCommitAllowedStatus getLatestSubmission getNewSubmission getSubmission
    listProviderStatuses listSubmissions getLifecycle getSequence getUsualLengths
    compareValidations getFailureSummaryTable getKeyFigures getRecordChanges getSummary getValidation listSchemaChecks
    listValidations listNotes downloadAttachment getIssue listIssues
    compareCredibilityReport downloadCostCentreWorkbook downloadReportCsv downloadReportWorkbook downloadReportsZip
    getCredibilityReport getFrequencyCounts listAdditionalReports listCredibilityReports listPreviousSubmissions
    compareAllReports downloadRegulatorOutput getSurveyPopulation getTransferConsent getTransfersIn getTransfersOut
    listRegulatorOutputs`,
  ],
  [
    agency,
    `listActivityLog listOvtSubmissions getLatestOvtSubmission getOvtSubmission getOvtFailureCounts listOvtSchemaChecks listOvtValidations getOvtValidation
    getOvtSummary getOvtFailureSummaryTable
    createNilSubmission withdrawNilReturn requestResubmission signOffSubmission refuseForm
    joinSupportSession readSupportEntries getConformance getCoverage getFailures getHeat getChartFigures listChartRecords getChartHistory getChartConformance listInspectedSubmissions
    listLiveSubmissions getTraffic listStatusCounts
    getCostCentres listStreams listCollectionEvents getManagedProvider listManagedProviders
    getDeliveryConfiguration getDeliveryOptions listDeliveryConfigurations listDownloads
    getImpact getRuleSpread listImpacts getRuleSource listRulesetRules
    getSchemaDocument getSpecification getSpecificationDifference getRulesetDifference listContentUse listDerivedFields listRulesets listSchemas
    getOpeningAudience listCarryOver getSpecificationRuleHistory listSpecificationRules listSpecifications listTolerances`,
  ],
  [
    [...agency, ...provider],
    'listProviderActivityLog requestSignOffForm downloadSignedForm getSignedForm getSignedFormContent',
  ],
  [[...agency, 'ohe-delivery'], 'getDelivery listDeliveries'],
  [['ohe-delivery'], 'downloadDelivery'],
  [
    [...provider, ...recordReaders, ...regulatorAnalysts],
    `allFailuresExist downloadAllFailures downloadWorkbook listWorkbooks makeWorkbook getStudent listStudents
    downloadDrilldown getDrilldown getExpectedPopulation listTransfersIn listTransfersOut`,
  ],
  [
    recordReaders,
    'allOvtFailuresExist downloadAllOvtFailures downloadOvtWorkbook listOvtWorkbooks makeOvtWorkbook',
  ],
  [[...provider, 'bedel-special'], 'requestDownload downloadDeliverySet'],
  [['bedel-special'], 'requestOvtDownload'],
  [
    [...provider, ...admin],
    `requestUpload requestPartUpload completePartUpload cancelUpload getUnfinishedUpload getFileExpectations listOpenCollections`,
  ],
  // For the roles of online validation.
  [[], 'requestOvtUpload requestOvtPartUpload completeOvtPartUpload cancelOvtUpload getUnfinishedOvtUpload'],
  [[...provider, ...adminAndAnalyst], 'createIssue retryIssue'],
  [[...provider, ...adminAndAnalyst, ...regulatorAnalysts], 'commentOnIssue attachToIssue'],
  [[...adminAndAnalyst, ...regulatorAnalysts], 'approveOverride declineOverride closeIssue reopenIssue'],
  [
    provider,
    `assignIssue assignIssues attachToExplanation explainIssue explainIssues explainRules getLastExplanation listColleagues requestOverride
    startWork withdrawIssue requestCredibility writeNote giveTransferConsent withdrawTransferConsent
    remindOfTransfer writeToReceiver writeToSender validateFile`,
  ],
  // For who signs off, of the provider; an administrator in its place.
  [admin, 'postSignedForm returnSignedForm signForm'],
  [
    [],
    `addWebhook changeWebhook getApiDescription listApiKeys listWebhookDeliveries listWebhooks makeApiKey removeWebhook renewWebhookSecret
    revokeApiKey sendWebhookAgain switchWebhookOff switchWebhookOn testWebhook`,
  ],
  [['bedel-admin', 'bedel-special', 'bedel-pii', ...regulatorAnalysts], 'listReprocessFiles reprocessFiles'],
  [
    adminAndAnalyst,
    'changeTolerances previewTolerances reprocess makeHistory previewReminders sendReminders listReminders',
  ],
  [agency, 'getContacts changeContacts'],
  [
    admin,
    `requestHistoricAmendment downloadGracefulFailures downloadOvtGracefulFailures listAuditLines listAuditOrganisations verifyWholeAudit getAuditProof putCostCentres addStream makeStreamAvailable
    changeProvider importRegister listUsers onboardProviders previewRegister takeProviderIn
    cancelDelivery changeDeliveryConfiguration createDeliveryConfiguration deleteDeliveryConfiguration previewDelivery
    requestDelivery setDeliveryConfigurationState publishRuleset publishSchema checkRuleset replaceRuleset runRule saveRule resetDpsTask`,
  ],
  [['bedel-anon'], 'cancelDpsTask getDpsFile runDpsTask'],
  // An administrator sees the tasks to reset those that have failed.
  [['bedel-anon', 'bedel-admin'], 'listDpsSubmissions'],
]

/** Calls whose chart says who may, so that they need something that there is: who, the address, and the body. */
const charted: Readonly<Record<string, { who: readonly Person[]; path: string; body?: () => unknown }>> = {
  createCollection: {
    who: admin,
    path: '/collections',
    body: () => ({
      reference: '26056',
      name: 'Student 2026/27',
      streamId: '056',
      referencePeriodStart: '2026-08-01',
      referencePeriodEnd: '2027-07-31',
    }),
  },
  changeCollection: { who: admin, path: '/collections/25056', body: () => ({ name: 'Student 2025/26' }) },
  assignSpecification: { who: admin, path: '/collections/24056', body: () => ({ specificationId: 1 }) },
  changeCollectionState: { who: admin, path: '/collections/25056/state', body: () => ({ stateId: 4 }) },
  // Re-processing in bulk; of one provider it is for analysts too, by a call of its own.
  startJob: {
    who: admin,
    path: '/jobs',
    body: () => ({ id: randomUUID(), kind: 'REPROCESS', collectionReference: '23056', instIds: ['0001'] }),
  },
  startImpact: {
    who: adminAndAnalyst,
    path: '/specifications/1/impacts',
    body: () => ({ id: randomUUID(), collectionReference: '23056' }),
  },
  createSpecification: {
    who: adminAndAnalyst,
    path: '/specifications',
    body: () => ({ schemaId: 1, rulesetId: 1, versionIncrement: 'patch' }),
  },
  applyConfiguration: { who: adminAndAnalyst, path: '/specifications/1/apply-configuration' },
  changeSpecificationState: {
    who: adminAndAnalyst,
    path: '/specifications/DRAFT/state',
    body: () => ({ stateId: 3 }),
  },
  deleteSpecification: { who: adminAndAnalyst, path: '/specifications/1' },
  changeSpecificationRule: {
    who: adminAndAnalyst,
    path: '/specifications/1/validations/RULE',
    body: () => ({ metadata: { description: 'So.', guidanceUrl: 'https://bedel.example/' } }),
  },
  changeSchemaState: { who: admin, path: '/specifications/schemas/1/state', body: () => ({ stateId: 3 }) },
  changeRulesetState: { who: admin, path: '/specifications/rulesets/1/state', body: () => ({ stateId: 3 }) },
  // To submit Ashby's file is for who signs off, and for an administrator.
  updateState: {
    who: admin,
    path: '/submissions/update-state/ID',
    body: () => ({ action: 'submit', statusId: 26, termsAccepted: true }),
  },
}

const expected = new Map(
  groups.flatMap(([who, calls]) => calls.split(/\s+/).map(name => [name, who] as const)),
)

/** What a call answers by one value of its query is for fewer people than the call: who, by the call and the query. */
const narrower: Readonly<Record<string, readonly Person[]>> = {
  // Online validation of other providers is the agency's business.
  'listCollectionSubmissions?ovt=true': agency,
}

/** The values that a field of a query can be chosen from; none of one that can be anything. */
const choicesOf = (field: z.core.$ZodType): string[] => {
  const { type, innerType, entries } = field._zod.def as {
    type: string
    innerType?: z.core.$ZodType
    entries?: Record<string, string>
  }
  return innerType ? choicesOf(innerType) : type === 'enum' ? Object.values(entries ?? {}) : []
}

/** Each call with each value that can be chosen in its query; `npm test` asks for what is switched on. */
const choices = allCalls().flatMap(({ name, call }) => {
  const { shape = {} } = (call.query?._zod.def ?? {}) as { shape?: Record<string, z.core.$ZodType> }
  return Object.entries(shape).flatMap(([field, type]) =>
    choicesOf(type)
      .filter(value => isExhaustive || value === 'true')
      .map(value => ({ name, call, query: `?${field}=${value}` })),
  )
})

const others = (who: readonly Person[]): Person[] => people.filter(person => !who.includes(person))

/**
 * Of those who may make a call, who makes it: `npm test` asks one in three and one at least, others at the next call, and everybody who may not;
 * BEDEL_EXHAUSTIVE all.
 */
const share = isExhaustive ? 1 : 3
let turn = 0
const someOf = (who: readonly Person[]): Person[] => {
  turn += 1
  const may = people.filter(one => who.includes(one))
  return may.filter((_, at) => (at + turn) % Math.min(share, may.length) === 0)
}

let server: ProcessingServer
const submission = randomUUID()
let ruleOfFirst = ''
let draft = ''
beforeAll(async () => {
  server = await startProcessingServer()
  await server.place({ id: submission, instId: '0001' }, 'QUALITY_PROCESSING_COMPLETE')
  const { body } = await server.call<{ validations: { id: string }[] }>(
    'bedel-admin',
    'GET',
    '/specifications/1/validations?limit=1',
  )
  const made = await server.call<{ id: number }>('bedel-admin', 'POST', '/specifications', {
    body: { schemaId: 1, rulesetId: 1, versionIncrement: 'minor' },
  })
  draft = String(made.body.id)
  await server.call('bedel-admin', 'POST', `/specifications/${draft}/apply-configuration`)
  ruleOfFirst = body.validations[0]?.id ?? ''
})
afterAll(() => server.stop())

/** Who was refused since a line of the audit, and the last line of now. */
const refusedSince = (line: string) =>
  server.look<{ who: string[]; last: string }>(`select
    coalesce(array_agg(actor_id order by actor_id) filter (where outcome = 'refused' and status = 403), '{}') as who,
    coalesce(max(id), ${line})::text as last from audit_line where id > ${line}`)

let last = '0'
/** Whoever is refused changes nothing, and so asks before the others. */
const refusedBy = async (
  call: Call,
  who: readonly Person[],
  path: string,
  body?: () => unknown,
): Promise<Person[]> => {
  ;({ last } = await refusedSince(last))
  const refused: Person[] = []
  for (const person of [...others(who), ...someOf(who)]) {
    const { status } = await server.call(person, call.method, path, { body: body?.() })
    if (status === 403) refused.push(person)
    // A fault of the server would hide what it decides.
    expect([person, status]).toEqual([person, expect.toSatisfy((code: number) => code < 500)])
  }
  const audited = await refusedSince(last)
  expect(audited.who).toEqual(refused.toSorted())
  return refused
}

/** The address of a call about something that there is none of. */
const nowhere = (call: Call): string =>
  call.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    parameter === 'reference' ? '99056' : parameter === 'instId' ? '9999' : randomUUID(),
  )

describe('a call', () => {
  it('stands in the tables of these tests', () => {
    const known = [...expected.keys(), ...Object.keys(charted)]
    expect(known.toSorted()).toEqual(
      allCalls()
        .map(({ name }) => name)
        .toSorted(),
    )
  })

  it.each(allCalls().filter(({ name }) => expected.has(name)))(
    '$name refuses whom it is not for, with a line of audit each',
    async ({ name, call }) => {
      const who = expected.get(name) ?? []
      expect(await refusedBy(call, who, nowhere(call))).toEqual(others(who))
    },
  )

  it.each(choices)(
    '$name with $query refuses whom it is not for, with a line of audit each',
    async ({ name, call, query }) => {
      const who = narrower[name + query] ?? expected.get(name) ?? []
      // Everybody asks: by their query some may be refused who may make the call.
      expect(await refusedBy(call, [], nowhere(call) + query)).toEqual(others(who))
    },
  )

  it.each(allCalls().filter(({ name }) => name in charted))(
    '$name is refused by its chart, with a line of audit each',
    async ({ name, call }) => {
      const { who, path, body } = charted[name] ?? { who: people, path: call.path }
      const at = path.replace('ID', submission).replace('RULE', ruleOfFirst).replace('DRAFT', draft)
      expect(await refusedBy(call, who, at, body)).toEqual(others(who))
    },
  )
})
