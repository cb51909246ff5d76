import type { Engine, Row, Tx } from './engine.ts'
import type { World } from './world.ts'

/** A job of the simulated pg-boss; instants in ms. */
export interface Job {
  id: string
  name: string
  data: Record<string, unknown>
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
  priority: number
  singletonKey: string | null
  groupId: string | null
  startAfter: number
  createdOn: number
  startedOn: number | null
  heartbeatOn: number
  retryCount: number
  retryLimit: number
  output: unknown
  sourceName: string | null
  sourceOutput: unknown
  sourceRetryCount: number | null
}

/** What a queue was created with (`server/jobs/queue.ts`). */
export interface QueueSettings {
  policy: 'standard' | 'exclusive' | 'short'
  deadLetter?: string
  retryLimit: number
  retryDelay?: number
  retryBackoff?: boolean
  retryDelayMax?: number
  heartbeatSeconds?: number
  expireInSeconds?: number
}

export const queues = new Map<string, QueueSettings>()

export const isWaiting = (job: Job): boolean => job.state === 'created' || job.state === 'retry'
const isOpen = (job: Job): boolean => isWaiting(job) || job.state === 'active'
const settingsOf = (name: string): QueueSettings => {
  const found = queues.get(name)
  if (!found) throw new Error(`There is no queue ${name}.`)
  return found
}

/**
 * What pg-boss does to its jobs, in the transaction that it is given: a job exists exactly when the decision does, its id
 * counts once, one job of a key is open in an exclusive queue (`tests/server/queue.test.ts`), who does not hold an attempt
 * ends nothing (`tests/server/stageOutcomes.test.ts`), a job that was tried too often becomes a dead letter
 * (`tests/server/workerDeath.test.ts`).
 */
export const queueStatements = (engine: Engine, world: World, isFenced = true) => {
  let serial = 0
  const { all, get, put, lock } = engine
  const jobs = (tx: Tx): Job[] => all(tx, 'job') as unknown as Job[]
  const keep = (tx: Tx, job: Job): void => put(tx, 'job', job.id, job as unknown as Row)
  const held = async (tx: Tx, id: string): Promise<Job | undefined> => {
    await lock(tx, `job/${id}`)
    return get(tx, 'job', id) as unknown as Job | undefined
  }

  const isSwallowed = (tx: Tx, name: string, key: string | null): boolean => {
    const { policy } = settingsOf(name)
    if (key === null || policy === 'standard') return false
    return jobs(tx).some(
      job =>
        job.name === name &&
        job.singletonKey === key &&
        (policy === 'exclusive' ? isOpen(job) : job.state === 'created'),
    )
  }

  const insert = async (
    tx: Tx,
    name: string,
    data: Job['data'],
    given: Partial<Job> & { id: string },
  ): Promise<Row[]> => {
    const key = given.singletonKey ?? null
    await lock(tx, `job/${given.id}`)
    if (key !== null) await lock(tx, `singleton/${name}/${key}`)
    if (get(tx, 'job', given.id) || isSwallowed(tx, name, key)) return []
    keep(tx, {
      name,
      data,
      state: 'created',
      priority: 0,
      groupId: null,
      startAfter: world.now(),
      createdOn: world.now(),
      startedOn: null,
      heartbeatOn: 0,
      retryCount: 0,
      retryLimit: settingsOf(name).retryLimit,
      output: null,
      sourceName: null,
      sourceOutput: null,
      sourceRetryCount: null,
      ...given,
      singletonKey: key,
    })
    return [{ id: given.id }]
  }

  const delayOf = (settings: QueueSettings, retryCount: number): number => {
    const { retryDelay = 0, retryBackoff = false, retryDelayMax = 3600 } = settings
    if (retryDelay === 0) return 0
    return (
      Math.min(retryDelayMax, retryBackoff ? retryDelay * 2 ** Math.min(16, retryCount) : retryDelay) * 1000
    )
  }

  const fail = async (tx: Tx, id: string, retryCount: number, output: unknown): Promise<Row[]> => {
    const job = await held(tx, id)
    if (job?.state !== 'active' || job.retryCount !== retryCount) return []
    const settings = settingsOf(job.name)
    if (job.retryCount < job.retryLimit) {
      keep(tx, {
        ...job,
        state: 'retry',
        output,
        startAfter: world.now() + delayOf(settings, job.retryCount),
      })
      return [{ id }]
    }
    keep(tx, { ...job, state: 'failed', output })
    if (settings.deadLetter !== undefined)
      await insert(tx, settings.deadLetter, job.data, {
        id: `dead/${id}`,
        singletonKey: job.singletonKey,
        sourceName: job.name,
        sourceOutput: output,
        sourceRetryCount: job.retryCount,
      })
    return [{ id }]
  }

  const statements: Record<string, (tx: Tx, given: never) => Promise<Row[]>> = {
    /** Without an id a job gets one of its own, however often it is sent. */
    'boss.send': (tx, { name, data, job }: { name: string; data: Job['data']; job: Partial<Job> }) => {
      serial += 1
      return insert(tx, name, data, { ...job, id: job.id ?? `${tx.process.name}-${world.now()}-${serial}` })
    },

    'boss.find': async (tx, { name, id, key, queued }: Record<string, string>) =>
      jobs(tx).filter(
        job =>
          job.name === name &&
          (id === undefined || job.id === id) &&
          (key === undefined || job.singletonKey === key) &&
          (!queued || isWaiting(job)),
      ) as unknown as Row[],

    'boss.upsert': async (
      tx,
      given: { name: string; data: Job['data']; id: string; key: string; startAfter: number },
    ) => {
      const { name, data, id, key, startAfter } = given
      await lock(tx, `singleton/${name}/${key}`)
      const found = jobs(tx).find(job => job.name === name && job.singletonKey === key && isWaiting(job))
      const waiting = found && (await held(tx, found.id))
      if (waiting && isWaiting(waiting)) {
        keep(tx, { ...waiting, data, startAfter })
        return [{ id: waiting.id }]
      }
      return insert(tx, name, data, { id, singletonKey: key, startAfter })
    },

    'boss.delete': async (tx, { ids }: { ids: string[] }) => {
      for (const id of ids) if (await held(tx, id)) put(tx, 'job', id, undefined)
      return []
    },

    'boss.cancel': async (tx, { ids }: { ids: string[] }) => {
      for (const id of ids) {
        const job = await held(tx, id)
        if (job && isOpen(job)) keep(tx, { ...job, state: 'cancelled' })
      }
      return []
    },

    'boss.complete': async (tx, { id, retryCount }: { id: string; retryCount: number }) => {
      const job = await held(tx, id)
      if (job?.state !== 'active' || (isFenced && job.retryCount !== retryCount)) return []
      keep(tx, { ...job, state: 'completed' })
      return [{ id }]
    },

    'boss.fail': (tx, { id, retryCount, output }: { id: string; retryCount: number; output: unknown }) =>
      fail(tx, id, retryCount, output),

    'boss.fetch': async (tx, { name }: { name: string }) => {
      const found = jobs(tx)
        .filter(job => job.name === name && isWaiting(job) && job.startAfter <= world.now())
        .filter(job => !engine.isHeldByOther(tx, `job/${job.id}`))
        .sort((one, other) => other.priority - one.priority || one.createdOn - other.createdOn)[0]
      if (!found) return []
      await lock(tx, `job/${found.id}`)
      const taken: Job = {
        ...found,
        state: 'active',
        retryCount: found.startedOn === null ? found.retryCount : found.retryCount + 1,
        startedOn: world.now(),
        heartbeatOn: world.now(),
      }
      keep(tx, taken)
      return [taken as unknown as Row]
    },

    /** A sign of life; nothing where the attempt is not held any more. A row that is locked is left for the next time. */
    'boss.touch': async (
      tx,
      { id, retryCount, at = world.now() }: { id: string; retryCount: number; at?: number },
    ) => {
      if (engine.isHeldByOther(tx, `job/${id}`)) return [{ id }]
      const job = await held(tx, id)
      if (job?.state !== 'active' || job.retryCount !== retryCount) return []
      keep(tx, { ...job, heartbeatOn: at })
      return [{ id }]
    },
  }

  return (tx: Tx, name: string, [given]: readonly unknown[]): Promise<Row[]> => {
    const statement = statements[name]
    if (!statement) throw new Error(`The simulated queue does not know ${name}.`)
    return statement(tx, JSON.parse(String(given)) as never)
  }
}
