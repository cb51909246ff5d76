import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type CodeList, type CompiledSchema, codeLists, compileSchema, entityTables } from 'bedel-record'
import type { HeaderPaths } from '../../src/domain/recordHeader.ts'
import { message } from '../../src/messages/message.ts'
import {
  loadRuleset,
  type Ruleset,
  readFieldClasses,
  readHeaderPaths,
  readIdentity,
  readRecord,
  verifyOnce,
} from '../analysis/index.ts'
import type { Foundations, NamedContent } from '../publishing/checking/checks.ts'
import type { PublishedContent } from '../publishing/publishedContent.ts'
import { RefusedFiles } from '../publishing/refusedFiles.ts'
import {
  copyRuleset,
  type RulesetFiles,
  rulesetInFolder,
  rulesetInZip,
  writeRuleset,
} from '../publishing/rulesetFiles.ts'

/** A schema and a ruleset ready for use. */
export interface Specification {
  schema: CompiledSchema
  codedFields: readonly CodeList[]
  ruleset: Ruleset
}

/** Versions as a specification names them, for example `23056_1.0.0`. */
export interface SpecificationVersions {
  schemaVersion: string
  rulesetVersion: string
}

const version = /^[0-9A-Za-z][0-9A-Za-z._-]{0,40}$/

const checked = (name: string): string => {
  if (!version.test(name)) throw new Error(`"${name}" is not a version of a schema or ruleset.`)
  return name
}

/** Where a file or folder of a name is in the folders of the records; if there is none, where nothing is. */
const releasedPath = async (root: string, name: string): Promise<string> => {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  const paths = entries.filter(entry => entry.isDirectory()).map(entry => join(root, entry.name, name))
  return paths.find(path => existsSync(path)) ?? join(root, name)
}

const nothingPublished: PublishedContent = {
  read: async () => undefined,
  draftHash: async () => undefined,
}

/**
 * The versioned content: XSD files and rulesets that come with the release, and what the agency has published. Each version is
 * compiled once in a process and kept; a failure is not kept. A ruleset whose content has changed since it was last verified
 * has its examples run first. What is published is taken from the database when it is first asked for, on every machine.
 */
export const createSpecificationStore = (options: {
  /** Folders of the release, each with a folder for each record. */
  schemasFolder: string
  rulesetsFolder: string
  /** Where it is remembered which content has been verified. */
  verifiedFolder: string
  /** What the agency has published, and where rulesets of it are unfolded. Without it, there is what the folders hold. */
  published?: { content: PublishedContent; folder: string }
}) => {
  const { schemasFolder, rulesetsFolder, verifiedFolder } = options
  const published = options.published?.content ?? nothingPublished
  /** By versions; `draft` is the hash of a Draft, which may be replaced later. */
  const kept = new Map<string, { draft: string | undefined; specification: Promise<Specification> }>()
  const folders = new Map<string, string>()

  const fileNameOf = (schemaVersion: string): string => `${checked(schemaVersion).replaceAll('.', '_')}.xsd`

  const schemaDocument = async (schemaVersion: string): Promise<{ fileName: string; document: string }> => {
    const fileName = fileNameOf(schemaVersion)
    const own = await published.read('schema', checked(schemaVersion))
    const document =
      own?.content.toString('utf8') ?? (await readFile(await releasedPath(schemasFolder, fileName), 'utf8'))
    return { fileName, document }
  }

  /** Writes a ruleset into a folder, with its base beside it. */
  const place = async (home: string, name: string, files: RulesetFiles): Promise<string> => {
    const folder = join(home, name)
    await writeRuleset(folder, files)
    const { base } = await readIdentity(folder)
    if (base !== undefined) await copyRuleset(await rulesetFolder(base), join(home, checked(base)))
    return folder
  }

  /** Unfolds what is published once on this machine: whole, or not at all. */
  const unfold = async (name: string, content: Buffer, sha256: string): Promise<string> => {
    const root = options.published?.folder ?? ''
    const home = join(root, sha256)
    if (existsSync(home)) return join(home, name)
    await mkdir(root, { recursive: true })
    const partial = join(root, `.${randomUUID()}`)
    await place(partial, name, await rulesetInZip(content))
    await rename(partial, home).catch(async error => {
      await rm(partial, { recursive: true, force: true })
      // Another process was first.
      if (!existsSync(home)) throw error
    })
    return join(home, name)
  }

  /** The folder of a ruleset, with that of its base beside it. */
  const rulesetFolder = async (rulesetVersion: string): Promise<string> => {
    const name = checked(rulesetVersion)
    const known = folders.get(name)
    if (known !== undefined) return known
    const own = await published.read('ruleset', name)
    const folder = own
      ? await unfold(name, own.content, own.sha256)
      : await releasedPath(rulesetsFolder, name)
    if (!own?.isDraft && existsSync(folder)) folders.set(name, folder)
    return folder
  }

  const rulesetFiles = async (rulesetVersion: string): Promise<RulesetFiles> =>
    rulesetInFolder(await rulesetFolder(rulesetVersion))

  const compile = async ({
    schemaVersion,
    rulesetVersion,
  }: SpecificationVersions): Promise<Specification> => {
    const schema = compileSchema((await schemaDocument(schemaVersion)).document)
    const codedFields = codeLists(schema)
    const ruleset = await loadRuleset(await rulesetFolder(rulesetVersion), entityTables(schema), {
      isInUse: true,
      codedFields,
    })
    await verifyOnce(ruleset, verifiedFolder)
    return { schema, ruleset, codedFields }
  }

  /** Versions of the schemas of a record, by the names of their files. */
  const schemaVersions = async (record: string): Promise<string[]> =>
    (await readdir(join(schemasFolder, record)))
      .filter(name => name.endsWith('.xsd'))
      .map(name => name.slice(0, -'.xsd'.length))

  /** Rulesets of a record, each with the version of its schema. */
  const rulesetVersions = async (recordId: string) => {
    const home = join(rulesetsFolder, recordId)
    const names = await readdir(home, { withFileTypes: true })
    return Promise.all(
      names
        .filter(entry => entry.isDirectory())
        .map(async ({ name }) => {
          const folder = join(home, name)
          const { schemaVersion } = await readIdentity(folder)
          return { version: name, schemaVersion, record: await readRecord(folder) }
        }),
    )
  }

  return {
    /** What the release has of a record: for the register that the agency chooses from. */
    content: async (record: string) => ({
      schemas: await schemaVersions(record),
      rulesets: await rulesetVersions(record),
    }),
    /** The XSD document of a version and the name of its file. Throws where there is none. */
    schemaDocument,
    /** The files of a ruleset, without those of its base. */
    rulesetFiles,
    /** Version of the ruleset that a ruleset is based on; undefined if it has none, or is no longer there. */
    baseOf: async (rulesetVersion: string): Promise<string | undefined> => {
      const folder = await rulesetFolder(rulesetVersion)
      return existsSync(folder) ? (await readIdentity(folder)).base : undefined
    },
    /** The files of a ruleset, and those of its base. */
    rulesetContent: async (
      rulesetVersion: string,
    ): Promise<{ ruleset: RulesetFiles; base: RulesetFiles | undefined }> => {
      const { base } = await readIdentity(await rulesetFolder(rulesetVersion))
      return {
        ruleset: await rulesetFiles(rulesetVersion),
        base: base === undefined ? undefined : await rulesetFiles(base),
      }
    },
    /** Classes of the fields of the record by a ruleset; undefined where it says nothing of them, or is there no more. */
    fieldClasses: async (rulesetVersion: string): ReturnType<typeof readFieldClasses> => {
      const folder = await rulesetFolder(rulesetVersion)
      return existsSync(folder) ? readFieldClasses(folder) : undefined
    },
    /** The record that a ruleset is for; undefined if it does not say, or is no longer there. */
    record: async (rulesetVersion: string): ReturnType<typeof readRecord> => {
      const folder = await rulesetFolder(rulesetVersion)
      return existsSync(folder) ? readRecord(folder) : undefined
    },
    /** Where files checked by this ruleset name their provider and collection; quick, for it reads nothing else. */
    headerPaths: async (rulesetVersion: string): Promise<HeaderPaths | undefined> =>
      readHeaderPaths(await rulesetFolder(rulesetVersion)),
    /** Where it is remembered which content has been verified. */
    verifiedFolder,
    /**
     * What a ruleset that is not published yet rests on, by what its manifest names. Throws RefusedFiles where it is no version, or
     * there is no such schema or base.
     */
    foundationsOf: async ({
      version: name,
      schemaVersion,
      base,
      lines,
      faults,
    }: NamedContent): Promise<Foundations> => {
      const missing = (
        line: number,
        code: 'rulesetVersion.form' | 'rulesetVersion.noBase' | 'rulesetVersion.noSchema',
        name: string,
      ) =>
        new RefusedFiles([
          { file: 'ruleset.yaml', line, message: message('specification', code, { name }) },
          ...faults,
        ])
      if (!version.test(name)) throw missing(lines.version, 'rulesetVersion.form', name)
      const baseFolder = base !== undefined && version.test(base) ? await rulesetFolder(base) : undefined
      if (base !== undefined && !(baseFolder !== undefined && existsSync(baseFolder)))
        throw missing(lines.base, 'rulesetVersion.noBase', base)
      const known = version.test(schemaVersion)
        ? await schemaDocument(schemaVersion).catch(() => undefined)
        : undefined
      if (!known) throw missing(lines.schema, 'rulesetVersion.noSchema', schemaVersion)
      return { schemaDocument: known.document, baseFolder }
    },
    /**
     * A specification ready for use, and so the check that one may be published; a release with fewer checks may have published
     * its ruleset. Rejects with CompileError or RulesetError (each fault with file and line) where schema or ruleset are not in
     * order.
     */
    load: async (versions: SpecificationVersions): Promise<Specification> => {
      const name = `${versions.schemaVersion}/${versions.rulesetVersion}`
      const found = kept.get(name)
      // Only a Draft changes.
      if (found && found.draft === undefined) return found.specification
      const draft = await published.draftHash(versions.rulesetVersion)
      const known = kept.get(name)
      if (known && known.draft === draft) return known.specification
      const specification = compile(versions)
      kept.set(name, { draft, specification })
      specification.catch(() => kept.delete(name))
      return specification
    },
  }
}
export type SpecificationStore = ReturnType<typeof createSpecificationStore>
