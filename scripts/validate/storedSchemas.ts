import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompiledSchema } from 'bedel-record'
import { deserialize, StoredSchemaError, serialize } from 'bedel-record/stored'

/*
 * The package of the offline check contains its schemas also compiled, so that it starts sooner. Each is found by the hash of its
 * document: a schema that somebody has changed is compiled. A schema of several documents is never stored.
 */

/** Beside the code of the package. The repository has none. */
const packaged = join(import.meta.dirname, 'compiled')

const fileOf = (folder: string, xsd: string): string =>
  join(folder, `${createHash('sha256').update(xsd).digest('hex')}.json`)

/** The stored schema of this document; undefined if there is none, or one of another version. */
export const storedSchema = async (xsd: string, folder = packaged): Promise<CompiledSchema | undefined> => {
  try {
    return deserialize(await readFile(fileOf(folder, xsd)))
  } catch (error) {
    if (error instanceof StoredSchemaError) return undefined
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Stores a compiled schema that includes no other document, for `storedSchema`. */
export const storeSchema = async (schema: CompiledSchema, xsd: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await writeFile(fileOf(folder, xsd), serialize(schema))
}
