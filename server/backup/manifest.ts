import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { OperatorFault } from '../operatorFault.ts'

/** Names of the parts of a backup: the database's cluster, and everything else of the data folder. */
export const parts = { cluster: 'database', data: 'data', manifest: 'manifest.json' } as const

const manifest = z.object({
  format: z.literal(1),
  /** Instant in ISO form. */
  taken: z.string(),
  /** Main version of PostgreSQL: a cluster is read by its own only. */
  postgres: z.string(),
  /** SHA-256 in hex digits and bytes of every file, by its path in the backup. */
  files: z.record(z.string(), z.object({ sha256: z.string(), size: z.number() })),
  /** Folders, also those that are empty. */
  folders: z.array(z.string()),
})
export type Manifest = z.output<typeof manifest>

/** A backup that cannot be used, or a place that it cannot be put to. The message is for the operator. */
export class BackupFault extends OperatorFault {
  override readonly name = 'BackupFault'
}

/** SHA-256 of a file, in hex digits. */
export const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}

/** The list of what a backup holds. Throws BackupFault where there is none or it cannot be read. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  try {
    return z.parse(manifest, JSON.parse(await readFile(join(folder, parts.manifest), 'utf8')))
  } catch (error) {
    throw new BackupFault(`There is no whole backup in ${folder}.`, { cause: error })
  }
}

/** Paths of all files below a folder. */
const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => !entry.isDirectory())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))

/** Compares every file of a backup with its list. Throws BackupFault naming the first that is missing, altered or too many. */
export const verifyBackup = async (folder: string): Promise<Manifest> => {
  const listed = await readManifest(folder)
  const found = new Set(await filesBelow(folder))
  found.delete(parts.manifest)
  for (const [path, { sha256 }] of Object.entries(listed.files)) {
    if (!found.delete(path)) throw new BackupFault(`The file ${path} of the backup ${folder} is missing.`)
    if ((await hashOf(join(folder, path))) !== sha256)
      throw new BackupFault(`The file ${path} of the backup ${folder} was altered.`)
  }
  const [strange] = found
  if (strange !== undefined)
    throw new BackupFault(`The file ${strange} does not belong to the backup ${folder}.`)
  return listed
}
