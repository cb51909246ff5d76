import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { constants, getPriority } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../server/freePort.ts'
import { statusOf } from '../../src/domain/status.ts'
import { type Stage, stages } from '../../src/machines/submission-lifecycle/index.ts'
import { begin, eventsOf } from './support/beginning.ts'
import { type Crew, startCrew } from './support/crew.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

const main = join(import.meta.dirname, '../../server/main.ts')
const hurriedClock = join(import.meta.dirname, 'support/hurriedClock.ts')

describe('a stage that takes its workers down with it', () => {
  let server: ProcessingServer
  let crew: Crew
  beforeAll(async () => {
    server = await startProcessingServer()
    crew = await startCrew(server, 1)
  })
  afterAll(async () => {
    await crew.stop()
    await server.stop()
  })

  it('ends in its error status after as many tries as any other', async () => {
    const id = await begin(server, 5)
    for (const attempt of [1, 2, 3, 4]) {
      await vi.waitFor(
        () => {
          crew.wake()
          expect(crew.holds(id), `attempt ${attempt}`).toBe(true)
        },
        { timeout: 60_000, interval: 20 },
      )
      await crew.crash(0)
    }
    await server.reaches(id, 'PROVISIONING_ERROR')
    const answer = await server.call('bedel-staff', 'GET', `/submissions/${id}`)
    expect(answer.body).toMatchObject({
      failureReason: 'The stage was stopped after 4 attempts: the worker ended during the last one.',
    })
  })
})

// Workers give way to all else, so on a busy machine each stage takes its time.
describe('a worker process', { timeout: 600_000 }, () => {
  let server: ProcessingServer
  const workers: ChildProcess[] = []
  const startWorker = (databaseUrl = server.databaseUrl, flags: readonly string[] = []): ChildProcess => {
    const worker = spawn(process.execPath, [...flags, main], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        ROLE: 'worker',
        DATABASE_URL: databaseUrl,
        DATA_DIR: server.dataDir,
        LOG_LEVEL: 'silent',
        WORKER_MEMORY_MB: '256',
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    workers.push(worker)
    return worker
  }
  const ended = (worker: ChildProcess): Promise<unknown> =>
    new Promise(resolve =>
      worker.exitCode === null && worker.signalCode === null ? worker.once('exit', resolve) : resolve(0),
    )

  beforeAll(async () => {
    server = await startProcessingServer()
    await prepareHolding()
  })
  afterAll(async () => {
    for (const worker of workers) worker.kill('SIGKILL')
    await Promise.all(workers.map(ended))
    await server.stop()
  })

  it('gives way to the API beside it, and ends when its server dies while it waits for the database', async () => {
    const silent = createServer()
    const connected = new Promise<void>(resolve => silent.once('connection', () => resolve()))
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const worker = startWorker(`postgres://bedel@127.0.0.1:${port}/bedel`)
    await connected
    // Of each thread: the database of the analysis works in those that were there before the first line of the server.
    const threads = readdirSync(`/proc/${worker.pid}/task`).map(Number)
    expect(threads.length).toBeGreaterThan(1)
    expect(threads.map(thread => getPriority(thread))).toEqual(
      threads.map(() => constants.priority.PRIORITY_BELOW_NORMAL),
    )
    worker.disconnect()
    await ended(worker)
    expect(worker.signalCode).toBe('SIGTERM')
    silent.close()
  })

  it('ends where the database cannot be reached as it starts, so that its server starts another', async () => {
    const worker = startWorker(`postgres://bedel@127.0.0.1:${await freePort()}/bedel`, [
      '--import',
      hurriedClock,
    ])
    await ended(worker)
    expect(worker.exitCode).toBe(1)
  })

  /** Everything that the pipeline has made of a submission. */
  const madeOf = (id: string) =>
    server.inSystem(async tx => {
      const rules = await sql`select code, population_count, failure_count, result from quality_rule_result
        where submission_id = ${id}::uuid order by code`.execute(tx)
      // The record for next year is kept under a name of the attempt.
      const reports = await sql`select kind, code, failure_count, content - 'key' as content from report
        where submission_id = ${id}::uuid order by kind, code`.execute(tx)
      return { rules: rules.rows, reports: reports.rows }
    })

  /** Has a processed submission signed off: the approvals on the way have no stage. */
  const signOff = async (id: string): Promise<void> => {
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
    const { id: statusId } = statusOf('PROVIDER_SIGNOFF')
    await server.asOwner(`update submission set status_id = ${statusId} where id = '${id}'`)
    await server.report(id, 'SIGN_OFF', server.actor('bedel-admin'))
  }
  const lock = 4711
  /** The result of a stage that is held waits for a lock of the test. */
  const prepareHolding = (): Promise<void> =>
    server.asOwner(`
      create table held (event text primary key);
      create function hold() returns trigger language plpgsql security definer as $$ begin
        if exists (select from public.held where event = new.event) then
          perform pg_advisory_xact_lock(${lock});
        end if;
        return new;
      end $$;
      create trigger hold before insert on submission_event for each row execute function hold();
      select pg_advisory_lock(${lock})`)
  /** Has each of these stages stay under way however fast its work is done. */
  const hold = (...stages: readonly Stage[]): Promise<void> =>
    server.asOwner(`insert into held values ${stages.map(stage => `('${stage}_PASSED')`).join(', ')}`)
  /** The stage's next result is not held; one that waits now finds that its worker is gone. */
  const letGo = (stage: Stage): Promise<void> =>
    server.asOwner(`
      delete from held where event = '${stage}_PASSED';
      select pg_advisory_unlock(${lock});
      select pg_advisory_lock(${lock})`)

  it('leaves its stage to another at every stage, and the submission completes once, with the same results', {
    tags: ['exhaustive'],
  }, async () => {
    await hold(...stages)
    const id = await begin(server, 300)
    let worker = startWorker()
    for (const stage of stages) {
      if (stage === 'HISTORY') await signOff(id)
      await server.reaches(id, stage === 'HISTORY' ? 'HISTORY_DATA' : stage)
      worker.kill('SIGKILL')
      await ended(worker)
      await letGo(stage)
      await server.processing.releaseWorker(worker.pid ?? 0)
      worker = startWorker()
    }
    await server.reaches(id, 'HISTORY_DATA_PASSED')
    const events = await eventsOf(server, id)
    expect(events).toEqual(expect.arrayContaining(stages.map(stage => `${stage}_PASSED`)))
    expect(new Set(events).size).toBe(events.length)
    const made = await madeOf(id)

    const undisturbed = await begin(server, 300)
    await signOff(undisturbed)
    await server.reaches(undisturbed, 'HISTORY_DATA_PASSED')
    expect(made).toEqual(await madeOf(undisturbed))
    worker.kill('SIGKILL')
    await ended(worker)
  })

  it('is noticed by its missing signs of life when nobody saw it die', { tags: ['exhaustive'] }, async () => {
    await hold('ENRICHMENT')
    const id = await begin(server, 20)
    const first = startWorker()
    await server.reaches(id, 'ENRICHMENT')
    first.kill('SIGKILL')
    await ended(first)
    await letGo('ENRICHMENT')
    startWorker()
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
    const events = await eventsOf(server, id)
    expect(new Set(events).size).toBe(events.length)
  })
})
