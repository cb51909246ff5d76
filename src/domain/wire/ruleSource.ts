import * as z from 'zod/mini'
import { longestRuleField, ruleFieldIds } from '../ruleSource.ts'
import { call } from './call.ts'
import { instant } from './common.ts'
import { ruleset } from './specifications.ts'

const texts = z.partialRecord(z.enum(ruleFieldIds), z.string().check(z.maxLength(longestRuleField)))

/** A record that shows what a rule does. */
export const ruleExample = z.object({
  outcome: z.enum(['passes', 'fails', 'outside', 'measures']),
  /** What the record of the example has, a line for each; for `measures` the percentage. */
  record: z.string(),
  because: z.nullable(z.string()),
})
export type RuleExampleWire = z.output<typeof ruleExample>

export const getSpecificationRuleHistory = call({
  method: 'GET',
  path: '/specifications/{specId}/validations/{validationId}/history',
  summary:
    'The example records of a rule with what its condition makes of each, and what was changed of it in a specification: who, when, before and after; the last change first.',
  permission: 'management.view',
  response: z.object({
    examples: z.array(ruleExample),
    edits: z.array(
      z.object({
        at: instant,
        by: z.string(),
        /** '' if none was given. */
        reason: z.string(),
        part: z.enum(['tolerance', 'requirement', 'guidance']),
        /** Whose tolerance it is; null for a text. */
        regulatorCode: z.nullable(z.string()),
        before: z.string(),
        after: z.string(),
      }),
    ),
  }),
})
export type RuleHistoryWire = z.output<typeof getSpecificationRuleHistory.response>

export const listRulesetRules = call({
  method: 'GET',
  path: '/specifications/rulesets/{id}/rules',
  summary: 'Rules of a ruleset, in the order of their files.',
  permission: 'management.view',
  response: z.object({
    ruleset,
    rules: z.array(z.object({ code: z.string(), name: z.string(), entity: z.string(), kind: z.string() })),
  }),
})
export type RulesetRuleWire = z.output<typeof listRulesetRules.response>['rules'][number]

export const getRuleSource = call({
  method: 'GET',
  path: '/specifications/rulesets/{id}/rules/{code}',
  summary: 'What stands in the file of a rule: its words, its SQL, its tolerances and its examples.',
  permission: 'management.view',
  response: z.object({
    ruleset,
    code: z.string(),
    entity: z.string(),
    texts,
    /** Whether the caller may change it now: of a Draft. */
    isEditable: z.boolean(),
  }),
})
export type RuleSourceWire = z.output<typeof getRuleSource.response>

export const runRule = call({
  method: 'POST',
  path: '/specifications/rulesets/{id}/rules/{code}/run',
  summary:
    'Compiles a rule with these texts within its ruleset and runs its examples; nothing is kept. A fault has its line in the file of the rule.',
  permission: 'management.content',
  body: z.object({ texts }),
  seconds: 90,
  response: z.object({
    faults: z.array(z.object({ line: z.number(), message: z.string() })),
    /** In their order: what an example gives otherwise than it says; null where it holds. */
    examples: z.array(z.extend(ruleExample, { message: z.nullable(z.string()) })),
  }),
})
export type RuleRun = z.output<typeof runRule.response>

export const saveRule = call({
  method: 'POST',
  path: '/specifications/rulesets/{id}/rules/{code}',
  summary:
    'Publishes a Draft ruleset with these texts of one rule as its next version, once every example of it holds.',
  permission: 'management.content',
  body: z.object({ texts }),
  seconds: 180,
  response: ruleset,
})
