/*
 * The record analysis as the pipeline uses it. Each step reads what the steps before have made, and makes a part of its own
 * that no later one changes; it can be cancelled by the context's signal, reports progress, and can be run again.
 */
export {
  type AdditionalReports,
  buildAdditionalReports,
  buildOutput,
  type CodedField,
  type ListingChoice,
  type ListingSummary,
  listingCsv,
  listingRows,
  withoutZeroValues,
} from './additional.ts'
export {
  buildCredibilityReports,
  type CellChoice,
  type CredibilityReports,
  compareReport,
  drillDown,
  drillDownCsv,
} from './credibility/build.ts'
export { type ReportCells, type StoredCells, totalCode } from './credibility/cells.ts'
export { hasCell } from './credibility/render.ts'
export { type SectorTable, sectorTable } from './credibility/sector.ts'
export { type SharedFile, shareFile, shareMemory } from './database.ts'
export { type Department, splitByField, TooManyValues } from './departments.ts'
export { deriveFields, holdsRecords } from './derive.ts'
export { createEngagementKeys } from './engagementKeys.ts'
export {
  type AnalysisContext,
  type AnalysisPart,
  type AnalysisSource,
  analysisParts,
  analysisPaths,
  type PartnerReturn,
  type Progress,
  type RegisteredProvider,
  type SubmissionFacts,
} from './facts.ts'
export { failureChanges, failureChangesCsv, type TwoUploads } from './failureChanges.ts'
export { type FailingRule, failingRules, type Page } from './failureFiles.ts'
export {
  type FailurePage,
  type FailuresOfRule,
  type FailureValues,
  type FailureView,
  failuresCsv,
  failureValues,
  type NamedValue,
  type RuleFailure,
  ruleFailures,
  ruleFailuresCsv,
} from './failures.ts'
export { measuredFinding, recordFinding } from './findings.ts'
export { firstFailures, firstFailuresFile, isFirstPage } from './firstFailures.ts'
export {
  historyKeys,
  type RecordSummary,
  summaryOf,
  type TransferIn,
  type TransferOut,
  transfersIn,
  transfersOut,
  writeHistory,
} from './history.ts'
export { type FileHead, type LoadInput, type LoadResult, loadRecord } from './load.ts'
export { checkRightToProcess, type ProcessingFacts } from './rightToProcess.ts'
export {
  appliesIn,
  countRulesOn,
  type RuleResult,
  resultsOf,
  runQualityRules,
  type ToleranceSetting,
  type ToleranceSettings,
} from './rules.ts'

export { compileRuleset, type LoadOptions, loadRuleset } from './ruleset/compile.ts'
export { isCountedAlike, isDerivedAlike } from './ruleset/definition.ts'
export { chosenColumns, deliveryQuery } from './ruleset/delivery.ts'
export type { DeliveryColumn, DeliveryFile } from './ruleset/deliveryFile.ts'
export { RulesetError, type RulesetFault } from './ruleset/fault.ts'
export {
  formFaultsIn,
  type RulesetIdentity,
  readFieldClasses,
  readHeaderPaths,
  readIdentity,
  readRecord,
} from './ruleset/folder.ts'
export { rulesetSchemas, schemaDocument } from './ruleset/jsonSchema.ts'
export type { Generalisation, IdentifierForm } from './ruleset/model.ts'
export { type RulesetPlace, rulesetPlaces } from './ruleset/place.ts'
export { rulesReadingRegister } from './ruleset/register.ts'
export type { Ruleset } from './ruleset/ruleset.ts'
export type { RecordTreatment, Treatment } from './ruleset/treatment.ts'
export { rulesetHash, verifiedFile, verifyOnce } from './ruleset/verified.ts'
export { runExamples, verifiedRuleset, verifyRuleset } from './ruleset/verify.ts'
export { yamlReason } from './ruleset/yamlFile.ts'
export {
  entitiesBelow,
  findStudent,
  hasStudents,
  listStudents,
  type StudentFinding,
  type StudentPlace,
  type StudentRow,
} from './students.ts'
export { firstRows, writeTables } from './tableFiles.ts'
