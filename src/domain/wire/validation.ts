import * as z from 'zod/mini'
import { call } from './call.ts'
import { collectionReference } from './common.ts'
import { wrongCharacter } from './quality.ts'

const keyValue = z.object({ field: z.string(), value: z.string() })
const nameValue = z.object({ name: z.string(), value: z.string() })

/** A fault of a file against its schema: what, where by line and by the keys of the record, and what was expected. */
const schemaFinding = z.object({
  code: z.string(),
  message: z.string(),
  line: z.number(),
  column: z.number(),
  /** Offset from 0. */
  byte: z.number(),
  path: z.string(),
  value: z.optional(z.string()),
  expected: z.optional(z.string()),
  wrong: z.optional(wrongCharacter),
  /** What the author of the value probably meant. */
  suggestion: z.optional(z.string()),
  field: z.string(),
  /** The record that holds the field, and its keys. */
  name: z.string(),
  ids: z.array(keyValue),
})

/** A record that a rule found at fault. */
const ruleFailure = z.object({
  line: z.number(),
  byte: z.number(),
  entity: z.string(),
  rowIdentifier: z.string(),
  keys: z.array(nameValue),
  details: z.array(nameValue),
  /** What is wrong with it, with its values. */
  finding: z.nullable(z.string()),
})

/** A rule with failures, for the provider's primary regulator. */
const failingRule = z.object({
  ruleCode: z.string(),
  name: z.string(),
  /** What must be true. */
  requirement: z.string(),
  /** How to correct a record; null if there is no hint. */
  hint: z.nullable(z.string()),
  /** What is wrong with the file, for a rule that compares it as a whole; null for other rules. */
  finding: z.nullable(z.string()),
  guidanceUrl: z.string(),
  entity: z.string(),
  kind: z.enum(['operational', 'quality']),
  regulatorCode: z.string(),
  conjoinedTolerances: z.string(),
  isProviderToleranceOverride: z.boolean(),
  populationCount: z.number(),
  failureCount: z.number(),
  /** In percent, two decimals. Says nothing where the rule is at fault. */
  failurePercent: z.number(),
  /** The rule is at fault and not the file: more records fail than it looks at. */
  isRuleDefect: z.boolean(),
  /** 1 outside tolerance, 0 inside. */
  status: z.union([z.literal(0), z.literal(1)]),
  /** The first thousand of them. */
  records: z.array(ruleFailure),
})

/** What a check found; the JSON of the offline command `bedel-validate` says the same. */
export const checkResult = z.object({
  schema: z.nullable(z.string()),
  /** `findings`: schema errors, a rule outside tolerance, or no right to process. `unreadable`: it is no XML. */
  verdict: z.enum(['clean', 'findings', 'unreadable']),
  /** Why and where it cannot be read as XML. */
  fault: z.nullable(
    z.object({
      code: z.string(),
      message: z.string(),
      line: z.number(),
      column: z.number(),
      byte: z.number(),
    }),
  ),
  /** Schema errors, also beyond those that are listed. */
  findingsTotal: z.number(),
  findings: z.array(schemaFinding),
  /** Null where no rule was run: the file does not fit its schema, or would not be processed. */
  rules: z.nullable(z.object({ run: z.number(), failing: z.array(failingRule) })),
  /** Why the file would not be processed for this provider and collection. */
  rightToProcess: z.array(z.object({ item: z.string(), found: z.string(), expected: z.string() })),
})
export type CheckResultWire = z.output<typeof checkResult>

export const validateFile = call({
  method: 'POST',
  path: '/validations',
  summary:
    'Checks a file (XML, the body of the request) as processing would and answers what was found. No submission is made and nothing is kept.',
  permission: 'suppliers.validate',
  query: z.object({ collectionReference }),
  takes: 'application/xml',
  response: checkResult,
})

const checkSchema = z.object({
  /** Of the collection whose files are checked against it. */
  reference: collectionReference,
  name: z.string(),
  schema: z.string(),
})
export type CheckSchema = z.output<typeof checkSchema>

export const listCheckSchemas = call({
  method: 'GET',
  path: '/check-schemas',
  summary:
    'Schemas of published specifications that a file can be checked against in the browser: those of collections that everybody sees, as long as they are Available. Without signing in only where the installation opens the page /validate.',
  permission: 'validate',
  response: z.object({ schemas: z.array(checkSchema) }),
})

export const getCheckSchema = call({
  method: 'GET',
  path: '/check-schemas/{reference}',
  summary: 'One of these schemas, as an XSD document.',
  permission: 'validate',
  produces: ['application/xml'],
})
