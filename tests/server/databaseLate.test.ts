import { connect, createServer } from 'node:net'
import { Client } from 'pg'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../server/freePort.ts'
import { openDatabase } from './support/cluster.ts'
import { type ServerProcess, startServerProcess } from './support/serverProcess.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

/** Long enough for two processes that start on a machine that does much else, in ms. */
const withinMs = 60_000

/** An address of the database at which nobody listens until it is opened. */
const closedWayTo = async (databaseUrl: string) => {
  const target = new URL(databaseUrl)
  const port = await freePort('127.0.0.1')
  const way = createServer(client => {
    const database = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    client.pipe(database).pipe(client)
  })
  const through = (address: string): string => {
    const url = new URL(address)
    url.hostname = '127.0.0.1'
    url.port = String(port)
    return url.href
  }
  return {
    through,
    open: () => new Promise<void>(resolve => way.listen(port, '127.0.0.1', resolve)),
    close: () => way.close(),
  }
}

it('keeps no process from starting that is started before it: both wait for their database, and serve', async () => {
  const dataDir = await temporaryFolder()
  const database = await openDatabase(dataDir, pino({ level: 'silent' }))
  onTestFinished(database.stop)
  const way = await closedWayTo(database.url)
  onTestFinished(() => void way.close())
  const addresses = {
    DATABASE_URL: way.through(database.url),
    MIGRATION_DATABASE_URL: way.through(database.ownerUrl),
  }
  const [apiPort, workerPort, unused] = await Promise.all(
    Array.from({ length: 3 }, () => freePort('127.0.0.1')),
  )
  const processes: Record<'api' | 'worker', ServerProcess> = {
    api: startServerProcess(dataDir, apiPort!, { ...addresses, ROLE: 'api' }),
    worker: startServerProcess(dataDir, unused!, {
      ...addresses,
      ROLE: 'worker',
      METRICS_PORT: String(workerPort),
    }),
  }
  const all = Object.values(processes)
  onTestFinished(async () => {
    await Promise.all(all.map(({ stop }) => stop()))
  })
  for (const { printed } of all)
    await expect
      .poll(printed, { timeout: withinMs })
      .toContain('the database cannot be reached; the start is tried again')
  expect(all.map(({ child }) => child.exitCode)).toEqual([null, null])

  await way.open()
  for (const port of [apiPort, workerPort])
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/health/ready`).then(
            ({ status }) => status,
            () => undefined,
          ),
        { timeout: withinMs },
      )
      .toBe(200)
  expect(all.map(({ child }) => child.exitCode)).toEqual([null, null])
})

it('keeps a process that is started while it takes no changes waiting, which says so, and serves as soon as it takes them', async () => {
  const dataDir = await temporaryFolder()
  const database = await openDatabase(dataDir, pino({ level: 'silent' }))
  onTestFinished(database.stop)
  const owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  /** For every connection that is opened from now on, as of a standby, or where a full disk made it so. */
  const setReadOnly = (value: 'on' | 'off') =>
    owner.query(
      `set transaction_read_only = off; do $$ begin
        execute format('alter database %I set default_transaction_read_only = ${value}', current_database());
      end $$`,
    )
  await setReadOnly('on')
  const server = startServerProcess(dataDir, await freePort('127.0.0.1'), {
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    ROLE: 'api',
  })
  onTestFinished(() => server.stop())
  await expect
    .poll(server.printed, { timeout: withinMs })
    .toContain('the database takes no changes; the start is tried again')
  expect(server.child.exitCode).toBe(null)
  await setReadOnly('off')
  await server.ready
})
