import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, type Stats } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import { createClient } from '../database/connections.ts'
import { reachEmbeddedDatabase } from '../database/index.ts'
import { removalLockKey } from '../database/removalLock.ts'
import { probe } from '../storage/encryption/fileKeys.ts'
import { requireStoreFolder } from '../storage/folderMark.ts'
import { BackupFault, type Manifest, parts } from './manifest.ts'

/** Of the cluster: what a server makes anew at its start (PostgreSQL's manual, "Backing Up the Data Directory"). */
const emptyFolders = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const isOfCluster = (path: string): boolean =>
  !['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map'].includes(path) &&
  !/(^|\/)(pgsql_tmp[^/]*|pg_internal\.init)$/.test(path)

/**
 * Of the data folder: all but the database, locks, copies of what the store has, what is only in the making, and the folder of a
 * volume's own repairs, which root alone may read.
 */
const isOfData = (path: string): boolean =>
  !/^(postgres|work|analysis-cache|published|portal|scratch|server\.(lock|pid))/.test(path) &&
  !/^store\/incoming(\/|$)/.test(path) &&
  !/(^|\/)(\.probe-|lost\+found(\/|$))|\.partial/.test(path)

/** Copies of a file that changes under the copy are thrown away and made again, this often. */
const mostTries = 40
const againMs = 250

/** Files that are copied at once: each waits for the disk. */
const atOnce = 16

interface Copied {
  sha256: string
  size: number
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
const unlessMissing = <T>(operation: Promise<T>): Promise<T | undefined> =>
  operation.catch(error => {
    if (isMissing(error)) return undefined
    throw error
  })

/** Copies a file and hashes it on the way; undefined where it went away meanwhile. */
const copy = async (from: string, to: string): Promise<Copied | undefined> => {
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  try {
    await pipeline(
      createReadStream(from, { highWaterMark: 1 << 20 }),
      meter,
      createWriteStream(to, { flush: true, mode: 0o600 }),
    )
  } catch (error) {
    await rm(to, { force: true })
    if (isMissing(error)) return undefined
    throw error
  }
  return { sha256: hash.digest('hex'), size }
}

const hashBeside = (file: string): Promise<string | undefined> =>
  unlessMissing(readFile(`${file}.sha256`, 'utf8'))

const isSame = (one: Stats | undefined, other: Stats | undefined): boolean =>
  one?.ino === other?.ino && one?.mtimeMs === other?.mtimeMs && one?.size === other?.size

/** Copies a file as it was at one moment, with the hash that stands beside it; undefined where it went away. */
const copyWhole = async (from: string, to: string): Promise<Copied | undefined> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const before = await unlessMissing(stat(from))
    const hashBefore = await hashBeside(from)
    const copied = await copy(from, to)
    const after = await unlessMissing(stat(from))
    if (isSame(before, after) && hashBefore === (await hashBeside(from))) return copied
    await new Promise(resolve => setTimeout(resolve, againMs))
  }
  throw new BackupFault(`The file ${from} changes all the time.`)
}

/** Copies a folder into a part of the backup and lists it. */
const copyFolder = async (
  from: string,
  to: string,
  part: string,
  options: {
    manifest: Manifest
    isIncluded: (path: string) => boolean
    isEmptied?: (path: string) => boolean
    copyFile: (from: string, to: string) => Promise<Copied | undefined>
  },
): Promise<void> => {
  const { manifest, isIncluded, isEmptied = () => false, copyFile } = options
  const walk = async (path: string): Promise<void> => {
    await mkdir(join(to, path), { recursive: true, mode: 0o700 })
    manifest.folders.push(join(part, path))
    if (isEmptied(path)) return
    const entries = (await unlessMissing(readdir(join(from, path), { withFileTypes: true }))) ?? []
    const below = (isOfKind: (entry: (typeof entries)[number]) => boolean): string[] =>
      entries
        .filter(isOfKind)
        .map(({ name }) => join(path, name))
        .filter(isIncluded)
    const files = below(entry => entry.isFile())
    const copyNext = async (): Promise<void> => {
      for (let file = files.pop(); file !== undefined; file = files.pop()) {
        const copied = await copyFile(join(from, file), join(to, file))
        if (copied) manifest.files[join(part, file)] = copied
      }
    }
    await Promise.all(Array.from({ length: atOnce }, copyNext))
    for (const folder of below(entry => entry.isDirectory())) await walk(folder)
  }
  await walk('')
}

/** Writes a small file of the backup and lists it. */
const write = async (folder: string, path: string, content: string, manifest: Manifest): Promise<void> => {
  await writeFile(join(folder, path), content, { mode: 0o600, flush: true })
  manifest.files[path] = {
    sha256: createHash('sha256').update(content).digest('hex'),
    size: Buffer.byteLength(content),
  }
}

/**
 * The cluster by PostgreSQL's own low-level backup: files as they are, and the log of all that changed them meanwhile. A
 * slot of this session keeps that log from being recycled.
 */
const copyCluster = async (
  client: Client,
  cluster: string,
  to: string,
  manifest: Manifest,
): Promise<void> => {
  const slot = `backup_${randomUUID().replaceAll('-', '')}`
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  await client.query("select pg_backup_start('bedel', fast => true)")
  await copyFolder(cluster, join(to, parts.cluster), parts.cluster, {
    manifest,
    isIncluded: isOfCluster,
    isEmptied: path => emptyFolders.has(path),
    copyFile: copy,
  })
  const { rows } = await client.query<{ first: string; last: string; label: string }>(`
    select pg_walfile_name(s.lsn) as last, s.labelfile as label,
      substring(s.labelfile from 'file ([0-9A-F]{24})') as first
    from pg_backup_stop(wait_for_archive => false) s`)
  const [stopped] = rows
  if (!stopped) throw new Error('The database did not end its backup.')
  const segments = (await readdir(join(cluster, 'pg_wal'))).filter(
    // The first eight digits are the timeline.
    name => /^[0-9A-F]{24}$/.test(name) && name >= stopped.first && name <= stopped.last,
  )
  for (const name of segments) {
    const copied = await copy(join(cluster, 'pg_wal', name), join(to, parts.cluster, 'pg_wal', name))
    if (copied) manifest.files[join(parts.cluster, 'pg_wal', name)] = copied
  }
  await write(to, join(parts.cluster, 'backup_label'), stopped.label, manifest)
}

/**
 * Removes what backups of this installation that were killed have left beside this one: it holds personal data and the keys.
 * None is under way where the caller holds the lock of removals.
 */
const removeRemains = async (to: string, identifier: string): Promise<void> => {
  const around = dirname(to)
  const names = (await unlessMissing(readdir(around))) ?? []
  for (const name of names)
    if (name.startsWith('.') && name.endsWith(`.${identifier}.partial`))
      await rm(join(around, name), { recursive: true, force: true })
}

/** Whether the installation has stored anything. A database that was never migrated has no tables. */
const hasStored = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query("select to_regclass('file_key') is not null as known")
  if (!rows[0].known) return false
  const { rowCount } = await client.query('select 1 from file_key where object_key <> $1 limit 1', [probe])
  return rowCount !== 0
}

/**
 * A backup of the embedded default into a new folder, while the server runs or not: the database as it is at one moment,
 * and every file that it names. It holds personal data and the keys. Gives the list of what it holds. Throws BackupFault
 * where the folder exists, StoreFolderGone where that of the store is not mounted.
 */
export const takeBackup = async (options: {
  dataDir: string
  to: string
  now: Date
  log: Logger
}): Promise<Manifest> => {
  const { dataDir, to, now, log } = options
  if (existsSync(to)) throw new BackupFault(`${to} exists. A backup is made in a folder of its own.`)
  const database = await reachEmbeddedDatabase(dataDir, log)
  const client = createClient({ connectionString: database.ownerUrl, application_name: 'bedel-backup' })
  let partial: string | undefined
  try {
    await client.connect()
    const version = await readFile(join(database.folder, 'PG_VERSION'), 'utf8')
    const manifest: Manifest = {
      format: 1,
      taken: now.toISOString(),
      postgres: version.trim(),
      files: {},
      folders: [],
    }
    // From before the moment of the database until its files are copied none of them is removed.
    await client.query('select pg_advisory_lock($1)', [removalLockKey])
    // Without the store it would be a backup of the database alone, and nobody would notice.
    await requireStoreFolder({
      folder: join(dataDir, 'store'),
      objects: join(dataDir, 'store', 'objects'),
      hasStored: () => hasStored(client),
    })
    const { rows } = await client.query<{ identifier: string }>(
      'select system_identifier::text as identifier from pg_control_system()',
    )
    const identifier = rows[0]?.identifier ?? ''
    await removeRemains(to, identifier)
    partial = join(dirname(to), `.${basename(to)}.${identifier}.partial`)
    await mkdir(partial, { recursive: true, mode: 0o700 })
    await copyCluster(client, database.folder, partial, manifest)
    await copyFolder(dataDir, join(partial, parts.data), parts.data, {
      manifest,
      isIncluded: isOfData,
      copyFile: copyWhole,
    })
    await writeFile(join(partial, parts.manifest), JSON.stringify(manifest), { mode: 0o600, flush: true })
    await rename(partial, to)
    return manifest
  } catch (error) {
    if (partial !== undefined) await rm(partial, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
    await database.stop()
  }
}
