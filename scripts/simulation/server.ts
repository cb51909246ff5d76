import { Readable } from 'node:stream'
import pino from 'pino'
import { isDiskFault } from '../../server/disk.ts'
import {
  createDeadLetters,
  createDeadlines,
  createDiscard,
  createJobQueue,
  createOutages,
  createPlaceTeller,
  createWorker,
  PermanentFault,
  StageFault,
  type StageRunner,
  type StageRunners,
} from '../../server/jobs/index.ts'
import { createLifecycle } from '../../server/lifecycle/index.ts'
import { createSockets } from '../../server/live/sockets.ts'
import { createErrorLog } from '../../server/pipeline/errorLog.ts'
import { openStoredFile } from '../../server/pipeline/stages/storedFile.ts'
import { createAcceptance, storeUnavailable } from '../../server/storage/acceptance.ts'
import { sweepFiles } from '../../server/storage/fileSweep.ts'
import { type ObjectName, objectKey } from '../../server/storage/objectStore.ts'
import { signPolicy, verifyPolicy } from '../../server/storage/postPolicy.ts'
import { uploadListener } from '../../server/storage/uploadListener.ts'
import { type Stage, stages } from '../../src/machines/submission-lifecycle/index.ts'
import { people } from '../../src/model/people.ts'
import { createBoss } from './boss.ts'
import { createDatabase } from './driver.ts'
import type { Engine } from './engine.ts'
import type { Statements } from './statements.ts'
import { createSimulatedStore, hashOf, type Objects, type StoreFlaws } from './store.ts'
import type { Process, World } from './world.ts'

/** What is wrong with a file, or with the machine that works on it. */
export type Trouble = 'schema' | 'right' | 'oneFault' | 'fourFaults' | 'forGood'

/** What every process of an installation shares. */
export interface Installation {
  world: World
  engine: Engine
  statements: Statements
  objects: Objects
  store: 'folder' | 's3'
  isKeyed: boolean
  isFenced: boolean
  /** True: a sign of life is the time of the worker's own clock, which is a fault put in. */
  isLeaseByOwnClock: boolean
  flaws: StoreFlaws
  /** What is the matter at a stage of a submission, at this attempt. */
  troubleAt: (submissionId: string, stage: Stage, attempt: number) => Trouble | undefined
}

const log = pino({ level: 'silent' })
const secret = new Uint8Array(32)
const lateNotificationMs = 5000

/** What all processes are made of: the server's own modules with the simulated world as their tools. */
const compose = (installation: Installation, process: Process) => {
  const { world, engine, statements, objects } = installation
  const clock = world.clockOf(process.name)
  const db = createDatabase({
    world,
    engine,
    statements,
    process,
    isFenced: installation.isFenced,
  })
  const boss = createBoss({
    world,
    engine,
    process,
    knows: installation,
  })
  const store = createSimulatedStore({
    world,
    objects,
    process,
    kind: installation.store,
    flaws: installation.flaws,
  })
  const queue = createJobQueue({
    boss,
    clock,
    log,
    ...(installation.store === 's3' ? { uploadCheckSeconds: 1 } : {}),
  })
  const lifecycle = createLifecycle({ db, clock, queue })
  return { db, clock, log, queue, lifecycle, store, keepErrorLog: createErrorLog(store) }
}
type Composed = ReturnType<typeof compose>

/** Stages that read the stored file as the product's do, take a moment, and end as the story has it. */
const stagesOf = (installation: Installation, process: Process, { store }: Composed): StageRunners => {
  const { world, troubleAt } = installation
  const runner = (stage: Stage): StageRunner => {
    return async () => async input => {
      const { submission, fencingToken } = input
      const trouble = troubleAt(submission.id, stage, fencingToken)
      await new Promise<void>(resolve =>
        world.after(process, 20 + world.chance('stage') ** 4 * 30_000, () => resolve()),
      )
      if (trouble === 'oneFault' || trouble === 'fourFaults') throw new StageFault('A disk is full.')
      if (trouble === 'forGood') throw new PermanentFault('The file cannot be read.')
      if (stage !== 'SCHEMA_CHECK' && stage !== 'ENRICHMENT')
        return { outcome: trouble === 'right' ? 'FAILED' : 'PASSED', detail: {} }
      const file = await openStoredFile(store, submission)
      const fileHash = await file.verify()
      const name: ObjectName = `history.${fencingToken}.parquet`
      await store.put(objectKey(submission.instId, submission.id, name), Readable.from([fileHash]))
      return { outcome: trouble === 'schema' ? 'FAILED' : 'PASSED', detail: {}, change: { fileHash } }
    }
  }
  return Object.fromEntries(stages.map(stage => [stage, runner(stage)])) as StageRunners
}

/** A process that works on stages. */
export const startWorkerProcess = async (installation: Installation, process: Process): Promise<void> => {
  const { world } = installation
  const parts = compose(installation, process)
  await parts.queue.start()
  const outages = createOutages({
    // The database is away for the queue too: who asks it hears.
    parts: {
      disk: async () => {
        if (world.isDiskFull()) throw new Error('The disk is full.')
      },
      store: parts.store.look,
      database: async () => undefined,
    },
    hasRoom: async () => true,
    log,
    sleep: ms => new Promise(resolve => world.after(process, ms, () => resolve())),
    random: () => world.chance(process.name),
  })
  await createWorker({
    ...parts,
    outages,
    stages: stagesOf(installation, process, parts),
    metrics: { stageDone: () => undefined, jobTaken: () => undefined },
    concurrency: 2,
  }).start()
}

/** A process that answers people and browsers, and does every job but the stages. */
export const startServerProcess = async (installation: Installation, process: Process) => {
  const { world, engine } = installation
  const parts = compose(installation, process)
  const { db, clock, queue, lifecycle, store } = parts
  const sockets = createSockets({
    db,
    log,
    // Everybody of a story reads live files: who hears of what is shown by `src/domain/wire/hearing.test.ts`.
    listenersOf: async listening => listening.map(() => people.signOff),
    later: (ms, run) => world.after(process, ms, run),
  })
  const notify = (payload: string, ms: number): void =>
    world.after(process, ms + world.chance(process.name) * 20, () => sockets.notified(payload))
  engine.onCommit.push((_, notified, fault) => {
    for (const payload of notified) {
      notify(payload, fault === 'notificationLate' ? lateNotificationMs : 1)
      if (fault === 'notificationTwice') notify(payload, 1)
    }
  })
  const acceptance = createAcceptance({ store, listener: uploadListener({ lifecycle, clock }) })
  const server = {
    process,
    lifecycle,
    sockets,
    /** Notifications may have been lost with their connection, which is made again as soon as the database is there. */
    reconnectListener: (): void => world.after(process, 1000 + world.outageLeft(), sockets.lookAtAll),
    clock,
    /** What a file may be sent with. */
    sign: (key: string, content: string, expires: Date): Record<string, string> =>
      signPolicy(secret, key, {
        maxBytes: 1000,
        exactBytes: content.length,
        sha256: hashOf(content),
        expires,
      }),
    /** A file that a browser sends: to the folder's own route (`server/storage/storeRoutes.ts`), or to S3, which tells nobody. */
    post: async (fields: Record<string, string>, content: string): Promise<void> => {
      const policy = verifyPolicy(secret, new Map(Object.entries(fields)), clock.now())
      if (store.kind === 's3') {
        installation.objects.incoming.set(policy.key, content)
        installation.objects.announced.set(policy.key, { bytes: policy.minBytes, sha256: policy.sha256 })
        return
      }
      const file = await store.take(content).catch(async error => {
        throw isDiskFault(error) ? await acceptance.refused(policy, storeUnavailable, error) : error
      })
      await acceptance.accept(policy, file)
    },
    /** What the hourly sweep removes of what nobody can use any more. */
    sweep: () => sweepFiles({ db, store, log }),
  }
  await queue.start()
  await createDeadLetters(parts).start()
  await queue.consume('discard', job => createDiscard({ db, store })(job.data))
  await queue.consume('places', createPlaceTeller({ db, clock, queue }))
  // What it looks at first may be out of reach for a moment.
  const watch = (): Promise<void> =>
    createDeadlines({ ...parts, disk: { setAside: async () => undefined } })
      .start()
      .catch(() => new Promise(resolve => world.after(process, 1000, () => resolve(watch()))))
  watch()
  return server
}
export type SimulatedServer = Awaited<ReturnType<typeof startServerProcess>>
