import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import pino, { type Logger } from 'pino'
import {
  connect,
  type EmbeddedDatabase,
  migrate,
  startEmbeddedDatabase,
} from '../../../server/database/index.ts'
import { setUpDemonstration } from '../../../server/demonstration/setUp.ts'
import { demonstrationRecord } from '../../../server/identity/demonstration.ts'
import { sharedSigningKey } from '../../../server/identity/keys.ts'
import { createSpecificationStore } from '../../../server/pipeline/index.ts'

/** Names the cluster of the run to the processes that test files run in: its addresses as JSON. */
export const clusterVariable = 'BEDEL_TEST_CLUSTER'
const appRole = 'bedel_app'

type Addresses = Pick<EmbeddedDatabase, 'ownerUrl' | 'url'>

const asOwner = async (ownerUrl: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const addressIn = (address: string, database: string): string => {
  const url = new URL(address)
  url.pathname = `/${database}`
  return url.href
}

const repository = join(import.meta.dirname, '../../..')

/** The schemas and rulesets that come with the release. */
export const contentOfRelease = () =>
  createSpecificationStore({
    schemasFolder: join(repository, 'schemas'),
    rulesetsFolder: join(repository, 'rulesets'),
    verifiedFolder: '',
  }).content(demonstrationRecord)

/** Brings a fresh database to where a server of the demonstration finds everything in place. */
export const prepare = async ({ ownerUrl, url }: Addresses): Promise<void> => {
  await migrate(ownerUrl, appRole)
  const { db } = await connect(url, 2)
  const clock = { now: () => new Date() }
  await setUpDemonstration({ db, clock }, { content: await contentOfRelease(), providers: 0 })
  for (const purpose of ['api-token', 'oidc']) await sharedSigningKey(db, purpose)
  await db.destroy()
  const boss = new PgBoss({ connectionString: url, createSchema: false, supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false })
}

/**
 * Starts the one PostgreSQL of a test run, with a migrated database as the template of all others. Nothing of it outlives
 * the run, so it does not wait for the disk.
 */
export const startCluster = async (): Promise<Addresses & { stop: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-cluster-'))
  const template = await startEmbeddedDatabase(folder, pino({ level: 'silent' }))
  await asOwner(
    template.ownerUrl,
    'alter system set fsync = off',
    'alter system set full_page_writes = off',
    'alter system set synchronous_commit = off',
    'select pg_reload_conf()',
  )
  await prepare(template)
  // A database that somebody is connected to cannot be copied.
  await asOwner(addressIn(template.ownerUrl, 'postgres'), 'alter database bedel allow_connections false')
  return {
    ownerUrl: template.ownerUrl,
    url: template.url,
    stop: async () => {
      await template.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A database of its own, as a server of the demonstration would have made it: a copy of the template on the cluster of
 * the run. Where no cluster runs (a benchmark, a script), an embedded PostgreSQL in the data folder.
 */
export const openDatabase = async (
  dataDir: string,
  log: Logger,
): Promise<Omit<EmbeddedDatabase, 'folder'>> => {
  const named = process.env[clusterVariable]
  if (named === undefined) {
    const own = await startEmbeddedDatabase(dataDir, log)
    await prepare(own)
    return own
  }
  const cluster: Addresses = JSON.parse(named)
  const name = `test_${randomBytes(6).toString('hex')}`
  const maintenance = addressIn(cluster.ownerUrl, 'postgres')
  await asOwner(maintenance, `create database ${name} template bedel`)
  return {
    ownerUrl: addressIn(cluster.ownerUrl, name),
    url: addressIn(cluster.url, name),
    stop: () => asOwner(maintenance, `drop database ${name} with (force)`),
  }
}
