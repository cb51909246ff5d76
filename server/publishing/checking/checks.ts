import { basename, join } from 'node:path'
import type { MeasuredChange } from '../../../src/domain/allowance.ts'
import type { LoweredField } from '../../../src/domain/privacy.ts'
import type { RecordDescription } from '../../../src/domain/record.ts'
import type { RuleTexts } from '../../../src/domain/ruleSource.ts'
import { compileSchema, entityTables } from '../../../src/record/index.ts'
import {
  loadRuleset,
  type Ruleset,
  readIdentity,
  rulesetHash,
  runExamples,
  verifyOnce,
  verifyRuleset,
} from '../../analysis/index.ts'
import { type RulesetText, rulesetText } from '../../specifications/difference.ts'
import { type FieldsByClass, loweredFields } from '../loweredFields.ts'
import {
  copyRuleset,
  type RulesetFiles,
  rulesetInFolder,
  rulesetInZip,
  writeRuleset,
  zipOf,
} from '../rulesetFiles.ts'
import { withTexts, withVersion } from '../ruleText.ts'
import { checkSchema, type SampleFile } from '../schemaCheck.ts'
import { specificationHashes } from '../specificationPackage.ts'

/** A new ruleset: zipped, or the files of an existing one with a changed rule. */
export type RulesetSource =
  | { zip: Buffer }
  | {
      files: RulesetFiles
      rule: { name: string; text: string; texts: RuleTexts }
      /** Set if the result becomes a new version. */
      version?: string
    }

/** Names in the manifest of a ruleset, with their lines. */
export interface NamedContent {
  version: string
  schemaVersion: string
  base: string | undefined
  lines: { version: number; schema: number; base: number }
}

/** Schema and base of a ruleset: published earlier, or part of the release. */
export interface Foundations {
  schemaDocument: string
  /** Folder of its base. */
  baseFolder: string | undefined
}

/** A ruleset whose files all compile. */
export interface CompiledContent {
  version: string
  schemaVersion: string
  record: RecordDescription
  ruleCount: number
  /** SHA-256 of its files and those of its base, as a package of a specification states it. */
  hash: string
  /** Fields that more people could read than under earlier rulesets. */
  lowered: LoweredField[]
  zip: Buffer
}

/** What is shown of a ruleset before it is published. */
export interface DescribedContent {
  examples: number
  derivedFields: number
  reports: number
  listings: number
  text: RulesetText
}

/** An example of a rule, as it is written and as it turned out. */
export interface ExampleRun {
  example: Ruleset['rules'][number]['examples'][number]
  /** How its rule measures; undefined for a rule that looks at records. */
  change: MeasuredChange | undefined
  /** What it gives otherwise than it says; null if it holds. */
  message: string | null
}

const manifest = 'ruleset.yaml'

const filesOf = async (source: RulesetSource): Promise<RulesetFiles> => {
  if ('zip' in source) return rulesetInZip(source.zip)
  const { files, rule, version } = source
  const changed = new Map([...files, [rule.name, Buffer.from(withTexts(rule.name, rule.text, rule.texts))]])
  const own = changed.get(manifest)
  if (version !== undefined && own)
    changed.set(manifest, Buffer.from(withVersion(own.toString('utf8'), version)))
  return changed
}

/**
 * The steps of one check. Each continues from the result of the one before. They run in a process of their own (`checkProcess.ts`),
 * because a bad ruleset can exhaust memory or time. Each throws RefusedFiles or RulesetError with the faults.
 */
export const createChecks = () => {
  let opened: { files: RulesetFiles; folder: string } | undefined
  let compiled: Ruleset | undefined

  const ruleset = (): Ruleset => {
    if (!compiled) throw new Error('No ruleset has been compiled.')
    return compiled
  }

  return {
    /** Compiles a schema and checks its sample files against it. */
    schema: ({ document, samples }: { document: Buffer; samples: readonly SampleFile[] }) =>
      checkSchema(document, samples),

    /** Unpacks a ruleset into an empty folder. Returns the names of its schema and base. */
    open: async ({ source, folder }: { source: RulesetSource; folder: string }): Promise<NamedContent> => {
      const files = await filesOf(source)
      opened = { files, folder }
      const candidate = join(folder, 'candidate')
      await writeRuleset(candidate, files)
      const { version, schemaVersion, base, lineOf } = await readIdentity(candidate)
      const lines = { version: lineOf(['version']), schema: lineOf(['schema']), base: lineOf(['base']) }
      return { version, schemaVersion, base, lines }
    },

    /** Compiles the ruleset, or only one rule of it, without running examples. `before`: field classes of earlier rulesets. */
    compile: async ({
      name,
      foundations: { schemaDocument, baseFolder },
      onlyRule,
      before = [],
    }: {
      name: string
      foundations: Foundations
      onlyRule?: string
      before?: readonly FieldsByClass[]
    }): Promise<CompiledContent> => {
      if (!opened) throw new Error('No ruleset has been opened.')
      const home = join(opened.folder, 'home')
      const folder = join(home, name)
      await writeRuleset(folder, opened.files)
      if (baseFolder !== undefined) await copyRuleset(baseFolder, join(home, basename(baseFolder)))
      const tables = entityTables(compileSchema(schemaDocument))
      compiled = await loadRuleset(folder, tables, onlyRule === undefined ? {} : { onlyRule })
      return {
        version: compiled.version,
        schemaVersion: basename(compiled.manifest.schema, '.xsd'),
        record: compiled.record,
        ruleCount: compiled.rules.length,
        hash: specificationHashes({
          schema: Buffer.from(schemaDocument),
          ruleset: opened.files,
          base: baseFolder === undefined ? undefined : await rulesetInFolder(baseFolder),
        }).rulesetHash,
        lowered: loweredFields(compiled, before),
        zip: onlyRule === undefined ? await zipOf(opened.files) : Buffer.alloc(0),
      }
    },

    /** Runs the examples of the rules. Returns each with its difference from the expected result, null if it holds. */
    run: async (): Promise<ExampleRun[]> => {
      const { rules } = ruleset()
      const results = await runExamples(ruleset(), new AbortController().signal)
      return rules
        .flatMap(({ examples, measure }) => examples.map(example => ({ example, measure })))
        .map(({ example, measure }, at) => ({
          example,
          change: measure?.change,
          message: results[at] ?? null,
        }))
    },

    /** Verifies the ruleset, unless exactly this content has been verified before. */
    verify: ({ verifiedFolder }: { verifiedFolder: string }): Promise<void> =>
      verifyOnce(ruleset(), verifiedFolder),

    /** What it contains, and the texts by which it is compared with another ruleset. */
    describe: async (): Promise<DescribedContent> => {
      const { rules, derivedFields, derivedEntities, reports, listings } = ruleset()
      const withExamples = [...rules, ...derivedFields, ...derivedEntities]
      return {
        examples: withExamples.reduce((sum, { examples }) => sum + examples.length, 0),
        derivedFields: derivedFields.length + derivedEntities.length,
        reports: reports.length,
        listings: listings.length,
        text: rulesetText(ruleset()),
      }
    },

    /** Verifies a ruleset of the release in its own folder. Returns the entry for `verified.json`. */
    delivered: async ({
      folder,
      schemaDocument,
    }: {
      folder: string
      schemaDocument: string
    }): Promise<{ version: string; ruleCount: number; hash: string }> => {
      const found = await loadRuleset(folder, entityTables(compileSchema(schemaDocument)))
      await verifyRuleset(found)
      return { version: found.version, ruleCount: found.rules.length, hash: await rulesetHash(found) }
    },
  }
}
export type Checks = ReturnType<typeof createChecks>
