import * as additional from '../../src/domain/wire/additionalReports.ts'
import * as audit from '../../src/domain/wire/audit.ts'
import { listAuditLines } from '../../src/domain/wire/audit.ts'
import type { Call, MediaType } from '../../src/domain/wire/call.ts'
import * as histories from '../../src/domain/wire/chartHistories.ts'
import { getBurnUp, listRulesAcross } from '../../src/domain/wire/collectionOverview.ts'
import { searchText } from '../../src/domain/wire/common.ts'
import * as deliveries from '../../src/domain/wire/deliveries.ts'
import * as files from '../../src/domain/wire/files.ts'
import * as identity from '../../src/domain/wire/identity.ts'
import { getRuleSpread } from '../../src/domain/wire/impact.ts'
import * as inspection from '../../src/domain/wire/inspection.ts'
import * as issues from '../../src/domain/wire/issues.ts'
import { getProviderOverview } from '../../src/domain/wire/providerOverview.ts'
import * as pseudonymisation from '../../src/domain/wire/pseudonymisation.ts'
import { getPublishedChanges } from '../../src/domain/wire/published.ts'
import * as publishing from '../../src/domain/wire/publishing.ts'
import * as quality from '../../src/domain/wire/quality.ts'
import * as reports from '../../src/domain/wire/reports.ts'
import * as ruleSource from '../../src/domain/wire/ruleSource.ts'
import { findAnything } from '../../src/domain/wire/search.ts'
import * as sector from '../../src/domain/wire/sector.ts'
import * as signedForms from '../../src/domain/wire/signedForms.ts'
import { getStudent, listStudents } from '../../src/domain/wire/students.ts'
import { sendSupportEntries } from '../../src/domain/wire/supportSessions.ts'
import * as traffic from '../../src/domain/wire/traffic.ts'
import * as validation from '../../src/domain/wire/validation.ts'
import * as workbooks from '../../src/domain/wire/workbooks.ts'
import { shapeOf } from './compiledSchema.ts'

/**
 * What a request costs, and how many of that cost one user may make in a minute; before anybody is known, one address.
 * An installation sets other numbers by CALLS_PER_MINUTE.
 */
export const callsPerMinute = {
  /** Answered from a few rows, by user. */
  read: 1200,
  /**
   * Reads whole histories or record data, searches for a text, makes a file or gives the address of one, by user; by address of
   * who reads the published specification without signing in.
   */
  costly: 120,
  /** Changes something, by user. */
  write: 120,
  /** An API token or a ticket of the live connection, by user. */
  token: 120,
  /** Signing in, and renewing and exchanging tokens, by address: a whole university may share one. */
  signIn: 600,
  /** Files by an address that carries a signature in place of a token, by address: a whole university may share one. */
  download: 300,
  /** What else needs no token, or carries a signature in its place, by address. */
  anonymous: 1200,
  /** Tokens, keys and tickets that may be guesses, by address: somebody may be trying them out. */
  refused: 300,
  /** Live connections by a ticket of ours that was used or is too old, or from another site, by address. */
  oldTicket: 300,
  /** Reports of browsers about a page's policy, by address. */
  report: 60,
} as const satisfies Record<string, number>

export type Cost = keyof typeof callsPerMinute
export type CallsPerMinute = Record<Cost, number>

/** Calls that cost something else than their method, and what they answer, tell. */
const exceptions = new Map<Call, Cost>([
  [identity.exchangeToken, 'signIn'],
  [identity.signOut, 'signIn'],
  [identity.getLiveTicket, 'token'],
  [findAnything, 'costly'],
  [files.completePartUpload, 'costly'],
  [files.completeOvtPartUpload, 'costly'],
  [files.requestDownload, 'costly'],
  [files.downloadDeliverySet, 'costly'],
  [files.requestOvtDownload, 'costly'],
  [files.downloadAllFailures, 'costly'],
  [files.downloadAllOvtFailures, 'costly'],
  [files.downloadGracefulFailures, 'costly'],
  [files.downloadOvtGracefulFailures, 'costly'],
  [workbooks.makeWorkbook, 'costly'],
  [workbooks.makeOvtWorkbook, 'costly'],
  [workbooks.downloadWorkbook, 'costly'],
  [workbooks.downloadOvtWorkbook, 'costly'],
  // A browser that support looks on at sends several a second.
  [sendSupportEntries, 'read'],
  [validation.validateFile, 'costly'],
  [publishing.publishSchema, 'costly'],
  [publishing.publishRuleset, 'costly'],
  [publishing.replaceRuleset, 'costly'],
  [publishing.checkRuleset, 'costly'],
  [publishing.getRulesetDifference, 'costly'],
  [getRuleSpread, 'costly'],
  [ruleSource.runRule, 'costly'],
  [ruleSource.saveRule, 'costly'],
  [deliveries.previewDelivery, 'costly'],
  [deliveries.requestDelivery, 'costly'],
  [deliveries.downloadDelivery, 'costly'],
  [pseudonymisation.runDpsTask, 'costly'],
  [pseudonymisation.getDpsFile, 'costly'],
  [files.requestSignOffForm, 'costly'],
  [signedForms.downloadSignedForm, 'costly'],
  [signedForms.getSignedFormContent, 'costly'],
  [signedForms.signForm, 'costly'],
  [issues.downloadAttachment, 'costly'],
  [quality.getValidation, 'costly'],
  [quality.getOvtValidation, 'costly'],
  [quality.getRecordChanges, 'costly'],
  [quality.compareValidations, 'costly'],
  [reports.compareCredibilityReport, 'costly'],
  [reports.getDrilldown, 'costly'],
  [reports.getFrequencyCounts, 'costly'],
  [reports.getExpectedPopulation, 'costly'],
  [sector.getSectorReport, 'costly'],
  [getProviderOverview, 'costly'],
  [getPublishedChanges, 'costly'],
  [additional.getSurveyPopulation, 'costly'],
  [additional.listTransfersOut, 'costly'],
  [additional.listTransfersIn, 'costly'],
  [additional.compareAllReports, 'costly'],
  [inspection.getHeat, 'costly'],
  [histories.getChartFigures, 'costly'],
  [histories.listChartRecords, 'costly'],
  [histories.getChartHistory, 'costly'],
  [histories.getChartConformance, 'costly'],
  [audit.verifyWholeAudit, 'costly'],
  [inspection.getFailures, 'costly'],
  [inspection.listLiveSubmissions, 'costly'],
  [inspection.getConformance, 'costly'],
  [inspection.getLifecycle, 'costly'],
  [inspection.getUsualLengths, 'costly'],
  [inspection.getSequence, 'costly'],
  [listAuditLines, 'costly'],
  [getBurnUp, 'costly'],
  [listRulesAcross, 'costly'],
  [listStudents, 'costly'],
  [getStudent, 'costly'],
  [traffic.getTraffic, 'costly'],
])

/** Fields of a call's query that are texts to search for. */
const searchesOf = new Map<Call, string[]>()

const searchFields = (call: Call): string[] => {
  const known = searchesOf.get(call)
  if (known) return known
  const shape = (call.query && shapeOf(call.query)) ?? {}
  const found = Object.keys(shape).filter(field => shape[field] === searchText)
  searchesOf.set(call, found)
  return found
}

/**
 * What a call costs as it is asked: an export costs more than the page that it is made from, and a search more than a list. The
 * query is what was sent, not parsed yet.
 */
export const costOf = (
  call: Call,
  { mediaType, query = {} }: { mediaType?: MediaType | undefined; query?: Record<string, unknown> } = {},
): Cost => {
  if (mediaType !== undefined) return 'costly'
  const exception = exceptions.get(call)
  if (exception) return exception
  // It answers a file and nothing else.
  if (call.produces && !call.response) return 'costly'
  if (searchFields(call).some(field => (query[field] ?? '') !== '')) return 'costly'
  if (call.permission === 'public') return 'anonymous'
  return call.method === 'GET' ? 'read' : 'write'
}

/** The same of somebody who reads the published specification without signing in. */
export const anonymousCostOf = (call: Call, asked: Parameters<typeof costOf>[1]): Cost => {
  const cost = costOf(call, asked)
  return cost === 'read' ? 'anonymous' : cost
}
