import { basename, join } from 'node:path'
import { compileSchema, entityTables } from 'bedel-record'
import type { MeasuredChange } from '../../../src/domain/allowance.ts'
import type { LoweredField } from '../../../src/domain/privacy.ts'
import type { FileFault } from '../../../src/domain/problem.ts'
import type { RecordDescription } from '../../../src/domain/record.ts'
import type { RuleTexts } from '../../../src/domain/ruleSource.ts'
import {
  compileRuleset,
  formFaultsIn,
  type Ruleset,
  RulesetError,
  readIdentity,
  rulesetHash,
  runExamples,
  verifiedRuleset,
  verifyOnce,
} from '../../analysis/index.ts'
import { type RulesetText, rulesetText } from '../../specifications/difference.ts'
import { type FieldsByClass, loweredFields } from '../loweredFields.ts'
import { RefusedFiles } from '../refusedFiles.ts'
import {
  copyRuleset,
  openRulesetZip,
  type RulesetFiles,
  rulesetInFolder,
  strangeInFolder,
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
  /** What is wrong with its files, whatever schema and base are. */
  faults: FileFault[]
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

const filesOf = async (source: RulesetSource): Promise<{ files: RulesetFiles; faults: FileFault[] }> => {
  if ('zip' in source) return openRulesetZip(source.zip)
  const { files, rule, version } = source
  const changed = new Map([...files, [rule.name, Buffer.from(withTexts(rule.name, rule.text, rule.texts))]])
  const own = changed.get(manifest)
  if (version !== undefined && own)
    changed.set(manifest, Buffer.from(withVersion(own.toString('utf8'), version)))
  return { files: changed, faults: [] }
}

/** Does the work. Faults of its ruleset are thrown with these further ones. */
const withFaults = async <T>(faults: readonly FileFault[], work: () => Promise<T>): Promise<T> => {
  try {
    const result = await work()
    if (faults.length > 0) throw new RefusedFiles(faults)
    return result
  } catch (error) {
    throw error instanceof RulesetError ? new RefusedFiles([...faults, ...error.faults]) : error
  }
}

const compiledRuleset = (folder: string, schemaDocument: string, onlyRule?: string) =>
  compileRuleset(
    folder,
    entityTables(compileSchema(schemaDocument)),
    onlyRule === undefined ? {} : { onlyRule },
  )

/**
 * The steps of one check. Each continues from the result of the one before. They run in a process of their own (`checkProcess.ts`),
 * because a bad ruleset can exhaust memory or time. Each throws RefusedFiles or RulesetError with the faults.
 */
export const createChecks = () => {
  let opened: { files: RulesetFiles; faults: FileFault[]; folder: string } | undefined
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
      const { files, faults: strange } = await filesOf(source)
      opened = { files, faults: strange, folder }
      const candidate = join(folder, 'candidate')
      await writeRuleset(candidate, files)
      const faults = [...strange, ...(await formFaultsIn(candidate))]
      const { version, schemaVersion, base, lineOf } = await readIdentity(candidate).catch(error => {
        // A manifest that does not name these may have further faults, as other files may.
        throw error instanceof RulesetError ? new RefusedFiles(faults) : error
      })
      const lines = { version: lineOf(['version']), schema: lineOf(['schema']), base: lineOf(['base']) }
      return { version, schemaVersion, base, lines, faults }
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
      const found = await compiledRuleset(folder, schemaDocument, onlyRule)
      // What is in order is verified later. Of a ruleset at fault all faults are found at once.
      const ruleset = await withFaults(opened.faults, () => verifiedRuleset(found, async () => undefined))
      compiled = ruleset
      return {
        version: ruleset.version,
        schemaVersion: basename(ruleset.manifest.schema, '.xsd'),
        record: ruleset.record,
        ruleCount: ruleset.rules.length,
        hash: specificationHashes({
          schema: Buffer.from(schemaDocument),
          ruleset: opened.files,
          base: baseFolder === undefined ? undefined : await rulesetInFolder(baseFolder),
        }).rulesetHash,
        lowered: loweredFields(ruleset, before),
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

    /** Verifies a ruleset in its folder. Returns its hash, as `verified.json` has it. */
    delivered: async ({
      folder,
      schemaDocument,
    }: {
      folder: string
      schemaDocument: string
    }): Promise<{ version: string; ruleCount: number; hash: string }> => {
      const compiling = await compiledRuleset(folder, schemaDocument)
      const found = await withFaults(await strangeInFolder(folder), () => verifiedRuleset(compiling))
      return { version: found.version, ruleCount: found.rules.length, hash: await rulesetHash(found) }
    },
  }
}
export type Checks = ReturnType<typeof createChecks>
