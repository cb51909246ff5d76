import pg from 'pg'
import pino from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { connect, reachEmbeddedDatabase, startEmbeddedDatabase } from '../../server/database/index.ts'
import { freePort } from '../../server/freePort.ts'
import { replayAll } from '../../server/inspection/conformance.ts'
import { type Travelled, travel, travellers, visitorsOf } from './support/journeys.ts'
import {
  databaseProcesses,
  descendantsOf,
  isRunning,
  killNow,
  type ServerProcess,
  startServerProcess,
} from './support/serverProcess.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

/** How often the process is killed; `npm run model:all` asks for a hundred. */
const kills = Number(process.env.BEDEL_KILLS_OF_START ?? 2)
/**
 * It serves again within this time, in ms. A machine that does much else may take longer than the ten seconds that
 * `npm run model:all` asks for.
 */
const servesWithinMs = Number(process.env.BEDEL_SERVES_WITHIN_MS ?? 60_000)
const seed = 4711
/** Time under load before the next kill, in ms. */
const pauseMs = { least: 500, step: 370, steps: 11 }

/** A worker has taken what waits within this time. */
const inHandWithin = { timeout: 120_000, interval: 200 }

/** `npm start` on a data folder; killed when the test ends. */
const startOn = async (dataDir: string, port: number): Promise<ServerProcess> => {
  const server = startServerProcess(dataDir, port)
  // Not by its number: where it has ended before, that may be another process's by now.
  onTestFinished(() => void server.child.kill('SIGKILL'))
  await server.ready
  return server
}

/** Kills the process of `npm start`, in turns alone, when what it has started has to end by itself, and with all of it. */
const killInTurns = async (server: ServerProcess, dataDir: string, count: number): Promise<number[]> => {
  const { pid = 0 } = server.child
  const all = [pid, ...descendantsOf(pid), ...databaseProcesses(dataDir).map(one => one.pid)]
  for (const one of count % 2 === 0 ? [pid] : all) killNow(one)
  await server.ended
  return all
}

/** Row 14 of the faults: worker and database are of the process itself, which is what `npm start` runs. */
it('the process of npm start, killed under load, loses nothing that it has answered and serves again in ten seconds', {
  tags: ['exhaustive'],
  timeout: 600_000 + kills * 60_000,
}, async () => {
  const dataDir = await temporaryFolder()
  const port = await freePort()
  let server = await startOn(dataDir, port)
  const { url } = server

  let isKilling = true
  const visitors = visitorsOf(url)
  const travelling = Promise.all(
    travellers.map(async traveller => {
      const own: Travelled[] = []
      for (let number = 0; isKilling || number === 0; number += 1)
        own.push(await travel(visitors, url, { seed, traveller, number }))
      return own
    }),
  )
  // What fails while the kills go on is thrown where it is awaited.
  travelling.catch(() => undefined)

  const serving: number[] = []
  for (let count = 0; count < kills; count += 1) {
    await new Promise(resolve => setTimeout(resolve, pauseMs.least + pauseMs.step * (count % pauseMs.steps)))
    const all = await killInTurns(server, dataDir, count)
    const began = performance.now()
    server = await startOn(dataDir, port)
    serving.push(Math.round(performance.now() - began))
    await expect.poll(() => all.filter(isRunning), { timeout: servesWithinMs }).toEqual([])
  }
  isKilling = false
  const travelled = (await travelling).flat()
  await server.stop()
  expect(await server.ended).toBe(0)
  expect(serving.filter(ms => ms > servesWithinMs)).toEqual([])

  const database = await startEmbeddedDatabase(dataDir, pino({ level: 'silent' }))
  onTestFinished(database.stop)
  const { db, pool } = await connect(database.url, 2)
  try {
    for await (const { deviations } of replayAll(db)) expect(deviations).toEqual([])
    for (const { submissionId, acknowledged } of travelled) {
      const client = await pool.connect()
      await client.query("set bedel.scope = 'all'")
      const { rows } = await client.query<{ event: string }>(
        'select event from submission_event where submission_id = $1',
        [submissionId],
      )
      client.release(true)
      expect(rows.map(({ event }) => event)).toEqual(expect.arrayContaining(acknowledged))
    }
  } finally {
    await db.destroy()
  }
})

/** Statements as the owner of the tables of a server that runs on the folder. */
const asOwner = async <Row extends pg.QueryResultRow>(
  dataDir: string,
  statements: string,
): Promise<Row[]> => {
  const { ownerUrl } = await reachEmbeddedDatabase(dataDir, pino({ level: 'silent' }))
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(statements)).rows
  } finally {
    await client.end()
  }
}

/** Where the first stage waits at each death, more often than there are tries: its worker has not begun it yet, or has. */
const waitsAt = ['STARTED', 'STARTED', 'STARTED', 'PASSED', 'PASSED']

it('a stage in hand at each death of the process of npm start loses no try by it, whether its worker had begun or not', {
  tags: ['exhaustive'],
  timeout: 600_000,
}, async () => {
  const dataDir = await temporaryFolder()
  const port = await freePort()
  let server = await startOn(dataDir, port)
  await asOwner(
    dataDir,
    `create table held as select 'PROVISIONING_${waitsAt[0]}' as event;
    create function hold() returns trigger language plpgsql security definer as $$ begin
      if exists (select from public.held where event = new.event) then perform pg_sleep(600); end if;
      return new;
    end $$;
    create trigger hold before insert on submission_event for each row execute function hold()`,
  )
  const [traveller] = travellers
  const travelling = travel(visitorsOf(server.url), server.url, { seed, traveller, number: 2 })
  // It is thrown where it is awaited.
  travelling.catch(() => undefined)

  for (const count of waitsAt.keys()) {
    const waits = () => asOwner(dataDir, "select from pg_stat_activity where wait_event = 'PgSleep'")
    await Promise.race([vi.waitUntil(async () => (await waits()).length === 1, inHandWithin), travelling])
    await asOwner(dataDir, `update held set event = 'PROVISIONING_${waitsAt[count + 1]}'`)
    await killInTurns(server, dataDir, count)
    server = await startOn(dataDir, port)
  }
  expect((await travelling).end).toBe('QUALITY_PROCESSING_COMPLETE')
  await server.stop()
})
