/*
 * What of a rule's file can be changed in the browser: its words, its SQL, and its tolerances and examples as
 * they stand in the file. Texts all of them; what is wrong with one is said by the ruleset's own compiler.
 */

/** Where each stands in the file, in the order in which it is shown. */
export const ruleFields = [
  { id: 'name', kind: 'words' },
  { id: 'requirement', kind: 'words' },
  { id: 'finding', kind: 'words' },
  { id: 'hint', kind: 'words' },
  { id: 'guidance', kind: 'words' },
  { id: 'population', kind: 'sql' },
  { id: 'failure', kind: 'sql' },
  { id: 'measure.percent', kind: 'sql' },
  { id: 'measure.records', kind: 'sql' },
  { id: 'measure.now', kind: 'sql' },
  { id: 'measure.before', kind: 'sql' },
  { id: 'tolerance', kind: 'yaml' },
  { id: 'specialist', kind: 'yaml' },
  { id: 'examples', kind: 'yaml' },
] as const

export type RuleField = (typeof ruleFields)[number]
export type RuleFieldId = RuleField['id']

export const ruleFieldIds = ruleFields.map(({ id }) => id)

/** Texts of the fields that a rule has: of `failure` and `measure` it has one. */
export type RuleTexts = Partial<Record<RuleFieldId, string>>

/** Characters of one field at most. */
export const longestRuleField = 50_000
