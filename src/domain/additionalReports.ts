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
