import * as z from 'zod/mini'
import { call } from './call.ts'
import { instant, sha256Hex } from './common.ts'
import { content, contentVersion, difference, ruleset } from './specifications.ts'

/** All examples of a ruleset are run while its sender waits. */
const publishingSeconds = 180

/** `checkedHash`: hash of the content that was checked; any other content is refused. */
const checkedQuery = z.object({ checkedHash: z.optional(sha256Hex) })

export const publishSchema = call({
  method: 'POST',
  path: '/specifications/schemas',
  summary:
    'Publishes a schema (XSD) as a Draft, under the version that it names itself. It is compiled, and sample files beside it have to fit it (`accepted`) or not (`refused`); nothing is kept of them. A fault is answered with file and line.',
  permission: 'management.content',
  takes: 'multipart/form-data',
  files: ['schema', 'accepted', 'refused'],
  seconds: publishingSeconds,
  response: content,
})

export const publishRuleset = call({
  method: 'POST',
  path: '/specifications/rulesets',
  summary:
    'Publishes a ruleset (a zip of its folder) as a Draft, under the version that its manifest names. It is compiled and every example is run; each fault is answered with file and line.',
  permission: 'management.content',
  query: checkedQuery,
  takes: 'application/zip',
  seconds: publishingSeconds,
  response: ruleset,
})

export const replaceRuleset = call({
  method: 'PUT',
  path: '/specifications/rulesets/{id}',
  summary:
    'Replaces a Draft with another upload (a zip) of the same version, which is checked in the same way. No specification, submission or other ruleset may rest on it.',
  permission: 'management.content',
  query: checkedQuery,
  takes: 'application/zip',
  seconds: publishingSeconds,
  response: ruleset,
})

const comparison = z.object({ former: contentVersion, rules: difference, derivedFields: difference })

export const checkRuleset = call({
  method: 'POST',
  path: '/specifications/rulesets/check',
  summary:
    'Checks a ruleset (a zip of its folder) as publishing does, and keeps nothing: what it contains, its hash, the Draft that it would replace, and the difference from that Draft and from the version before. Each fault is answered with file and line.',
  permission: 'management.content',
  takes: 'application/zip',
  seconds: publishingSeconds,
  response: z.object({
    version: z.string(),
    schema: z.string(),
    /** Name of the record. */
    record: z.string(),
    /** SHA-256 of its files and those of its base; publishing names it as `checkedHash`. */
    hash: sha256Hex,
    rules: z.number(),
    examples: z.number(),
    derivedFields: z.number(),
    reports: z.number(),
    listings: z.number(),
    /** The Draft of the same version, which it would replace; null if the version is new. */
    replaces: z.nullable(z.object({ id: z.number(), updatedUtc: instant, updatedBy: z.string() })),
    /** Difference from the Draft that it would replace, and from the version before of the same record. */
    comparisons: z.array(comparison),
  }),
})
export type CheckedRulesetWire = z.output<typeof checkRuleset.response>

export const getRulesetDifference = call({
  method: 'GET',
  path: '/specifications/rulesets/{id}/difference/{formerId}',
  summary: 'Rules and derived fields that differ from another ruleset to this one.',
  permission: 'management.view',
  response: comparison,
})
