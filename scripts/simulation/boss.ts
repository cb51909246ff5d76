import type { Boss } from '../../server/jobs/index.ts'
import { lookEveryMs } from '../../server/jobs/lookout.ts'
import type { Engine, Row } from './engine.ts'
import { isWaiting, type Job, type QueueSettings, queueStatements, queues } from './queueStatements.ts'
import type { Process, World } from './world.ts'

interface Executor {
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
}
interface Given {
  db?: Executor
  id?: string
  key?: string
  queued?: boolean
  singletonKey?: string
  group?: { id: string }
  priority?: number
  startAfter?: number
}

/** An error as the queue keeps it. */
const outputOf = (error: unknown): unknown =>
  error instanceof Error ? { ...error, name: error.name, message: error.message, stack: error.stack } : error

/**
 * What stands for pg-boss in one process: it sends with the transaction of who sends, takes the most urgent job, gives signs
 * of life, tells a handler by its signal that the job is not its own any more, and takes back what shows none. Of the real
 * one `queue.test.ts` and `workerDeath.test.ts` in tests/server show the same.
 */
export const createBoss = (options: {
  world: World
  engine: Engine
  process: Process
  /** Faults put in by the test of the simulator. */
  knows: { isKeyed: boolean; isLeaseByOwnClock: boolean }
}): Boss => {
  const { world, engine, process, knows } = options
  const statements = queueStatements(engine, world)
  const wakers = new Map<string, () => void>()
  let serial = 0

  /** A statement of the queue's own connection, in a transaction of its own. */
  const alone = (name: string, given: Record<string, unknown>): Promise<Row[]> =>
    world.io(process, 'statement', name, async () => {
      const tx = engine.begin(process)
      try {
        const rows = await statements(tx, name, [JSON.stringify(given)])
        engine.commit(tx)
        return rows
      } finally {
        engine.rollback(tx)
      }
    })

  const ask = async (
    db: Executor | undefined,
    name: string,
    given: Record<string, unknown>,
  ): Promise<Row[]> =>
    db ? ((await db.executeSql(name, [JSON.stringify(given)])).rows as Row[]) : alone(name, given)

  const fresh = (): string => {
    serial += 1
    return `${process.name}-${world.now()}-${serial}`
  }

  /** Signs of life until the handler has ended, or the job is not this attempt's any more. */
  const beat = (job: Job, every: number, abort: AbortController, isOver: () => boolean): void => {
    world.after(process, every * 1000, () => {
      if (isOver()) return
      const at = knows.isLeaseByOwnClock ? { at: world.clockOf(process.name).now().getTime() } : {}
      alone('boss.touch', { id: job.id, retryCount: job.retryCount, ...at }).then(
        rows => {
          if (rows.length === 0) abort.abort(new Error('the job is no longer active'))
          else beat(job, every, abort, isOver)
        },
        () => beat(job, every, abort, isOver),
      )
    })
  }

  /** Waits until a job may be there: one that was just committed, or whose time has come. */
  const untilWork = (name: string, workerId: string): Promise<void> =>
    new Promise(resolve => {
      let isAsleep = true
      const wake = (): void => {
        if (!isAsleep) return
        isAsleep = false
        wakers.delete(workerId)
        resolve()
      }
      const wakeIn = (ms: number): void => world.after(process, ms, wake)
      wakers.set(workerId, () => wakeIn(1 + world.chance(workerId) ** 4 * lookEveryMs))
      const starts = (engine.rows('job') as unknown as Job[])
        .filter(job => job.name === name && isWaiting(job))
        .map(job => job.startAfter)
      if (starts.length > 0) wakeIn(Math.max(0, Math.min(...starts) - world.now()) + lookEveryMs)
    })

  engine.onCommit.push(writes => {
    const changed = [...(writes.get('job')?.values() ?? [])] as unknown as (Job | undefined)[]
    if (!process.alive || changed.length === 0) return
    for (const [id, wake] of [...wakers])
      if (changed.some(job => job && isWaiting(job) && id.startsWith(`${process.name}/${job.name}/`))) wake()
  })

  const boss = {
    start: async () => boss,
    stop: async () => undefined,
    // Each process tells its own queues, as if it were the first.
    getQueues: async () => [],
    createQueue: async (name: string, settings: QueueSettings) => {
      queues.set(name, settings)
    },
    updateQueue: async () => undefined,
    schedule: async () => undefined,

    send: async (name: string, data: object, given: Given) => {
      const { id, singletonKey, group, priority, startAfter } = given
      const job = {
        ...(knows.isKeyed ? { id, singletonKey } : {}),
        ...(group ? { groupId: group.id } : {}),
        ...(priority === undefined ? {} : { priority }),
        ...(startAfter === undefined ? {} : { startAfter: world.now() + startAfter * 1000 }),
      }
      const [made] = await ask(given.db, 'boss.send', { name, data, job })
      return made?.id ?? null
    },

    findJobs: async (name: string, given: Given) => {
      const { db, id, key, queued } = given
      return ask(db, 'boss.find', { name, id, key, queued })
    },

    upsert: (name: string, data: object, given: Given) => {
      const { db, singletonKey: key, startAfter = 0 } = given
      return ask(db, 'boss.upsert', {
        name,
        data,
        key,
        id: fresh(),
        startAfter: world.now() + startAfter * 1000,
      })
    },

    deleteJob: (_: string, ids: string | string[], given: Given = {}) =>
      ask(given.db, 'boss.delete', { ids: [ids].flat() }),

    cancel: (_: string, ids: string[], given: Given) => ask(given.db, 'boss.cancel', { ids }),

    complete: async (_: string, held: { id: string; retryCount: number }, __: unknown, given: Given) => ({
      affected: (await ask(given.db, 'boss.complete', held)).length,
    }),

    fail: (_: string, held: { id: string; retryCount: number }, reason: unknown, given: Given = {}) => {
      const { id, retryCount } = held
      return ask(given.db, 'boss.fail', { id, retryCount, output: outputOf(reason) })
    },

    consume: async (
      name: string,
      settings: { heartbeatRefreshSeconds: number },
      handler: (job: unknown) => Promise<void>,
    ) => {
      serial += 1
      const workerId = `${process.name}/${name}/${serial}`
      const handle = async (job: Job): Promise<void> => {
        const abort = new AbortController()
        let isOver = false
        beat(job, settings.heartbeatRefreshSeconds, abort, () => isOver)
        const given = { ...job, createdOn: new Date(job.createdOn), startedOn: new Date(job.startedOn ?? 0) }
        const { id, retryCount } = job
        try {
          await handler({ ...given, signal: abort.signal })
          isOver = true
          await alone('boss.complete', { id, retryCount })
        } catch (error) {
          isOver = true
          await alone('boss.fail', { id, retryCount, output: outputOf(error) })
        }
      }
      const loop = async (): Promise<void> => {
        while (process.alive) {
          const [job] = await alone('boss.fetch', { name }).catch((): Row[] => [])
          if (job) await handle(job as unknown as Job).catch(() => undefined)
          else await untilWork(name, workerId)
        }
      }
      loop()
      return { wake: () => wakers.get(workerId)?.(), stop: async () => undefined }
    },
  }
  return boss as unknown as Boss
}
