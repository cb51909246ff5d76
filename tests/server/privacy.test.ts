import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allCalls } from '../../server/http/openapi.ts'
import { generateSample, type SampleOptions } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { unzipped } from './support/unzipped.ts'
import { sheetsIn, type WorkbookRequest, workbookMade } from './support/workbooks.ts'
import { filesInZip } from './support/zip.ts'

/*
 * Who gets single records, fields and files of them, call by call; that no other call gives any is disclosure.test.ts.
 * What is expected stands here in words of its own:
 *
 *   given      the records as they are
 *   ordinary   the records, and in the place of what is of special category why it is withheld
 *   withheld   no record: being listed would tell of it, and the answer says so
 *   counts     figures, and no record
 *   refused    403, absent 404
 */
type Given = 'given' | 'ordinary' | 'withheld' | 'counts' | 'refused' | 'absent'

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  for (const [id, options, isOvt] of [
    [checked, { students: 156, faults: 'rules', researchersMoveTo: '0002' }, false],
    [faulty, { students: 300, faults: 'schema' }, false],
    [tried, { students: 60, faults: 'rules' }, true],
  ] as const) {
    const content = sample(options)
    for (const [, sid = ''] of content.toString().matchAll(/<SID>(\d+)</g)) identifiers.add(sid)
    await server.upload(isOvt ? 'ashby-ovt' : 'ashby-submitter', {
      submissionId: id,
      instId: '0001',
      content,
      isOvt,
    })
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE', 'SCHEMA_CHECK_FAILED')
    server.clock.forward(60_000)
  }
  // The delivery files are made beside.
  await vi.waitFor(
    async () => {
      const { body } = await server.call('ashby-signoff', 'GET', `/submissions/${checked}`)
      expect(body.tsvDeliveryLocation).not.toBeNull()
    },
    { timeout: 30_000, interval: 200 },
  )
}, 120_000)
afterAll(() => server.stop())

const sample = (options: Pick<SampleOptions, 'students' | 'faults' | 'researchersMoveTo'>): Buffer =>
  Buffer.concat([...generateSample({ provider: '0001', collection: '23056', ...options })])

/** A submission with results, one that fails its schema check, and one of online validation. */
const [checked, faulty, tried] = [randomUUID(), randomUUID(), randomUUID()]
/** Every student identifier of the files. */
const identifiers = new Set<string>()

const missingBirth = 'QR.STUDENT.Student.BIRTHDTE.901.V01'
const disability = 'QR.STUDENT.Disability.DISABILITY.902.V01'
/** Names the Teacher Training Board. */
const traineesAge = 'QR.STUDENT.Student.BIRTHDTE.904.V01'
const special = 'Withheld: needs the role Special category data'

interface Request {
  method?: string
  path: string
  accept?: string
  body?: unknown
  /** The answer is the address of a file. */
  isAddress?: boolean
  /** The workbook that it is the address of, to be made before. */
  workbook?: WorkbookRequest
}

const textAt = async (address: string): Promise<string> => {
  const file = Buffer.from(await (await fetch(new URL(address, server.origin))).arrayBuffer())
  if (file.includes('xl/workbook.xml')) return JSON.stringify([...(await sheetsIn(file))])
  if (file.subarray(0, 2).toString() !== 'PK') return file.toString()
  return file.includes('manifest.json') ? [...filesInZip(file).values()].join('\n') : unzipped(file)
}

const ask = async (user: string, { method = 'GET', path, accept, body, isAddress, workbook }: Request) => {
  if (workbook) await workbookMade(server, user, workbook)
  const answer = await server.call<unknown>(user, method, path, {
    body,
    ...(accept === undefined ? {} : { accept }),
  })
  const plain = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  if (answer.status !== 200 || !isAddress) return { status: answer.status, text: plain }
  const { url, data } = (typeof answer.body === 'string' ? { url: plain.trim() } : answer.body) as {
    url?: string
    data?: string
  }
  return { status: 200, text: await textAt(url ?? data ?? '') }
}

const holdsRecord = (text: string): boolean => [...identifiers].some(one => text.includes(one))

const given = async (user: string, request: Request): Promise<Given> => {
  const { status, text } = await ask(user, request)
  if (status === 403) {
    expect(text).toMatch(/Withheld: needs the role |You do not have a valid role/)
    expect(holdsRecord(text)).toBe(false)
    return 'refused'
  }
  if (status === 404) return 'absent'
  expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)])
  const isRecord = holdsRecord(text)
  const isSilent = !text.includes(special)
  return isRecord ? (isSilent ? 'given' : 'ordinary') : isSilent ? 'counts' : 'withheld'
}

const people = {
  'ashby-submitter': 'the provider, submitter',
  'ashby-signoff': 'the provider, sign-off',
  'ashby-guest': 'the provider, guest',
  'ashby-ovt': 'the provider, online validation',
  'brackley-signoff': 'another provider',
  'bedel-admin': 'agency, administrator',
  'bedel-analyst': 'agency, analyst',
  'bedel-special': 'agency, special category data',
  'bedel-staff': 'agency staff without a role',
  'bedel-anon': 'agency, pseudonymised data',
  'bedel-pii': 'agency, edits personal data',
  'ohe-analyst': "analyst of the provider's primary regulator",
  'fcw-analyst': "analyst of another country's regulator",
  'ttb-analyst': 'analyst of a specialist regulator',
  'ohe-delivery': 'regulator, data delivery',
} as const
type Person = keyof typeof people

const everybody = (answers: Record<Person, Given>): Record<Person, Given> => answers

/** Records of the submission itself, none of them of special category: as a rule that reads no such field lists them. */
const ordinaryRecords = everybody({
  'ashby-submitter': 'given',
  'ashby-signoff': 'given',
  'ashby-guest': 'refused',
  'ashby-ovt': 'refused',
  'brackley-signoff': 'absent',
  'bedel-admin': 'given',
  'bedel-analyst': 'given',
  'bedel-special': 'given',
  'bedel-staff': 'refused',
  'bedel-anon': 'refused',
  'bedel-pii': 'refused',
  'ohe-analyst': 'given',
  'fcw-analyst': 'absent',
  // It names another rule, not this one.
  'ttb-analyst': 'absent',
  'ohe-delivery': 'refused',
})
/** Of the survey population, by specification 2 §2.9: agency staff, the customer 5016, submitters and those who sign off. */
const surveyed: Record<Person, Given> = {
  ...ordinaryRecords,
  'bedel-staff': 'counts',
  'bedel-anon': 'counts',
  'bedel-pii': 'counts',
  'ttb-analyst': 'refused',
}
/** Records of a list in which nobody stands who is not told of by it. */
const specialRecords: Record<Person, Given> = {
  ...ordinaryRecords,
  'bedel-admin': 'withheld',
  'bedel-analyst': 'withheld',
  'ohe-analyst': 'withheld',
}
/** Many records with fields of every class. */
const mixedRecords: Record<Person, Given> = {
  ...ordinaryRecords,
  'bedel-admin': 'ordinary',
  'bedel-analyst': 'ordinary',
  'ohe-analyst': 'ordinary',
}
/** The same in an answer that counts them for those who may see the submission. */
const findings: Record<Person, Given> = {
  ...mixedRecords,
  'ashby-guest': 'counts',
  'ashby-ovt': 'refused',
  'bedel-staff': 'counts',
  'bedel-anon': 'counts',
  'bedel-pii': 'counts',
  'ttb-analyst': 'counts',
}
const wholeFile: Record<Person, Given> = {
  ...ordinaryRecords,
  'bedel-admin': 'refused',
  'bedel-analyst': 'refused',
  'ohe-analyst': 'refused',
  'fcw-analyst': 'refused',
  'ttb-analyst': 'refused',
}
/** The same calls for online validation: those who try files, and the agency. */
const inTrial = (live: Record<Person, Given>): Record<Person, Given> => ({
  ...live,
  'ashby-submitter': 'refused',
  'ashby-signoff': 'refused',
  'ashby-ovt': live['ashby-submitter'],
  'brackley-signoff': 'refused',
  'ohe-analyst': 'refused',
  'fcw-analyst': 'refused',
  'ttb-analyst': 'refused',
})

const rule = (id: string, code: string) => `/submissions/${id}/validations/${code}`
const cell = `drilldown/${encodeURIComponent('*~*')}`

/** Every call that gives records or files of them, with the requests that show it and what each person gets. */
const records: Record<string, [what: string, request: () => Request, expected: Record<Person, Given>][]> = {
  getValidation: [
    ['an ordinary rule', () => ({ path: rule(checked, missingBirth) }), ordinaryRecords],
    [
      'an ordinary rule as CSV',
      () => ({ path: rule(checked, missingBirth), accept: 'text/csv' }),
      ordinaryRecords,
    ],
    [
      'the address of an ordinary rule as CSV',
      () => ({ path: rule(checked, missingBirth), accept: 'text/uri-list', isAddress: true }),
      ordinaryRecords,
    ],
    ['a rule on disabilities', () => ({ path: rule(checked, disability) }), specialRecords],
    [
      'a rule on disabilities as CSV',
      () => ({ path: rule(checked, disability), accept: 'text/csv' }),
      specialRecords,
    ],
    [
      'the address of a rule on disabilities as CSV',
      () => ({ path: rule(checked, disability), accept: 'text/uri-list', isAddress: true }),
      specialRecords,
    ],
    [
      'a rule of online validation',
      () => ({ path: rule(tried, missingBirth) }),
      // One call for both modes, so that whose submission it is counts before its mode.
      { ...inTrial(ordinaryRecords), 'brackley-signoff': 'absent', 'fcw-analyst': 'absent' },
    ],
  ],
  getRecordChanges: [
    [
      'what has become of the records of an ordinary rule',
      () => ({ path: `${rule(checked, missingBirth)}/changes` }),
      ordinaryRecords,
    ],
    [
      'the same as CSV',
      () => ({ path: `${rule(checked, missingBirth)}/changes`, accept: 'text/csv' }),
      ordinaryRecords,
    ],
    ['of a rule on disabilities', () => ({ path: `${rule(checked, disability)}/changes` }), specialRecords],
    [
      'of a rule on disabilities as CSV',
      () => ({ path: `${rule(checked, disability)}/changes`, accept: 'text/csv' }),
      specialRecords,
    ],
  ],
  listStudents: [
    [
      'those with findings',
      () => ({ path: `/submissions/${checked}/students?limit=1000` }),
      // No record of this submission fails a rule that names the specialist regulator.
      { ...mixedRecords, 'ttb-analyst': 'counts' },
    ],
    [
      'those whose identifier is searched',
      () => ({ path: `/submissions/${checked}/students?search=10000001` }),
      { ...mixedRecords, 'ttb-analyst': 'counts' },
    ],
    [
      'of online validation',
      () => ({ path: `/submissions/${tried}/students` }),
      { ...inTrial(mixedRecords), 'brackley-signoff': 'absent', 'fcw-analyst': 'absent' },
    ],
  ],
  getStudent: [
    ['the whole record', () => ({ path: `/submissions/${checked}/students/5` }), mixedRecords],
    [
      'of online validation',
      () => ({ path: `/submissions/${tried}/students/5` }),
      { ...inTrial(mixedRecords), 'brackley-signoff': 'absent', 'fcw-analyst': 'absent' },
    ],
  ],
  listSchemaChecks: [
    ['the findings', () => ({ path: `/submissions/${faulty}/schemachecks?limit=101` }), findings],
    [
      'all of them as CSV',
      () => ({ path: `/submissions/${faulty}/schemachecks`, accept: 'text/csv' }),
      findings,
    ],
  ],
  getDrilldown: [
    [
      'behind all cells',
      () => ({ path: `/credibilityapi/credibilityreport/SEN1/${checked}/${cell}?limit=1000` }),
      ordinaryRecords,
    ],
  ],
  downloadDrilldown: [
    [
      'behind all cells',
      () => ({ path: `/credibilityapi/credibilityreport/SEN1/${checked}/${cell}/csv` }),
      ordinaryRecords,
    ],
  ],
  getExpectedPopulation: [
    [
      'with no record of last year, so that nobody is expected',
      () => ({ path: `/collection-reports/conpop/${checked}` }),
      Object.fromEntries(
        Object.entries(ordinaryRecords).map(([who, what]) => [who, what === 'given' ? 'counts' : what]),
      ) as Record<Person, Given>,
    ],
  ],
  getSurveyPopulation: [
    [
      'who is excluded',
      () => ({ path: `/collection-reports/nss/${checked}?tab=Excluded%20by%20code&limit=1000` }),
      surveyed,
    ],
    [
      'the same as CSV',
      () => ({ path: `/collection-reports/nss/${checked}?tab=Excluded%20by%20code`, accept: 'text/csv' }),
      surveyed,
    ],
    [
      'the summary',
      () => ({ path: `/collection-reports/nss/${checked}?tab=Summary` }),
      Object.fromEntries(
        Object.entries(surveyed).map(([who, what]) => [who, what === 'given' ? 'counts' : what]),
      ) as Record<Person, Given>,
    ],
  ],
  listTransfersOut: [
    [
      'of those who go to Brackley',
      () => ({ path: `/collection-reports/pgr-transfers-out/download-data/${checked}/0002?limit=1000` }),
      ordinaryRecords,
    ],
  ],
  listTransfersIn: [
    [
      'of those who come from nowhere',
      () => ({ path: `/collection-reports/pgr-transfers-in/download-data/${checked}/0002` }),
      Object.fromEntries(
        Object.entries(ordinaryRecords).map(([who, what]) => [who, what === 'given' ? 'absent' : what]),
      ) as Record<Person, Given>,
    ],
  ],
  downloadReportCsv: [
    [
      'a list of records',
      () => ({
        method: 'POST',
        path: '/files/acr/url/PGROUT/csv',
        body: { submissionUuid: checked, reportCode: 'PGROUT' },
      }),
      {
        ...ordinaryRecords,
        'ashby-guest': 'counts',
        'bedel-staff': 'counts',
        'bedel-anon': 'counts',
        'bedel-pii': 'counts',
      },
    ],
    [
      'a credibility report',
      () => ({
        method: 'POST',
        path: '/files/acr/url/SEN1/csv',
        body: { submissionUuid: checked, reportCode: 'SEN1' },
      }),
      {
        ...(Object.fromEntries(
          Object.entries(ordinaryRecords).map(([who, what]) => [who, what === 'given' ? 'counts' : what]),
        ) as Record<Person, Given>),
        'ashby-guest': 'counts',
        'bedel-staff': 'counts',
        'bedel-anon': 'counts',
        'bedel-pii': 'counts',
      },
    ],
  ],
  downloadAllFailures: [
    [
      'every failing record',
      () => ({
        method: 'POST',
        path: '/files/download-all-quality-rule-failures',
        body: { submissionUuid: checked },
        isAddress: true,
      }),
      // A specialist regulator gets the file with its own rules; no record of this submission fails one of them.
      { ...mixedRecords, 'ttb-analyst': 'counts' },
    ],
  ],
  downloadAllOvtFailures: [
    [
      'every failing record',
      () => ({
        method: 'POST',
        path: '/files/ovt/download-all-quality-rule-failures',
        body: { submissionUuid: tried },
        isAddress: true,
      }),
      inTrial(mixedRecords),
    ],
  ],
  downloadWorkbook: [
    [
      'every failing record',
      () => ({
        method: 'POST',
        path: '/files/workbooks/download',
        body: { submissionUuid: checked },
        isAddress: true,
        workbook: { submissionUuid: checked },
      }),
      { ...mixedRecords, 'ttb-analyst': 'counts' },
    ],
  ],
  downloadOvtWorkbook: [
    [
      'every failing record',
      () => ({
        method: 'POST',
        path: '/files/ovt/workbooks/download',
        body: { submissionUuid: tried },
        isAddress: true,
        workbook: { submissionUuid: tried, isOvt: true },
      }),
      inTrial(mixedRecords),
    ],
  ],
  requestDownload: [
    [
      'the original',
      () => ({
        method: 'POST',
        path: '/files/downloadRequest',
        body: { key: `0001/${checked}/file.xml` },
        isAddress: true,
      }),
      wholeFile,
    ],
  ],
  downloadDeliverySet: [
    [
      'every record as tables',
      () => ({
        method: 'POST',
        path: '/files/delivery-set/download',
        body: { submissionUuid: checked },
        isAddress: true,
      }),
      wholeFile,
    ],
  ],
  requestOvtDownload: [
    [
      'the original',
      () => ({
        method: 'POST',
        path: '/files/ovt/downloadRequest',
        body: { key: `0001/${tried}/file.xml` },
        isAddress: true,
      }),
      inTrial(wholeFile),
    ],
  ],
}

/** Calls that give no record and no field of one, by what they give. */
const none = {
  'who asks, and the portal itself': [
    'exchangeToken',
    'signOut',
    'getConfiguration',
    'getDemonstrationProgress',
    'getLiveTicket',
    'listOrganisations',
  ],
  'collections, providers and what files are checked against': [
    'getCollection',
    'getCollectionSchema',
    'getRegulator',
    'getStepSummary',
    'getBurnUp',
    'getNewsSinceYesterday',
    'listActivityLog',
    'listActivityLogEntries',
    'listCollectionSubmissions',
    'listCollections',
    'listProviderActivityLog',
    'listProviderCollections',
    'listProviders',
    'listRegulators',
    'getFileExpectations',
  ],
  'what organisations are told, and mails about it': [
    'listNotices',
    'markNotices',
    'getMailSettings',
    'setMailSettings',
    'listMails',
  ],
  'what the agency configures': [
    'createCollection',
    'changeCollection',
    'assignSpecification',
    'changeCollectionState',
    'listCollectionEvents',
    'startJob',
    'listJobs',
    'getJob',
    'cancelJob',
    'listSpecifications',
    'getSpecification',
    'createSpecification',
    'applyConfiguration',
    'changeSpecificationState',
    'deleteSpecification',
    'listSpecificationRules',
    'listDerivedFields',
    'changeSpecificationRule',
    'getSpecificationDifference',
    'startImpact',
    'listImpacts',
    'getImpact',
    'getRuleSpread',
    'listSchemas',
    'listRulesets',
    'changeSchemaState',
    'changeRulesetState',
    'getSchemaDocument',
  ],
  'the sealed list of decisions and refusals': ['listAuditLines', 'getAuditProof'],
  'submissions and their ways': [
    'getCommitAllowedStatus',
    'getLatestSubmission',
    'getNewSubmission',
    'getSubmission',
    'listOvtSubmissions',
    'listProviderStatuses',
    'listStates',
    'listSubmissions',
    'listPreviousSubmissions',
    'getLifecycle',
    'getSequence',
    'getHeat',
    'getFailures',
    'getConformance',
    'getCoverage',
    'listInspectedSubmissions',
    'getTraffic',
    'listStatusCounts',
  ],
  'the specification, which is of no record': [
    'listPublished',
    'getPublishedSchema',
    'listPublishedRules',
    'downloadPublishedRules',
    'listPublishedFields',
    'downloadPublishedFields',
    'listPublishedDerived',
    'getPublishedChanges',
    'getPublishedFeed',
  ],
  'providers and their contacts, for the agency': [
    'listManagedProviders',
    'getManagedProvider',
    'takeProviderIn',
    'changeProvider',
    'previewRegister',
    'importRegister',
  ],
  'a provider in figures, with its contacts for the agency, its issues and its notes': [
    'getProviderOverview',
  ],
  'counts and reports': [
    'listAwaitingMe',
    'getMyQueue',
    'listWorstRules',
    'exportCollectionSubmissions',
    'listRulesAcross',
    'getSector',
    'getSectorReport',
    'listValidations',
    'compareValidations',
    'getOvtFailureCounts',
    'getSummary',
    'getFailureSummaryTable',
    'listCredibilityReports',
    'getCredibilityReport',
    'compareCredibilityReport',
    'getKeyFigures',
    'listAdditionalReports',
    'getFrequencyCounts',
    'getTransfersOut',
    'getTransfersIn',
    'getTransferConsent',
    'listRegulatorOutputs',
    'listReprocessFiles',
    'reprocessFiles',
    'getCostCentres',
    'putCostCentres',
    'downloadRegulatorOutput',
    'compareAllReports',
    'downloadReportWorkbook',
    'downloadCostCentreWorkbook',
    'downloadReportsZip',
    'allFailuresExist',
    'allOvtFailuresExist',
    'listWorkbooks',
    'listOvtWorkbooks',
    'makeWorkbook',
    'makeOvtWorkbook',
  ],
  'issues: what people write of rules and their figures': [
    'listIssues',
    'getIssue',
    'createIssue',
    'retryIssue',
    'commentOnIssue',
    'explainIssue',
    'explainIssues',
    'requestCredibility',
    'listColleagues',
    'assignIssue',
    'assignIssues',
    'explainRules',
    'attachToExplanation',
    'startWork',
    'requestOverride',
    'approveOverride',
    'declineOverride',
    'withdrawIssue',
    'closeIssue',
    'reopenIssue',
    'attachToIssue',
    'downloadAttachment',
  ],
  'what providers tell their approvers of a rule or a report': ['listNotes', 'writeNote'],
  'schemas and rulesets: what the agency writes, with examples that are made up': [
    'publishSchema',
    'publishRuleset',
    'listRulesetRules',
    'getRuleSource',
    'runRule',
    'saveRule',
  ],
  'what is delivered, which tests/server/deliveries.test.ts looks at': [
    'listDeliveryConfigurations',
    'getDeliveryOptions',
    'getDeliveryConfiguration',
    'createDeliveryConfiguration',
    'changeDeliveryConfiguration',
    'setDeliveryConfigurationState',
    'deleteDeliveryConfiguration',
    'previewDelivery',
    'requestDelivery',
    'listDeliveries',
    'getDelivery',
    'downloadDelivery',
    'listDownloads',
  ],
  'records without persons, which tests/server/pseudonymisation.test.ts looks at': [
    'listDpsSubmissions',
    'runDpsTask',
    'resetDpsTask',
    'getDpsFile',
  ],
  'the form that a person of the provider has signed': [
    'getSignedForm',
    'postSignedForm',
    'returnSignedForm',
    'signForm',
    'downloadSignedForm',
  ],
  changes: [
    'requestUpload',
    'requestOvtUpload',
    'requestPartUpload',
    'requestOvtPartUpload',
    'completePartUpload',
    'completeOvtPartUpload',
    'getUnfinishedUpload',
    'getUnfinishedOvtUpload',
    'cancelUpload',
    'cancelOvtUpload',
    'createNilSubmission',
    'withdrawNilReturn',
    'reprocess',
    'requestHistoricAmendment',
    'requestResubmission',
    'giveTransferConsent',
    'withdrawTransferConsent',
    'signOffSubmission',
    'updateState',
  ],
  'keys and webhooks of software; what is sent names submissions only: tests/server/webhooks.test.ts': [
    'listApiKeys',
    'makeApiKey',
    'revokeApiKey',
    'listWebhooks',
    'addWebhook',
    'changeWebhook',
    'renewWebhookSecret',
    'switchWebhookOff',
    'switchWebhookOn',
    'removeWebhook',
    'testWebhook',
    'listWebhookDeliveries',
    'sendWebhookAgain',
  ],
  'findings in the file that the caller has just sent, which is kept nowhere: tests/server/apiKeys.test.ts': [
    'validateFile',
  ],
  'documents of the system: the sign-off form, and the words of its faults, for administrators': [
    'requestSignOffForm',
    'downloadGracefulFailures',
    'downloadOvtGracefulFailures',
  ],
} as const

describe('records of students', () => {
  it('are looked for in every call of the API', () => {
    expect([...Object.keys(records), ...Object.values(none).flat()].toSorted()).toEqual(
      allCalls()
        .map(({ name }) => name)
        .toSorted(),
    )
  })

  const requests = Object.entries(records).flatMap(([call, list]) =>
    list.map(([what, request, expected]) => [call, what, request, expected] as const),
  )
  it.each(requests)('%s, %s: each person gets what is decided', async (_, __, request, expected) => {
    const answers: Partial<Record<Person, Given>> = {}
    for (const person of Object.keys(people) as Person[]) answers[person] = await given(person, request())
    expect(answers).toEqual(expected)
  })
})

describe('what is withheld', () => {
  const findingsFor = async (user: string) => {
    const { body } = await server.call<{
      schemaChecks: {
        Error: string
        Code: string
        Details: { path: string; value: string | null; ids: { value: string }[] }
      }[]
      withheld?: string
      pagingMetadata: { totalResultsCount: number }
    }>(user, 'GET', `/submissions/${faulty}/schemachecks?limit=101`)
    return body
  }

  it('stands in the cell: in value, words, keys and path of a finding, and the others are as they are', async () => {
    const whole = await findingsFor('ashby-submitter')
    const seen = await findingsFor('bedel-admin')
    const at = (field: string) =>
      whole.schemaChecks.findIndex(({ Details }) => Details.path.endsWith(`/${field}`))
    expect(whole.schemaChecks[at('ETHNIC')]).toMatchObject({ Details: { value: 'X12' } })
    expect(seen.schemaChecks[at('ETHNIC')]).toMatchObject({ Error: special, Details: { value: special } })
    expect(seen.schemaChecks[at('DISABILITY')]).toMatchObject({ Error: special, Details: { value: special } })
    for (const field of ['SEXID', 'BIRTHDTE', 'SURNAME'])
      expect(seen.schemaChecks[at(field)]).toEqual(whole.schemaChecks[at(field)])
    expect(seen).not.toHaveProperty('withheld')
    expect(await findingsFor('bedel-special')).toEqual(whole)
  })

  it('is said of the whole list to those who read counts, with the number of findings', async () => {
    const whole = await findingsFor('ashby-submitter')
    expect(await findingsFor('bedel-staff')).toMatchObject({
      schemaChecks: [],
      withheld: 'Withheld: needs the role Administrator, Analyst or Special category data',
      pagingMetadata: { totalResultsCount: whole.pagingMetadata.totalResultsCount },
    })
    expect(await findingsFor('ashby-guest')).toMatchObject({
      schemaChecks: [],
      withheld: 'Withheld: needs the role Submitter or Sign-off',
    })
    expect(await findingsFor('ttb-analyst')).toMatchObject({
      schemaChecks: [],
      withheld: 'Withheld: only rules and reports that name your organisation are given',
    })
  })

  it('is not quoted in the reason that everybody reads', async () => {
    const { body } = await server.call<{ failureReason: string }>(
      'ashby-guest',
      'GET',
      `/submissions/${faulty}`,
    )
    expect(body.failureReason).toMatch(/^\d+ schema errors; the first, in line [\d,]+\.$/)
  })

  it('stands in a CSV for a whole rule, and once for each such rule in the file with all of them', async () => {
    const csv = await ask('bedel-analyst', { path: rule(checked, disability), accept: 'text/csv' })
    expect(csv.text.replace('\uFEFF', '').trim()).toBe(special)
    const all = await ask('bedel-analyst', {
      method: 'POST',
      path: '/files/download-all-quality-rule-failures',
      body: { submissionUuid: checked },
      isAddress: true,
    })
    const lines = all.text.trim().split('\r\n')
    const said = lines.filter(line => line.includes(special))
    expect(
      said.every(
        line =>
          line.startsWith('QR.STUDENT.Disability.') ||
          /^QR\.STUDENT\.Student\.(ETHNIC|RELIGION)\./.test(line),
      ),
    ).toBe(true)
    expect(said.filter(line => line.startsWith(disability))).toHaveLength(1)
    expect(lines.length).toBeGreaterThan(said.length + 10)
  })

  it('is the list of a rule on special category data, whose figures are given', async () => {
    const { body } = await server.call<{ Failures: number; results: unknown[]; withheld?: string }>(
      'ohe-analyst',
      'GET',
      rule(checked, disability),
    )
    expect(body).toMatchObject({ results: [], withheld: special })
    expect(body.Failures).toBeGreaterThan(0)
  })
})

describe('a specialist regulator', () => {
  it('reads the rules that name it, with its own figures, and the report that names it', async () => {
    const { body } = await server.call<{
      validations: { Code: string; RegulatorCode: string; specialistRegulators: unknown[] }[]
    }>('ttb-analyst', 'GET', `/submissions/${checked}/validations?limit=-1`)
    expect(body.validations.map(({ Code }) => Code.split('.').slice(2, 5).join('.')).toSorted()).toEqual([
      'Course.TTCID.901',
      'Course.TTCID.902',
      'Engagement.ENTRYRTE.901',
      'Engagement.LEADSCHOOL.901',
      'Engagement.TRN.901',
      'EntryQualificationAward.EntryProfile.902',
      'Student.BIRTHDTE.904',
    ])
    expect(
      body.validations.every(row => row.RegulatorCode === '5101' && row.specialistRegulators.length === 0),
    ).toBe(true)
    expect((await ask('ttb-analyst', { path: rule(checked, traineesAge) })).status).toBe(200)

    const { body: summary } = await server.call<{ insideTolerance: number; outsideTolerance: number }>(
      'ttb-analyst',
      'GET',
      `/submissions/${checked}/summary`,
    )
    expect(summary.insideTolerance + summary.outsideTolerance).toBe(7)
    const reports = await server.call<{ chapters: { reports: { ReportCode: string }[] }[] }>(
      'ttb-analyst',
      'GET',
      `/credibility/${checked}/get-reports/0001`,
    )
    expect(
      reports.body.chapters.flatMap(chapter => chapter.reports).map(({ ReportCode }) => ReportCode),
    ).toEqual(['ITT1'])
    const statusOf = async (path: string) => (await ask('ttb-analyst', { path })).status
    expect(await statusOf(`/credibilityapi/credibilityreport/ITT1/${checked}`)).toBe(200)
    expect(await statusOf(`/credibilityapi/credibilityreport/ITT1/${checked}/${cell}`)).toBe(200)
    expect(await statusOf(`/credibilityapi/credibilityreport/SEN1/${checked}`)).toBe(404)
    expect(await statusOf(`/collection-reports/frequency-counts/${checked}`)).toBe(404)
    const additional = await server.call('ttb-analyst', 'GET', `/collection-reports/${checked}/reports`)
    expect(additional.body).toEqual({ reports: [] })
  })
})
