export {
  type Configuration,
  type ConfiguredRule,
  configurationOf,
  configuredRules,
  type RuleWords,
} from './configuration.ts'
export {
  type Content,
  type ContentKind,
  type ContentRecord,
  contentRecords,
  createContent,
  registerContent,
} from './content.ts'
export { fieldDifference, publishedFields, ruleDifference } from './difference.ts'
export { factsOf, specificationFactsSql } from './specificationRow.ts'
export { createSpecifications, type DecidedSpecification, type Specifications } from './specifications.ts'
export { tellSpecification } from './told.ts'
