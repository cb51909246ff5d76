import { randomUUID } from 'node:crypto'
import { connect } from '../../server/database/index.ts'
import { generatedProviders } from '../../server/identity/demonstration.ts'
import { product } from '../../src/domain/product.ts'
import { statusNameOf } from '../../src/domain/status.ts'
import { Random } from '../../src/sample/random.ts'
import { type Installation, startInstallation } from '../../tests/server/support/installation.ts'
import type { SignedPost } from '../../tests/server/support/sendForm.ts'
import { post, read, sendFile } from './calls.ts'
import { type MemoryOfProcess, watchMemory } from './memory.ts'
import { signedInPeople, type TokenOf } from './people.ts'
import { type ProcessorOfPart, watchProcessor } from './processor.ts'
import type { Sample } from './samples.ts'
import { openSockets } from './sockets.ts'

const collection = { id: 'c23056', reference: '23056' }
/** Mean pause of a reader between two pages, in ms. */
const thinkMs = 2000
/** Of ten readers, so many are of the agency, whose pages are the large ones. */
const ofAgency = 2
const askEveryMs = 1000
const reportsEveryMs = 5000
/** After the last upload, so long is waited for what is still in the queue, as a share of the run. */
const patience = 1

export interface LoadOptions {
  providers: number
  readers: number
  sockets: number
  minutes: number
  workers: number
  seed: number
}

export interface LoadFigures {
  workers: number
  uploads: number
  completed: number
  /** Where the submissions are in the end, with how many. */
  statuses: Readonly<Record<string, number>>
  /** From the file's arrival to quality processing complete, seconds. */
  turnaround: readonly number[]
  /** Seconds in which the file waited for a worker, before its first stage and between the others. */
  waits: readonly number[]
  /** Seconds in which a worker had the file in hand, all stages together. */
  services: readonly number[]
  /** Ms of each read, by call. */
  reads: Readonly<Record<string, readonly number[]>>
  /** Ms from the decision to a socket. */
  messages: readonly number[]
  openSockets: number
  failures: Readonly<Record<string, number>>
  memory: readonly MemoryOfProcess[]
  /** From the first upload until the last file is through. */
  processor: readonly ProcessorOfPart[]
}

const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
/** A pause of a Poisson process. */
const pauseOf = (random: Random, meanMs: number): number => -Math.log(1 - random.next()) * meanMs

interface Scene {
  installation: Installation
  tokenOf: TokenOf
  failed: (what: string) => void
}

const apiOf = ({ apis }: Installation, random: Random): string => random.pick(apis)

/** Uploads as Poisson arrivals over the time; each is sent by its own provider. */
const sendUploads = async (
  { installation, tokenOf, failed }: Scene,
  { minutes, seed }: LoadOptions,
  samples: readonly Sample[],
): Promise<void> => {
  const random = new Random(seed, 1)
  const sending: Promise<void>[] = []
  const one = async (sample: Sample): Promise<void> => {
    const { instId, bytes } = sample
    const origin = apiOf(installation, random)
    const { status, body } = await post<SignedPost>(
      `${origin}/api/files/uploadRequest`,
      await tokenOf(instId),
      {
        submissionUuid: randomUUID(),
        fileName: 'load.xml',
        collectionId: collection.id,
        instId,
        fileSize: bytes,
      },
    )
    if (!body) return failed(`upload request ${status}`)
    const sent = await sendFile(origin, body, sample)
    if (sent !== 204) failed(`upload ${sent}`)
  }
  for (const sample of samples) {
    await wait(pauseOf(random, (minutes * 60_000) / samples.length))
    sending.push(one(sample).catch(error => failed(String(error))))
  }
  await Promise.all(sending)
}

/** A submission whose report can be read, with a rule that has failing records. */
interface Report {
  instId: string
  submissionId: string
  rule: string
}

/** The reports that there are, looked at every few seconds until the time is over. */
const watchReports = ({ rows }: Installation, isOver: () => boolean) => {
  let reports: Report[] = []
  const watching = (async () => {
    while (!isOver()) {
      reports = await rows<Report>(`
        select s.inst_id as "instId", s.id as "submissionId", failing.code as rule
        from submission s cross join lateral (select code from quality_rule_result r
          where r.submission_id = s.id and r.failure_count > 0 order by code limit 1) failing
        where s.is_latest`)
      await wait(reportsEveryMs)
    }
  })()
  return { reports: (): readonly Report[] => reports, ended: watching }
}

/** People who read page after page until the time is over. */
const readPages = async (
  { installation, tokenOf, failed }: Scene,
  { readers, seed }: LoadOptions,
  providers: readonly string[],
  isOver: () => boolean,
): Promise<Record<string, number[]>> => {
  const times: Record<string, number[]> = {}
  const { reports, ended } = watchReports(installation, isOver)
  const one = async (index: number): Promise<void> => {
    const random = new Random(seed, 2, index)
    const isOfAgency = index % 10 < ofAgency
    const organisation = isOfAgency ? product.key : (providers[index % providers.length] ?? '')
    const pages = [
      ['collections', '/collections?offset=0&limit=25'],
      ['collection', `/collections/${collection.reference}`],
      isOfAgency
        ? ['monitoring', `/collections/${collection.reference}/submissions?ovt=false`]
        : ['provider', `/submissions/new/${collection.id}/${organisation}`],
    ] as const
    /** The pages of a report, once there is one of the reader's own; the agency reads any. */
    const pagesOfReport = (): (readonly [string, string])[] => {
      const own = reports().filter(({ instId }) => isOfAgency || instId === organisation)
      if (own.length === 0) return []
      const { submissionId, rule } = random.pick(own)
      const report = `/submissions/${submissionId}/validations`
      return [
        ['quality report', `${report}?limit=-1`],
        ['failing records of a rule', `${report}/${rule}?limit=50`],
      ]
    }
    await wait(random.next() * thinkMs)
    while (!isOver()) {
      const [name, path] = random.pick([...pages, ...pagesOfReport()])
      const token = await tokenOf(organisation)
      const began = performance.now()
      const status = await read(`${apiOf(installation, random)}/api${path}`, token)
      if (status === 200) {
        times[name] ??= []
        times[name].push(performance.now() - began)
      } else failed(`${name} ${status}`)
      await wait(pauseOf(random, thinkMs))
    }
  }
  await Promise.all(
    Array.from({ length: readers }, (_, index) => one(index).catch(error => failed(String(error)))),
  )
  await ended
  return times
}

/** What workers have done, by the clock of the installation. */
const processed = async ({ rows }: Installation) => {
  const found = await rows<{
    status_id: number
    is_latest: boolean
    turnaround: number | null
    service: number | null
  }>(`
    select status_id, is_latest, extract(epoch from (select max(occurred_utc) from submission_event e where e.submission_id = s.id
        and e.event = 'QUALITY_PROCESSING_COMPLETED') - uploaded_utc)::float8 as turnaround,
      (select sum(extract(epoch from r.completed_utc - a.started_utc))::float8 from stage_result r
        join stage_attempt a using (submission_id, stage, fencing_token) where r.submission_id = s.id) as service
    from submission s where has_stored_file`)
  const done = found.filter(({ turnaround }) => turnaround !== null)
  const statuses: Record<string, number> = {}
  for (const { status_id } of found) {
    const name = statusNameOf(status_id)
    statuses[name] = (statuses[name] ?? 0) + 1
  }
  return {
    uploads: found.length,
    statuses,
    completed: done.length,
    /** Those whose end is still to come: one that a later file has replaced has none. */
    underWay: found.filter(({ is_latest, turnaround }) => is_latest && turnaround === null).length,
    turnaround: done.map(({ turnaround }) => turnaround ?? 0),
    waits: done.map(({ turnaround, service }) => (turnaround ?? 0) - (service ?? 0)),
    services: done.map(({ service }) => service ?? 0),
  }
}

/** One installation of two API processes and so many workers under load for so long. */
export const runLoad = async (options: LoadOptions, samples: readonly Sample[]): Promise<LoadFigures> => {
  const installation = await startInstallation({
    apis: 2,
    workers: options.workers,
    environment: { DEMO_PROVIDERS: String(options.providers) },
  })
  const { db } = await connect(installation.databaseUrl(), 4)
  try {
    const failures: Record<string, number> = {}
    const failed = (what: string): void => {
      failures[what] = (failures[what] ?? 0) + 1
    }
    const providers = generatedProviders(options.providers).map(({ id }) => id)
    const scene = { installation, tokenOf: await signedInPeople(db), failed }
    const sockets = await openSockets(scene, options.sockets, providers)
    const processes = installation.pids()
    const memoryOf = watchMemory(processes)
    const processorOf = watchProcessor([...processes, { name: 'database', pid: installation.databasePid() }])
    const ends = performance.now() + options.minutes * 60_000
    const [reads] = await Promise.all([
      readPages(scene, options, providers, () => performance.now() > ends),
      sendUploads(scene, options, samples),
    ])
    const until = performance.now() + options.minutes * 60_000 * patience
    let done = await processed(installation)
    while (done.underWay > 0 && performance.now() < until) {
      await wait(askEveryMs)
      done = await processed(installation)
    }
    return {
      workers: options.workers,
      ...done,
      reads,
      messages: sockets.delays,
      openSockets: sockets.open(),
      failures,
      memory: memoryOf(),
      processor: processorOf(),
    }
  } finally {
    await db.destroy()
    await installation.stop()
  }
}
