import { randomUUID } from 'node:crypto'
import { deliveryContent } from '../../support/deliveryContent.ts'
import type { WorkbookRequest } from './workbooks.ts'

/*
 * Who gets single records, fields and files of them, call by call: what privacy.test.ts expects, in words of its own.
 *
 *   given      the records as they are
 *   ordinary   the records, and in the place of what is of special category why it is withheld
 *   withheld   no record: being listed would tell of it, and the answer says so
 *   counts     figures, and no record
 *   refused    403, absent 404
 */
export type Given = 'given' | 'ordinary' | 'withheld' | 'counts' | 'refused' | 'absent'

/**
 * A submission with results, one that fails its schema check, and one of online validation; and one with results of Cardigan, a
 * provider of another country, whose research students go to Ashby, which has agreed.
 */
export const [checked, faulty, tried, elsewhere] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]

export const missingBirth = 'QR.STUDENT.Student.BIRTHDTE.901.V01'
/** A rule that reads special category data. */
export const disability = 'QR.STUDENT.Disability.DISABILITY.902.V01'

export interface Request {
  method?: string
  path: string
  accept?: string
  body?: unknown
  /** The answer is the address of a file. */
  isAddress?: boolean
  /** The workbook that it is the address of, to be made before. */
  workbook?: WorkbookRequest
}

/** The users who are asked for, and what each of them is. */
export const people = {
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
export type Person = keyof typeof people

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
/** Who may see the submission and none of its records. */
const counted = {
  'ashby-guest': 'counts',
  'bedel-staff': 'counts',
  'bedel-anon': 'counts',
  'bedel-pii': 'counts',
} as const
/** The same in an answer that counts them for those who may see the submission. */
const findings: Record<Person, Given> = {
  ...mixedRecords,
  ...counted,
  'ashby-ovt': 'refused',
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
/** What a search answers: it is nobody's own page, so it refuses nobody and finds nothing instead. */
const foundStudents = Object.fromEntries(
  Object.entries(ordinaryRecords).map(([who, what]) => [who, what === 'given' ? 'given' : 'counts']),
) as Record<Person, Given>
/** The same with something else in place of the records. */
const whereGiven = (live: Record<Person, Given>, instead: Given): Record<Person, Given> =>
  Object.fromEntries(
    Object.entries(live).map(([who, what]) => [who, what === 'given' ? instead : what]),
  ) as Record<Person, Given>
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

/** Students of a provider who go to the submission's: its regulator reads the records of its own providers alone. */
const fromElsewhere: Record<Person, Given> = { ...ordinaryRecords, 'ohe-analyst': 'absent' }
/** What administrators configure, and see of it what administrators read. */
const configured = (what: Given): Record<Person, Given> => ({
  ...(Object.fromEntries(Object.keys(people).map(person => [person, 'refused'])) as Record<Person, Given>),
  'bedel-admin': what,
})

/** The first rows of a file of a delivery of Cardigan's record. */
const preview = (file: 'StudentEngagement' | 'Disability'): Request => ({
  method: 'POST',
  path: '/delivery-configurations/preview',
  body: {
    customerId: '5002',
    collectionReference: '23056',
    content: {
      ...deliveryContent,
      files: [
        { file: 'StudentEngagement', columns: ['Student.ETHNIC', 'Student.SEXID'] },
        { file: 'Disability', columns: ['Disability.DISABILITY'] },
      ],
    },
    file,
  },
})

/** One rule of a submission. */
export const rulePath = (id: string, code: string) => `/submissions/${id}/validations/${code}`
/** All cells of a credibility report. */
export const allCells = `drilldown/${encodeURIComponent('*~*')}`

/**
 * In every run each call is made as everybody, in the form that its page reads. Other forms of the same answer are left to
 * `npm test -- --all`: disclosure.test.ts makes each call in each of its forms, for anybody, in every run.
 */
const otherForm = { tags: ['exhaustive'] }

/** Every call that gives records or files of them, with the requests that show it and what each person gets. */
export const records: Record<
  string,
  [what: string, request: () => Request, expected: Record<Person, Given>, options?: { tags: string[] }][]
> = {
  getValidation: [
    ['an ordinary rule', () => ({ path: rulePath(checked, missingBirth) }), ordinaryRecords],
    [
      'an ordinary rule as CSV',
      () => ({ path: rulePath(checked, missingBirth), accept: 'text/csv' }),
      ordinaryRecords,
    ],
    [
      'the address of an ordinary rule as CSV',
      () => ({ path: rulePath(checked, missingBirth), accept: 'text/uri-list', isAddress: true }),
      ordinaryRecords,
      otherForm,
    ],
    ['a rule on disabilities', () => ({ path: rulePath(checked, disability) }), specialRecords],
    [
      'a rule on disabilities as CSV',
      () => ({ path: rulePath(checked, disability), accept: 'text/csv' }),
      specialRecords,
      otherForm,
    ],
    [
      'the address of a rule on disabilities as CSV',
      () => ({ path: rulePath(checked, disability), accept: 'text/uri-list', isAddress: true }),
      specialRecords,
    ],
  ],
  getOvtValidation: [
    [
      'a rule of online validation',
      () => ({ path: `/submissions/ovt/${tried}/validations/${missingBirth}` }),
      inTrial(ordinaryRecords),
    ],
  ],
  getRecordChanges: [
    [
      'what has become of the records of an ordinary rule',
      () => ({ path: `${rulePath(checked, missingBirth)}/changes` }),
      ordinaryRecords,
    ],
    [
      'the same as CSV',
      () => ({ path: `${rulePath(checked, missingBirth)}/changes`, accept: 'text/csv' }),
      ordinaryRecords,
      otherForm,
    ],
    [
      'of a rule on disabilities',
      () => ({ path: `${rulePath(checked, disability)}/changes` }),
      specialRecords,
    ],
    [
      'of a rule on disabilities as CSV',
      () => ({ path: `${rulePath(checked, disability)}/changes`, accept: 'text/csv' }),
      specialRecords,
      otherForm,
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
  findAnything: [
    [
      'a student by identifier',
      () => ({ path: `/search?search=10000001&submissionId=${checked}` }),
      foundStudents,
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
  listOvtSchemaChecks: [
    [
      'that there are no findings',
      () => ({ path: `/submissions/ovt/${tried}/schemachecks` }),
      { ...inTrial(whereGiven(ordinaryRecords, 'counts')), ...counted, 'ashby-guest': 'refused' },
    ],
  ],
  getDrilldown: [
    [
      'behind all cells',
      () => ({ path: `/credibilityapi/credibilityreport/SEN1/${checked}/${allCells}?limit=1000` }),
      ordinaryRecords,
    ],
  ],
  downloadDrilldown: [
    [
      'behind all cells',
      () => ({ path: `/credibilityapi/credibilityreport/SEN1/${checked}/${allCells}/csv` }),
      ordinaryRecords,
    ],
  ],
  getExpectedPopulation: [
    [
      'with no record of last year, so that nobody is expected',
      () => ({ path: `/collection-reports/conpop/${checked}` }),
      whereGiven(ordinaryRecords, 'counts'),
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
      otherForm,
    ],
    [
      'the summary',
      () => ({ path: `/collection-reports/nss/${checked}?tab=Summary` }),
      whereGiven(surveyed, 'counts'),
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
      whereGiven(ordinaryRecords, 'absent'),
    ],
    [
      'of those who come from a provider of another country',
      () => ({ path: `/collection-reports/pgr-transfers-in/download-data/${checked}/0003?limit=1000` }),
      fromElsewhere,
    ],
    [
      'the same as CSV',
      () => ({
        path: `/collection-reports/pgr-transfers-in/download-data/${checked}/0003`,
        accept: 'text/csv',
      }),
      fromElsewhere,
    ],
  ],
  previewDelivery: [
    [
      'of engagements, with fields of special category',
      () => preview('StudentEngagement'),
      configured('ordinary'),
    ],
    [
      'of disabilities, in which nobody stands who has none',
      () => preview('Disability'),
      configured('withheld'),
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
      { ...ordinaryRecords, ...counted },
    ],
    [
      'a credibility report',
      () => ({
        method: 'POST',
        path: '/files/acr/url/SEN1/csv',
        body: { submissionUuid: checked, reportCode: 'SEN1' },
      }),
      { ...whereGiven(ordinaryRecords, 'counts'), ...counted },
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
