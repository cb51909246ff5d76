export {
  type Configuration,
  type ConfiguredRule,
  changesMadeIn,
  configurationOf,
  configuredRules,
  type RuleWords,
} from './configuration.ts'
export {
  type Content,
  type ContentKind,
  type ContentRecord,
  type ContentVersions,
  contentRecords,
  createContent,
  describeRecords,
  registerContent,
} from './content.ts'
export {
  type Difference,
  fieldDifference,
  type PartValue,
  publishedFields,
  type RulesetText,
  ruleDifference,
  rulesetDifference,
} from './difference.ts'
export { createHeldContents } from './heldContents.ts'
export { lockSpecifications, notifySpecification } from './notify.ts'
export {
  availableSchemas,
  collectionBeforeIn,
  contentDifference,
  fieldName,
  type Publication,
  type PublishedContent,
  type PublishedRow,
  publications,
  publishedRows,
  ruleHistory,
} from './published.ts'
export { loadInUse, readyAhead } from './readyAhead.ts'
export { type RuleEdit, ruleEdits } from './ruleEdits.ts'
export {
  deletionOfSpecification,
  factsOf,
  type SpecificationRow,
  specificationRows,
} from './specificationRow.ts'
export {
  createSpecifications,
  type DecidedSpecification,
  type Specifications,
  startingFrom,
} from './specifications.ts'
export { contentUse } from './use.ts'
