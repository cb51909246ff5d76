import { basename, join } from 'node:path'
import type { LoweredField } from '../../../src/domain/privacy.ts'
import type { RuleTexts } from '../../../src/domain/ruleSource.ts'
import { compileSchema, entityTables } from '../../../src/record/index.ts'
import { loadRuleset, type Ruleset, readIdentity, runExamples, verifyOnce } from '../../analysis/index.ts'
import { type FieldsByClass, loweredFields } from '../loweredFields.ts'
import { copyRuleset, type RulesetFiles, rulesetInZip, writeRuleset, zipOf } from '../rulesetFiles.ts'
import { withTexts, withVersion } from '../ruleText.ts'
import { checkSchema, type SampleFile } from '../schemaCheck.ts'

/** A ruleset as it came: zipped, or the files of another one in which a rule has other texts. */
export type RulesetSource =
  | { zip: Buffer }
  | {
      files: RulesetFiles
      rule: { name: string; text: string; texts: RuleTexts }
      /** Its version where it becomes a version of its own. */
      version?: string
    }

/** What the manifest of a ruleset names, with the lines at which it does. */
export interface NamedContent {
  version: string
  schemaVersion: string
  base: string | undefined
  lines: { version: number; schema: number; base: number }
}

/** What a ruleset rests on: published before, or of the release. */
export interface Foundations {
  schemaDocument: string
  /** Folder of its base. */
  baseFolder: string | undefined
}

/** A ruleset of which every file is in order. */
export interface CompiledContent {
  version: string
  schemaVersion: string
  ruleCount: number
  /** Fields that more people would read than by the rulesets before. */
  lowered: LoweredField[]
  zip: Buffer
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
 * The steps of one check of what people have written, each taking up where the one before has ended. They run in a process of their
 * own (`checkProcess.ts`): it may take more memory or time than there is. Each throws RefusedFiles or RulesetError with what is
 * wrong.
 */
export const createChecks = () => {
  let opened: { files: RulesetFiles; folder: string } | undefined
  let compiled: Ruleset | undefined

  const ruleset = (): Ruleset => {
    if (!compiled) throw new Error('No ruleset has been compiled.')
    return compiled
  }

  return {
    /** Compiles a schema and holds its sample files against it. */
    schema: ({ document, samples }: { document: Buffer; samples: readonly SampleFile[] }) =>
      checkSchema(document, samples),

    /** Unpacks a ruleset into an empty folder; gives what it rests on. */
    open: async ({ source, folder }: { source: RulesetSource; folder: string }): Promise<NamedContent> => {
      const files = await filesOf(source)
      opened = { files, folder }
      const candidate = join(folder, 'candidate')
      await writeRuleset(candidate, files)
      const { version, schemaVersion, base, lineOf } = await readIdentity(candidate)
      const lines = { version: lineOf(['version']), schema: lineOf(['schema']), base: lineOf(['base']) }
      return { version, schemaVersion, base, lines }
    },

    /** Compiles it, or one rule of it alone; none of its examples is run. `before` has the classes of earlier rulesets. */
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
        ruleCount: compiled.rules.length,
        lowered: loweredFields(compiled, before),
        zip: onlyRule === undefined ? await zipOf(opened.files) : Buffer.alloc(0),
      }
    },

    /** Runs the examples of the rules: what each gives otherwise than it says, null where it holds. */
    run: async (): Promise<(string | null)[]> => {
      const results = await runExamples(ruleset(), new AbortController().signal)
      return results.map(one => one ?? null)
    },

    /** Binds every SQL and runs every example, unless exactly this content has been verified. */
    verify: ({ verifiedFolder }: { verifiedFolder: string }): Promise<void> =>
      verifyOnce(ruleset(), verifiedFolder),
  }
}
export type Checks = ReturnType<typeof createChecks>
