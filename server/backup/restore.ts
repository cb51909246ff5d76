import { chown, copyFile, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { clusterOf, databaseIdentity, placeCluster } from '../database/clusterPlace.ts'
import { makeDataFolder } from '../database/folderLock.ts'
import { BackupFault, type Manifest, parts, verifyBackup } from './manifest.ts'

const isEmpty = async (folder: string): Promise<boolean> => {
  try {
    return (await readdir(folder)).length === 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw error
  }
}

/** Copies one part of a backup. */
const place = async (from: string, part: string, to: string, { files, folders }: Manifest): Promise<void> => {
  const of = (path: string): string | undefined =>
    path === part ? '' : path.startsWith(`${part}/`) ? relative(part, path) : undefined
  for (const folder of folders) {
    const path = of(folder)
    if (path !== undefined) await mkdir(join(to, path), { recursive: true, mode: 0o700 })
  }
  for (const file of Object.keys(files)) {
    const path = of(file)
    if (path !== undefined) await copyFile(join(from, file), join(to, path))
  }
}

const giveTo = async (folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> => {
  await chown(folder, uid, gid)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid)
}

/** Removes what a restore that was killed has left, also where its database lies elsewhere. */
const removeRemains = async (partial: string): Promise<void> => {
  const cluster = clusterOf(partial)
  if (cluster !== undefined && !cluster.startsWith(partial))
    await rm(dirname(cluster), { recursive: true, force: true })
  await rm(partial, { recursive: true, force: true })
}

/**
 * Puts a backup into an empty data folder, after every file of it was compared with its list. The next start of the server
 * finishes the database's part. Throws BackupFault where the backup is not whole or the folder is not empty.
 *
 * Files and database get their place by one renaming. A data folder with files alone would be given an empty database at the
 * next start.
 */
export const restoreBackup = async (options: { from: string; dataDir: string }): Promise<Manifest> => {
  const { from, dataDir } = options
  if (!(await isEmpty(dataDir)))
    throw new BackupFault(`The data folder ${dataDir} is not empty. Set DATA_DIR to an empty one.`)
  const manifest = await verifyBackup(from)
  const partial = join(dirname(dataDir), `.${basename(dataDir)}.restore.partial`)
  await removeRemains(partial)
  await place(from, parts.data, partial, manifest)
  makeDataFolder(partial)
  const identity = databaseIdentity()
  const cluster = placeCluster(partial, identity, dataDir)
  await place(from, parts.cluster, cluster, manifest)
  if (identity) await giveTo(cluster, identity)
  await rmdir(dataDir).catch(() => undefined)
  await rename(partial, dataDir)
  return manifest
}
