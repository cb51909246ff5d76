import * as z from 'zod/mini'
import { sha256Hex } from './wire/common.ts'

/** Entries of the zip that carries a specification to the offline check (decisions §17). The two folders end with a slash. */
export const packageEntries = {
  description: 'specification.json',
  schema: 'schema.xsd',
  ruleset: 'ruleset/',
  /** The ruleset that `ruleset/` is based on; missing if there is none. */
  base: 'base/',
} as const

const tolerance = z.object({
  conjunction: z.enum(['A', 'O']),
  parts: z.array(
    z.object({
      type: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      from: z.number(),
      to: z.nullable(z.number()),
    }),
  ),
})

/** Name of the file that a specification of this version is downloaded as. */
export const packageFileName = (version: string): string => `specification.${version}.zip`

/** Content of `specification.json`. */
export const specificationPackage = z.object({
  specificationId: z.number(),
  /** Version of the specification, as `23056_1.0.0`. */
  version: z.string(),
  /** Id of the record; null if its ruleset does not say. */
  record: z.nullable(z.string()),
  schemaVersion: z.string(),
  /** SHA-256 of `schema.xsd`. */
  schemaHash: sha256Hex,
  rulesetVersion: z.string(),
  /** SHA-256 of the files in `ruleset/` and `base/`, with their names. */
  rulesetHash: sha256Hex,
  /** Tolerances that the specification has in place of the ruleset's. */
  tolerances: z.array(z.object({ ruleCode: z.string(), regulatorCode: z.string(), tolerance })),
  /** Requirements and guidance that the specification has in place of the ruleset's. */
  texts: z.array(z.object({ ruleCode: z.string(), description: z.string(), guidanceUrl: z.string() })),
})
export type SpecificationPackage = z.output<typeof specificationPackage>
