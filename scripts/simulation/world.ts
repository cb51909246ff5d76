import type { FaultKind, Passed, PlannedFault, PointKind } from './faults.ts'

/** One life of a process: after its end nothing of it happens any more. */
export interface Process {
  readonly name: string
  alive: boolean
  /** Instant until which it stands still, in ms; it may outlive its leases so. */
  pausedUntil: number
}

interface Happening {
  at: number
  order: number
  process: Process | undefined
  run: () => void
}

/** A process stands still for this long and up to twice as long, in ms: longer than a job waits for a sign of life. */
const shortestPauseMs = 11_000
const outageMs = 5000
/** The store is away, or its disk full, for this long: at the least shorter than a stage is tried, at the most longer, in ms. */
const away = { least: 5000, most: 40_000 }
/** By how much a clock jumps, in ms. */
const jumpMs = 3_600_000
/** Steps that a story may take: beyond it nothing comes to rest. An upload whose server's clock is an hour ahead is looked at for an hour. */
const longestStory = 200_000

/** A number in [0, 1) of a name and a count: the same in every run. */
const draw = (seed: number, name: string, count: number): number => {
  let hash = seed ^ Math.imul(count + 1, 0x9e3779b1)
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x85ebca6b)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 12
  return (hash >>> 0) / 2 ** 32
}

/** The connection to the database, or to the store, is gone. */
export const connectionLost = (): Error =>
  Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })

/** The story did not end: something goes on for ever. */
export class NoRest extends Error {
  override readonly name = 'NoRest'
}

/**
 * Time, chance and faults of one story. Everything that a process asks of the outside is a numbered point, takes some
 * time, and may go wrong there; what happens next is always what is due first. `disorder` 0 means that everything takes
 * equally long. `struck` is told what went wrong, in words, in the order in which it did.
 */
export const createWorld = (disorder: number, plan: readonly PlannedFault[], struck: string[]) => {
  let now = Date.UTC(2024, 9, 1, 9)
  let order = 0
  const passed: Passed = { statement: [], send: [], commit: [], store: [], request: [], frame: [] }
  let outageUntil = 0
  let storeAwayUntil = 0
  let diskFullUntil = 0
  /** By how much the clock of each machine is wrong, in ms, and all of them besides; the database's is right. */
  const wrong = new Map<string, number>()
  let allWrong = 0
  const due: Happening[] = []
  const counts = new Map<string, number>()
  const waiting = plan.map(fault => ({ ...fault }))
  const onDeath: ((process: Process) => void)[] = []
  const onOutage: (() => void)[] = []
  const onListenerLost: (() => void)[] = []

  const chance = (name: string): number => {
    if (disorder === 0) return 0
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return draw(disorder, name, count)
  }

  const after = (process: Process | undefined, ms: number, run: () => void): void => {
    order += 1
    due.push({ at: now + ms, order, process, run })
  }

  const kill = (process: Process): void => {
    if (!process.alive) return
    process.alive = false
    for (const tell of onDeath) tell(process)
  }

  /** Numbers a point; gives the fault that strikes there. */
  const point = (kind: PointKind, where: string): FaultKind | undefined => {
    const number = passed[kind].push(where)
    // Where two are planned at one point, the other strikes at the next.
    const found = waiting.findIndex(fault => {
      if (fault.point !== kind) return false
      if (fault.where === undefined) return fault.at <= number
      if (!where.includes(fault.where)) return false
      fault.at -= 1
      return fault.at <= 0
    })
    if (found < 0) return undefined
    const [fault] = waiting.splice(found, 1)
    if (fault) struck.push(`${fault.kind} at ${kind} ${number}: ${where}`)
    return fault?.kind
  }

  const awayUntil = (): number => now + away.least + chance('away') * (away.most - away.least)

  const jump = (name: string, ms: number): void => {
    wrong.set(name, (wrong.get(name) ?? 0) + ms)
  }

  /** What a fault does to more than the point at which it strikes. */
  const strike = (process: Process, fault: FaultKind | undefined): void => {
    switch (fault) {
      case 'outage':
        outageUntil = now + outageMs
        for (const tell of onOutage) tell()
        break
      case 'storeAway':
        storeAwayUntil = awayUntil()
        break
      case 'diskFull':
        diskFullUntil = awayUntil()
        break
      case 'clockForward':
        jump(process.name, jumpMs)
        break
      case 'clockBack':
        jump(process.name, -jumpMs)
        break
      case 'clocksForward':
        allWrong += jumpMs
        break
      case 'clocksBack':
        allWrong -= jumpMs
        break
    }
  }

  const isDatabase = (kind: PointKind): boolean => kind !== 'store'

  /** What a process asks of the outside. Never answered where the process ends meanwhile. */
  const io = <T>(
    process: Process,
    kind: PointKind,
    where: string,
    action: (fault: FaultKind | undefined) => T | Promise<T>,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      if (!process.alive) return
      const fault = point(kind, `${process.name}, ${where}`)
      const act = async (): Promise<T> => {
        strike(process, fault)
        if (isDatabase(kind) && now < outageUntil) throw connectionLost()
        if (fault === 'cut') throw connectionLost()
        const value = await action(fault)
        if (fault === 'notificationLost') for (const tell of onListenerLost) tell()
        if (fault === 'answerLost') throw connectionLost()
        return value
      }
      after(process, 1 + Math.floor(chance(process.name) ** 2 * 40), () => {
        if (fault === 'killBefore') {
          kill(process)
          return
        }
        const answer = (give: () => void): void => {
          if (!process.alive) return
          if (fault === 'killAfter') kill(process)
          else if (fault === 'pause') {
            process.pausedUntil = now + shortestPauseMs * (1 + chance('pause'))
            after(process, 0, give)
          } else give()
        }
        act().then(
          value => answer(() => resolve(value)),
          error => answer(() => reject(error)),
        )
      })
    })

  const takeNext = (): Happening | undefined => {
    let first = 0
    for (let at = 1; at < due.length; at += 1) {
      const [one, best] = [due[at], due[first]]
      if (one && best && (one.at < best.at || (one.at === best.at && one.order < best.order))) first = at
    }
    const next = due[first]
    const last = due.pop()
    if (last && next && last !== next) due[first] = last
    return next
  }

  /** Lets everything happen that is due, until nothing is. `afterEach` looks at what each step has left. */
  const run = async (afterEach: () => void): Promise<void> => {
    for (let steps = 0; due.length > 0; steps += 1) {
      if (steps > longestStory) throw new NoRest('The story comes to no rest: something goes on for ever.')
      const next = takeNext()
      if (!next) return
      now = Math.max(now, next.at)
      if (next.process && !next.process.alive) continue
      if (next.process && next.process.pausedUntil > now) {
        after(next.process, next.process.pausedUntil - now, next.run)
        continue
      }
      next.run()
      await new Promise(resolve => setImmediate(resolve))
      afterEach()
    }
  }

  return {
    /** The time, which is what the clock of the database says. */
    now: () => now,
    /** The clock of a machine, which may be wrong. */
    clockOf: (name: string) => ({ now: () => new Date(now + allWrong + (wrong.get(name) ?? 0)) }),
    /** Whether the store can be reached. */
    isStoreAway: () => now < storeAwayUntil,
    /** Whether disks take no more: what lies on them can be read and removed. */
    isDiskFull: () => now < diskFullUntil,
    /** From 0 to less than 1; of each name a series of its own. */
    chance,
    after,
    point,
    io,
    kill,
    run,
    onDeath,
    onOutage,
    onListenerLost,
    /** Time until the database is there again, in ms. */
    outageLeft: () => Math.max(0, outageUntil - now),
    passed,
  }
}
export type World = ReturnType<typeof createWorld>
