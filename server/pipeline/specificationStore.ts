import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HeaderPaths } from '../../src/domain/recordHeader.ts'
import {
  type CodeList,
  type CompiledSchema,
  codeLists,
  compileSchema,
  entityTables,
} from '../../src/record/index.ts'
import {
  loadRuleset,
  type Ruleset,
  readHeaderPaths,
  readSchemaVersion,
  verifyOnce,
} from '../analysis/index.ts'

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

/**
 * The versioned content of the repository: XSD files and rulesets. Each version is compiled once in a process and kept;
 * a failure is not kept. A ruleset whose content has changed since it was last verified has its examples run first.
 */
export const createSpecificationStore = (options: {
  schemasFolder: string
  rulesetsFolder: string
  /** Where it is remembered which content has been verified. */
  verifiedFolder: string
}) => {
  const kept = new Map<string, Promise<Specification>>()

  const schemaDocument = async (schemaVersion: string): Promise<{ fileName: string; document: string }> => {
    const fileName = `${checked(schemaVersion).replaceAll('.', '_')}.xsd`
    return { fileName, document: await readFile(join(options.schemasFolder, fileName), 'utf8') }
  }

  const compile = async ({
    schemaVersion,
    rulesetVersion,
  }: SpecificationVersions): Promise<Specification> => {
    const schema = compileSchema((await schemaDocument(schemaVersion)).document)
    const ruleset = await loadRuleset(
      join(options.rulesetsFolder, checked(rulesetVersion)),
      entityTables(schema),
    )
    await verifyOnce(ruleset, options.verifiedFolder)
    return { schema, ruleset, codedFields: codeLists(schema) }
  }

  /** Versions of the schemas in the folder, by the names of their files. */
  const schemaVersions = async (): Promise<string[]> =>
    (await readdir(options.schemasFolder))
      .filter(name => name.endsWith('.xsd'))
      .map(name => name.slice(0, -'.xsd'.length))

  /** Rulesets in the folder, each with the version of its schema. */
  const rulesetVersions = async () => {
    const names = await readdir(options.rulesetsFolder, { withFileTypes: true })
    return Promise.all(
      names
        .filter(entry => entry.isDirectory())
        .map(async ({ name }) => ({
          version: name,
          schemaVersion: await readSchemaVersion(join(options.rulesetsFolder, name)),
        })),
    )
  }

  return {
    /** What there is: for the register that the agency chooses from. */
    content: async () => ({ schemas: await schemaVersions(), rulesets: await rulesetVersions() }),
    /** The XSD document of a version and the name of its file. Throws where there is none. */
    schemaDocument,
    /** Where files checked by this ruleset name their provider and collection; quick, for it reads nothing else. */
    headerPaths: (rulesetVersion: string): Promise<HeaderPaths | undefined> =>
      readHeaderPaths(join(options.rulesetsFolder, checked(rulesetVersion))),
    /**
     * A specification ready for use, and so the check that one may be published. Rejects with CompileError or RulesetError
     * (each fault with file and line) where schema or ruleset are not in order.
     */
    load: (versions: SpecificationVersions): Promise<Specification> => {
      const name = `${versions.schemaVersion}/${versions.rulesetVersion}`
      const found = kept.get(name)
      if (found) return found
      const compiling = compile(versions)
      kept.set(name, compiling)
      compiling.catch(() => kept.delete(name))
      return compiling
    },
  }
}
export type SpecificationStore = ReturnType<typeof createSpecificationStore>
