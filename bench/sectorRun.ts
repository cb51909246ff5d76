// Makes a set of a whole collection by a worker that is a process of its own, as where it serves: `PROVIDERS STUDENTS [pseudonymised]`.
// Prints JSON.
// The providers have the same file, each with a submission of its own: what is measured is fetching, writing and packing.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { freePort } from '../server/freePort.ts'
import { startWorkerProcess } from '../server/jobs/index.ts'
import type { ResponseOf } from '../src/domain/wire/call.ts'
import type { getDelivery, getDeliveryOptions } from '../src/domain/wire/deliveries.ts'
import { generateSample } from '../src/sample/index.ts'
import { startProcessingServer } from '../tests/server/support/processingServer.ts'
import { residentMib } from './load/memory.ts'

const [providers = 10, students = 5000] = process.argv.slice(2, 4).map(Number)
const isPseudonymised = process.argv[4] === 'pseudonymised'
const collectionReference = '23056'
const lookEveryMs = 20
/** Ticks in which Linux counts the time of a process. */
const ticksPerSecond = 100

/** Seconds of the processor that a process has taken, all threads together. */
const processorSeconds = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) / ticksPerSecond
}

// Two processes have one clock: the wall's.
const server = await startProcessingServer({ visitedAt: await freePort() })
// Without copies on this machine: each record comes from the store, as it does where the collection is larger than the cache.
const worker = startWorkerProcess({
  entry: join(import.meta.dirname, '../server/main.ts'),
  env: {
    ...process.env,
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: server.dataDir,
    DEMO: 'true',
    LOG_LEVEL: 'error',
    ANALYSIS_CACHE_BYTES: '0',
  },
  log: pino({ level: 'silent' }),
  metrics: server.metrics.worker,
  onEnd: () => {
    throw new Error('The worker has ended.')
  },
})
const pid = worker.pid() ?? 0
try {
  const submissionId = randomUUID()
  const content = Buffer.concat([
    ...generateSample({ provider: '0001', students, faults: 'none', collection: collectionReference }),
  ])
  await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
  await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
  const cloned = (table: string, where: string, over: string) =>
    sql.raw(`insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${over})).*
      from ${table} t, clone c where ${where}`)
  await server.inSystem(async tx => {
    await sql`create temporary table clone on commit drop as select lpad((7000 + n)::text, 4, '0') as inst,
      (20000000 + n)::text as ukprn, gen_random_uuid() as id from generate_series(2, ${providers}::int) n`.execute(
      tx,
    )
    const ofProvider = `jsonb_build_object('id', c.inst, 'inst_id', c.inst, 'ukprn', c.ukprn)`
    const ofSubmission = `jsonb_build_object('id', c.id, 'submission_id', c.id, 'inst_id', c.inst)`
    await cloned('organisation', `t.id = '0001'`, ofProvider).execute(tx)
    await cloned('provider', `t.inst_id = '0001'`, ofProvider).execute(tx)
    await cloned('submission', `t.id = '${submissionId}'`, ofSubmission).execute(tx)
    for (const table of ['artefact', 'stage_result'])
      await cloned(table, `t.submission_id = '${submissionId}'`, ofSubmission).execute(tx)
  })

  const { body: options } = await server.call<ResponseOf<typeof getDeliveryOptions>>(
    'bedel-admin',
    'GET',
    `/delivery-configurations/options?collectionReference=${collectionReference}`,
  )
  const id = randomUUID()
  const plain = options.files.filter(
    ({ columns }) => !columns.some(one => one.isKey && one.isSpecialCategory),
  )
  const files = plain.map(({ name, columns }) => ({
    file: name,
    columns: columns.filter(one => !one.isKey && !one.isSpecialCategory).map(one => one.name),
  }))
  const body = {
    id,
    name: 'The sector',
    customerId: '5016',
    collectionReference,
    schedule: 'ON_REQUEST',
    content: {
      files,
      reasons: [],
      standing: 'PROCESSED',
      countries: [],
      levels: [],
      isPseudonymised,
      format: 'SECTOR',
    },
  }
  await server.call('bedel-admin', 'POST', '/delivery-configurations', { body })
  await server.call('bedel-admin', 'PATCH', `/delivery-configurations/${id}/state`, {
    body: { state: 'ENABLED' },
  })

  const delivered = async () => {
    const before = residentMib(pid) ?? 0
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, residentMib(pid) ?? 0)
    }, lookEveryMs)
    const delivery = randomUUID()
    const began = performance.now()
    const processor = processorSeconds(pid)
    await server.call('bedel-admin', 'POST', `/delivery-configurations/${id}/deliveries`, {
      body: { id: delivery },
    })
    for (;;) {
      const { body: found } = await server.call<ResponseOf<typeof getDelivery>>(
        'bedel-staff',
        'GET',
        `/deliveries/${delivery}`,
      )
      if (found.state === 'FAILED') throw new Error(found.reason)
      if (found.state === 'READY') {
        clearInterval(watch)
        return {
          providers: found.sets.length,
          seconds: (performance.now() - began) / 1000,
          processorSeconds: processorSeconds(pid) - processor,
          megabytes: (found.size ?? 0) / 1e6,
          rows: found.rows,
          restingMebibytes: Math.round(before),
          peakMebibytes: Math.round(peak),
        }
      }
      await new Promise(resolve => setTimeout(resolve, lookEveryMs))
    }
  }
  const whole = await delivered()
  await server.inSystem(tx =>
    sql`update stage_result set fencing_token = fencing_token + 1
      where submission_id = ${submissionId}::uuid and stage = 'ENRICHMENT'`.execute(tx),
  )
  console.log(JSON.stringify({ students, files: files.length, whole, oneChanged: await delivered() }))
} finally {
  await worker.stop()
  await server.stop()
}
process.exit(0)
