export { createCheckProcesses } from './checking/checkProcess.ts'
export { createPublishedContent } from './publishedContent.ts'
export { createPublishing, type Publishing } from './publishing.ts'
export { createRuleEditing, type RuleEditing } from './ruleEditing.ts'
