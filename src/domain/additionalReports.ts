import { isPermitted } from './permissions.ts'
import type { Reader } from './privacy.ts'
import { specialStatutoryCode } from './regulator.ts'

/** Codes of the additional reports that have a page (specification 2 §2.1, §2.11), in the order of their list. */
export const additionalReports = [
  'FREQCOUNT',
  'CONPOP',
  'PGROUT',
  'PGRIN',
  'NSS',
  'CCA',
  'IRIS',
  'COMPARISON',
] as const
export type AdditionalReport = (typeof additionalReports)[number]

/** Whether the additional report has a page. */
export const isAdditionalReport = (code: string): code is AdditionalReport =>
  additionalReports.some(known => known === code)

/**
 * Whether the reader gets the report: all of those who may see the submission, but the population of the National Student Survey
 * only agency staff, the statutory customer 5016, and the provider's submitters and those who sign off (specification 2 §2.9).
 */
export const mayReadReport = (reader: Reader, code: string): boolean =>
  code !== 'NSS' ||
  (isPermitted(reader, 'collections.nss-report') &&
    (reader.organisationType !== 'statutory_customer' || reader.organisationId === specialStatutoryCode))

/** The lists of CONPOP, as calls name them, in the order in which every ruleset has them. Their titles are the ruleset's own. */
export const expectedLists = ['Missing', 'Found', 'New'] as const

/** How many rows a list of CONPOP has. */
export const rowsOfExpected = (
  lists: readonly { total: number }[],
  list: (typeof expectedLists)[number],
): number => lists[expectedLists.indexOf(list)]?.total ?? 0

/** What a report asks of its reader: an act, a look, or nothing. */
export const reportNeeds = ['act', 'look', 'nothing'] as const
export type ReportNeed = (typeof reportNeeds)[number]

/** What of a report decides what it asks. */
export interface ReportFindings {
  /** Its lists with the number of their rows. */
  contents: readonly { total: number }[]
  /** Transfers to which this provider has not agreed. */
  asking: number
  /** Providers that have not agreed to this provider's transfers. */
  awaited: number
  /** Whether the reader acts for the provider; others only read. */
  mayAct: boolean
}

/** What the report asks of the reader, and how many things it is about. */
export const reportNeed = (
  code: AdditionalReport,
  { contents, asking, awaited, mayAct }: ReportFindings,
): { need: ReportNeed; count: number } => {
  const own = mayAct ? 'act' : 'look'
  if (code === 'PGRIN' && asking > 0) return { need: own, count: asking }
  if (code === 'PGROUT' && awaited > 0) return { need: 'look', count: awaited }
  const missing = code === 'CONPOP' ? rowsOfExpected(contents, 'Missing') : 0
  return missing > 0 ? { need: own, count: missing } : { need: 'nothing', count: 0 }
}
