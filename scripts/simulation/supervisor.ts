import type { Engine } from './engine.ts'
import { type Job, queueStatements, queues } from './queueStatements.ts'
import type { World } from './world.ts'

/** A job without a sign of life is looked at by whichever process is up, at most this much later, in ms. */
const superviseMs = 2000
/** What pg-boss gives a job that shows no signs of life at all, in seconds. */
const expireSeconds = 900

/**
 * Takes back every job whose process has shown no sign of life for too long, as each pg-boss of the installation does
 * (`tests/server/workerDeath.test.ts`, "leaves its stage to another at every stage").
 */
export const startSupervisor = (world: World, engine: Engine): void => {
  const statements = queueStatements(engine, world)
  const jobOf = (id: string): Job | undefined => engine.row('job', id) as unknown as Job | undefined

  const look = (id: string, retryCount: number): void => {
    const job = jobOf(id)
    if (job?.state !== 'active' || job.retryCount !== retryCount) return
    const seconds = queues.get(job.name)?.heartbeatSeconds ?? expireSeconds
    const left = job.heartbeatOn + seconds * 1000 - world.now()
    const again = (ms: number): void => world.after(undefined, ms, () => look(id, retryCount))
    if (left > 0) {
      again(left + superviseMs * world.chance('supervisor'))
      return
    }
    const tx = engine.begin({ name: 'supervisor', alive: true, pausedUntil: 0 })
    if (engine.isHeldByOther(tx, `job/${id}`)) {
      engine.rollback(tx)
      again(superviseMs)
      return
    }
    const output = { message: 'job heartbeat timeout' }
    statements(tx, 'boss.fail', [JSON.stringify({ id, retryCount, output })]).then(
      () => engine.commit(tx),
      () => engine.rollback(tx),
    )
  }

  const watched = new Set<string>()
  engine.onCommit.push(writes => {
    for (const job of (writes.get('job')?.values() ?? []) as Iterable<unknown>) {
      const { id, state, retryCount } = (job ?? {}) as Partial<Job>
      if (id === undefined || retryCount === undefined || state !== 'active') continue
      const attempt = `${id}/${retryCount}`
      if (watched.has(attempt)) continue
      watched.add(attempt)
      look(id, retryCount)
    }
  })
}
