export { createPublishedContent } from './publishedContent.ts'
export { createPublishing, type Publishing } from './publishing.ts'
export { createRuleEditing, type RuleEditing } from './ruleEditing.ts'
export { rulesetInZip } from './rulesetFiles.ts'
