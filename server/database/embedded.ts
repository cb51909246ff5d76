import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { escapeLiteral } from 'pg'
import type { Logger } from 'pino'
import { freePort } from '../freePort.ts'
import { makeClosedFolder, removeDrafts, removeDraftsBelow, writeWhole } from '../wholeFile.ts'
import {
  abandonedClusters,
  binariesFor,
  clusterOf,
  databaseIdentity,
  type Identity,
  placeCluster,
} from './clusterPlace.ts'
import { createClient } from './connections.ts'
import {
  DataFolderGone,
  DataFolderInUse,
  type FolderLock,
  lockFolder,
  makeDataFolder,
  wasTaken,
} from './folderLock.ts'
import { requireInstallation, requireOwnDatabase } from './installation.ts'
import { type Postmaster, portOf, startPostmaster } from './postmaster.ts'

/**
 * PostgreSQL as a child process, from the binaries of the npm package (decisions §2). Durable: fsync stays on. One
 * server a data folder, by a lock. A first start may end at any moment: each part appears whole or not at all, and the
 * next start goes on from what is there.
 */
export interface EmbeddedDatabase {
  /** Connection of the owner: migrates, never serves. */
  ownerUrl: string
  /** Connection of the application's role. */
  url: string
  /** Folder of the cluster: below the data folder, or elsewhere where the database's user cannot get there. */
  folder: string
  stop: () => Promise<void>
}

const appRole = 'bedel_app'
const databaseName = 'bedel'

const addressOf = (port: number | string, user: string, password: string, database: string): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

const keyFile = (dataDir: string, role: 'database-owner' | 'database-app'): string =>
  join(dataDir, 'keys', role)

const secretIn = (file: string): string => {
  if (!existsSync(file)) writeWhole(file, randomBytes(24).toString('hex'))
  return readFileSync(file, 'utf8').trim()
}

/** How the folders begin in which a cluster is made beside its place. */
const partialOf = (cluster: string): string => `${basename(cluster)}.partial`

/** Removes the drafts of secrets that processes which were killed have left; only while the folder is locked. */
const removeLeftDrafts = (dataDir: string): void => {
  removeDrafts(dataDir, { isOurs: true })
  removeDraftsBelow(join(dataDir, 'keys'))
}

/** Removes what starts that were interrupted have left, also one whose initdb went on for a moment after the start behind it. */
const removePartial = (cluster: string): void => {
  const around = dirname(cluster)
  for (const name of readdirSync(around))
    if (name.startsWith(partialOf(cluster))) rmSync(join(around, name), { recursive: true, force: true })
}

/** Makes a cluster beside its place and puts it there when it is whole. */
const initialise = (bin: string, cluster: string, password: string, identity: Identity | undefined): void => {
  const around = dirname(cluster)
  const prefix = partialOf(cluster)
  // Never a name that was used before: initdb of a start that was killed may still be at work.
  const partial = join(around, `${prefix}.${randomBytes(4).toString('hex')}`)
  const made = join(partial, 'cluster')
  const passwordFile = join(partial, 'password')
  mkdirSync(made, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (identity) for (const path of [partial, made, passwordFile]) chownSync(path, identity.uid, identity.gid)
  const options = ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8']
  const { status, stderr, error } = spawnSync(
    join(bin, 'initdb'),
    ['-D', made, `--pwfile=${passwordFile}`, ...options],
    { ...identity, encoding: 'utf8', env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' } },
  )
  if (status !== 0)
    throw new Error(`The database could not be made in ${cluster}: ${stderr || error?.message}`, {
      cause: error,
    })
  renameSync(made, cluster)
  rmSync(partial, { recursive: true, force: true })
}

const ensureRole = async (ownerUrl: string, password: string): Promise<void> => {
  const client = createClient({ connectionString: ownerUrl })
  await client.connect()
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
    const verb = role.rowCount === 0 ? 'create' : 'alter'
    await client.query(
      `${verb} role ${appRole} login nosuperuser nobypassrls nocreaterole nocreatedb password ${escapeLiteral(password)}`,
    )
    const database = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (database.rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

/** Says where personal data lies that is not below the data folder. */
const sayWhere = (dataDir: string, cluster: string, log: Logger): void => {
  if (!cluster.startsWith(dataDir))
    log.warn(
      { database: cluster },
      `The database lies in ${cluster}: its user cannot reach ${dataDir}. "npm run admin -- remove-data" removes both.`,
    )
  const abandoned = abandonedClusters(dataDir)
  if (abandoned.length > 0)
    log.warn(
      { folders: abandoned },
      `Databases of a data folder ${dataDir} that was deleted are still there. "npm run admin -- remove-data --abandoned" removes them.`,
    )
}

const lookEveryMs = 1000

/**
 * Ends this process once its data folder is gone: its lock holds nothing any more, so another server may have the place. The
 * database ends first and at once, or it would acknowledge what is in no folder. Gives what ends the watch.
 */
const watchFolder = (
  dataDir: string,
  { lock, postmaster, log }: { lock: FolderLock; postmaster: Postmaster; log: Logger },
): (() => void) => {
  const end = async (): Promise<never> => {
    const gone = new DataFolderGone(
      `The data folder ${dataDir} was deleted under this server, or another was put in its place. The server ends: what it would take could not be kept. Stop whatever removes the folder, put it back or restore a backup, and start the server again.`,
    )
    log.fatal(gone.message)
    await postmaster.stop('at once')
    throw gone
  }
  const timer = setInterval(() => {
    if (lock.isHeld()) return
    clearInterval(timer)
    // Nobody waits for it: it is the end of the process, by the way of every fault that nobody takes.
    void end()
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Starts the embedded database, and makes it where there is none. It listens at none of the ports that its server is about to take.
 * Throws DataFolderInUse when another server holds the folder, NoInstallation where the database is another user's.
 */
export const startEmbeddedDatabase = async (
  dataDir: string,
  log: Logger,
  portsOfServer: readonly number[] = [],
): Promise<EmbeddedDatabase> => {
  makeDataFolder(dataDir)
  accessSync(dataDir, constants.W_OK)
  const identity = databaseIdentity()
  // The file of the lock would be this user's, and keep out the server of the other one.
  if (!wasTaken(dataDir)) requireOwnDatabase(dataDir, identity)
  const lock = lockFolder(dataDir)
  try {
    requireOwnDatabase(dataDir, identity)
    makeClosedFolder(join(dataDir, 'keys'))
    removeLeftDrafts(dataDir)
    const ownerPassword = secretIn(keyFile(dataDir, 'database-owner'))
    const appPassword = secretIn(keyFile(dataDir, 'database-app'))
    const bin = binariesFor(identity)
    const place = placeCluster(dataDir, identity)
    sayWhere(dataDir, place, log)
    removePartial(place)
    if (!existsSync(join(place, 'PG_VERSION'))) initialise(bin, place, ownerPassword, identity)
    const port = await freePort('127.0.0.1', portsOfServer)
    const clusterUrl = addressOf(port, 'postgres', ownerPassword, 'postgres')
    const cluster = realpathSync(place)
    const postmaster = await startPostmaster({ bin, cluster, port, url: clusterUrl, identity, log })
    try {
      await ensureRole(clusterUrl, appPassword)
    } catch (error) {
      await postmaster.stop()
      throw error
    }
    const endWatch = watchFolder(dataDir, { lock, postmaster, log })
    return {
      ownerUrl: addressOf(port, 'postgres', ownerPassword, databaseName),
      url: addressOf(port, appRole, appPassword, databaseName),
      folder: cluster,
      stop: async () => {
        endWatch()
        await postmaster.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * The embedded database for a command: that of the server that runs on the folder, else started for as long as it is
 * needed. Throws NoInstallation where there is none, unless the command may make it; DataFolderInUse while another process is
 * only about to start it.
 */
export const reachEmbeddedDatabase = async (
  dataDir: string,
  log: Logger,
  { mayMake = false }: { mayMake?: boolean } = {},
): Promise<EmbeddedDatabase> => {
  if (!mayMake) requireInstallation(dataDir)
  try {
    return await startEmbeddedDatabase(dataDir, log)
  } catch (error) {
    const folder = error instanceof DataFolderInUse ? clusterOf(dataDir) : undefined
    const port = folder === undefined ? undefined : portOf(folder)
    if (folder === undefined || port === undefined) throw error
    const urlOf = (role: string, key: 'database-owner' | 'database-app') =>
      addressOf(port, role, readFileSync(keyFile(dataDir, key), 'utf8').trim(), databaseName)
    return {
      ownerUrl: urlOf('postgres', 'database-owner'),
      url: urlOf(appRole, 'database-app'),
      folder: realpathSync(folder),
      stop: async () => undefined,
    }
  }
}
