import { mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type CompiledSchema, codeLists, compileSchema, entityTables, SchemaCompileError } from 'bedel-record'
import {
  loadRuleset,
  type Ruleset,
  RulesetError,
  readIdentity,
  type ToleranceSettings,
} from '../../server/analysis/index.ts'
import { inEnglish } from '../../server/messages.ts'
import { RefusedFiles } from '../../server/publishing/refusedFiles.ts'
import { rulesetInFolder, writeRuleset } from '../../server/publishing/rulesetFiles.ts'
import {
  readSpecificationPackage,
  type SpecificationContent,
  specificationHashes,
} from '../../server/publishing/specificationPackage.ts'
import { ContentError, type UsedContent, usedSchema } from './content.ts'

/** A schema and rules that are ready to check a file. */
export interface CheckingContent {
  schema: CompiledSchema
  schemaName: string
  ruleset: Ruleset | undefined
  used: UsedContent | null
  tolerances?: ToleranceSettings
}

const linesOf = (
  faults: readonly { file: string; line: number; message: Parameters<typeof inEnglish>[0] | string }[],
) =>
  faults.map(
    ({ file, line, message }) =>
      `  ${file}:${line} ${typeof message === 'string' ? message : inEnglish(message)}`,
  )

/** A ruleset of a folder for a schema. Throws ContentError with each fault. */
export const rulesetFrom = async (folder: string, schema: CompiledSchema): Promise<Ruleset> => {
  try {
    return await loadRuleset(folder, entityTables(schema), { codedFields: codeLists(schema) })
  } catch (error) {
    if (!(error instanceof RulesetError)) throw error
    throw new ContentError([`The ruleset ${folder} cannot be used:`, ...linesOf(error.faults)].join('\n'), {
      cause: error,
    })
  }
}

/** The content of a schema's file and a ruleset's folder, as packages have it. */
const contentIn = async (schema: Buffer, folder: string): Promise<SpecificationContent> => {
  const { base } = await readIdentity(folder)
  return {
    schema,
    ruleset: await rulesetInFolder(folder),
    base: base === undefined ? undefined : await rulesetInFolder(join(dirname(folder), basename(base))),
  }
}

/** What is used of a schema's file and a ruleset's folder, with the hashes that a package of them has. */
export const usedFiles = async (
  schemaFile: string,
  schemaName: string,
  ruleset: Ruleset | undefined,
): Promise<UsedContent> => {
  const used = await usedSchema(schemaFile, schemaName)
  if (!ruleset) return used
  const { rulesetHash } = specificationHashes(await contentIn(await readFile(schemaFile), ruleset.folder))
  return { ...used, ruleset: ruleset.version, rulesetHash }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A package from a file, or from the address of a portal with the key in BEDEL_KEY. Throws ContentError. */
const packageFrom = async (source: { path: string } | { url: string }): Promise<Buffer> => {
  if ('path' in source)
    return readFile(source.path).catch((error: unknown) => {
      throw new ContentError(`The package ${source.path} cannot be read: ${reasonOf(error)}`, {
        cause: error,
      })
    })
  const { BEDEL_KEY: key } = process.env
  const answer = await fetch(
    source.url,
    key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } },
  ).catch((error: unknown) => {
    throw new ContentError(`${source.url} cannot be reached: ${reasonOf(error)}`, { cause: error })
  })
  if (answer.status === 401 || answer.status === 403)
    throw new ContentError(
      `${source.url} refuses access (${answer.status}). Set BEDEL_KEY to an API key or access token.`,
    )
  if (!answer.ok) throw new ContentError(`${source.url} answers ${answer.status}. Check the address.`)
  return Buffer.from(await answer.arrayBuffer())
}

/** The specification in a package, written to a scratch folder and ready for use. Throws ContentError. */
export const contentOfPackage = async (
  source: { path: string } | { url: string },
  scratch: string,
): Promise<CheckingContent> => {
  const shown = 'path' in source ? source.path : source.url
  const content = await readSpecificationPackage(await packageFrom(source)).catch((error: unknown) => {
    if (!(error instanceof RefusedFiles)) throw error
    throw new ContentError([`The package ${shown} cannot be used:`, ...linesOf(error.faults)].join('\n'), {
      cause: error,
    })
  })
  const { description } = content
  const home = join(scratch, 'rulesets')
  const folder = join(home, basename(description.rulesetVersion))
  await mkdir(home, { recursive: true })
  await writeRuleset(folder, content.ruleset)
  const { base } = await readIdentity(folder)
  if (base !== undefined && content.base) await writeRuleset(join(home, basename(base)), content.base)
  const schema = (() => {
    try {
      return compileSchema(content.schema.toString('utf8'))
    } catch (error) {
      if (!(error instanceof SchemaCompileError)) throw error
      throw new ContentError(`The schema in ${shown} cannot be used: ${error.message}`, { cause: error })
    }
  })()
  return {
    schema,
    schemaName: description.schemaVersion,
    // An earlier release may have published it with fewer checks.
    ruleset: await loadRuleset(folder, entityTables(schema), {
      isInUse: true,
      codedFields: codeLists(schema),
    }),
    used: {
      specification: description.version,
      schema: description.schemaVersion,
      schemaHash: description.schemaHash,
      ruleset: description.rulesetVersion,
      rulesetHash: description.rulesetHash,
    },
    tolerances: { specification: description.tolerances, words: description.texts },
  }
}
