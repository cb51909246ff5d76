import { DatabaseError } from 'pg'
import type { FaultKind } from './faults.ts'
import type { Process } from './world.ts'

export type Row = Readonly<Record<string, unknown>>

/** A transaction: what it wrote and holds is its own until it commits. */
export interface Tx {
  readonly process: Process
  readonly writes: Map<string, Map<string, Row | undefined>>
  readonly held: Set<string>
  readonly notified: string[]
  state: 'open' | 'failed' | 'closed'
  waitsFor: Tx | undefined
  /** Ends the wait for a lock, where the connection is cut in it. */
  abandon: ((error: Error) => void) | undefined
}

interface Lock {
  holder: Tx
  queue: { tx: Tx; take: () => void }[]
}

const databaseError = (code: string, text: string): DatabaseError =>
  Object.assign(new DatabaseError(text, text.length, 'error'), { code })

/**
 * What stands for PostgreSQL: rows that other transactions see from the commit on, all of them at once or none (shown of
 * the real one by `tests/server/connections.test.ts`, "undoes the transaction that it was cut in"), locks of rows and
 * names that last until the transaction ends (`tests/server/lifecycle.test.ts`, "starts one upload of several at once"),
 * a fault where two wait for each other, and notifications that go with the commit (`tests/server/live.test.ts`).
 */
export const createEngine = () => {
  const tables = new Map<string, Map<string, Row>>()
  const locks = new Map<string, Lock>()
  const open = new Set<Tx>()
  /** Told of every commit: the rows that it changed by table, what it notified of, and a fault that struck there. */
  const onCommit: ((
    writes: Tx['writes'],
    notified: readonly string[],
    fault: FaultKind | undefined,
  ) => void)[] = []

  const table = (name: string): Map<string, Row> => {
    const found = tables.get(name) ?? new Map<string, Row>()
    tables.set(name, found)
    return found
  }

  const begin = (process: Process): Tx => {
    const tx: Tx = {
      process,
      writes: new Map(),
      held: new Set(),
      notified: [],
      state: 'open',
      waitsFor: undefined,
      abandon: undefined,
    }
    open.add(tx)
    return tx
  }

  const release = (tx: Tx): void => {
    open.delete(tx)
    tx.state = 'closed'
    for (const name of tx.held) {
      const lock = locks.get(name)
      const next = lock?.queue.find(waiting => waiting.tx.state === 'open')
      if (!lock || !next) {
        locks.delete(name)
        continue
      }
      lock.holder = next.tx
      lock.queue = lock.queue.filter(waiting => waiting !== next)
      for (const waiting of lock.queue) waiting.tx.waitsFor = next.tx
      next.tx.waitsFor = undefined
      next.tx.held.add(name)
      next.take()
    }
  }

  const rollback = (tx: Tx): void => {
    if (tx.state === 'closed') return
    release(tx)
    tx.abandon?.(databaseError('08006', 'the connection is gone'))
  }

  const commit = (tx: Tx, fault?: FaultKind): void => {
    if (tx.state === 'closed') throw databaseError('08006', 'the connection is gone')
    if (tx.state === 'failed') {
      rollback(tx)
      return
    }
    for (const [name, rows] of tx.writes)
      for (const [key, row] of rows) row ? table(name).set(key, row) : table(name).delete(key)
    release(tx)
    for (const tell of onCommit) tell(tx.writes, tx.notified, fault)
  }

  /** Waits for a name or row and holds it until the transaction ends. */
  const lock = async (tx: Tx, name: string): Promise<void> => {
    if (tx.held.has(name)) return
    const found = locks.get(name)
    if (!found) {
      locks.set(name, { holder: tx, queue: [] })
      tx.held.add(name)
      return
    }
    for (let other: Tx | undefined = found.holder; other; other = other.waitsFor)
      if (other === tx) throw databaseError('40P01', 'deadlock detected')
    tx.waitsFor = found.holder
    await new Promise<void>((take, abandon) => {
      tx.abandon = abandon
      found.queue.push({ tx, take })
    })
    tx.abandon = undefined
  }

  const isHeldByOther = (tx: Tx, name: string): boolean => {
    const found = locks.get(name)
    return found !== undefined && found.holder !== tx
  }

  const get = (tx: Tx, name: string, key: string): Row | undefined => {
    const own = tx.writes.get(name)
    return own?.has(key) ? own.get(key) : table(name).get(key)
  }

  /** All rows of a table as the transaction sees them, in the order of their making. */
  const all = (tx: Tx, name: string): Row[] => {
    const merged = new Map<string, Row | undefined>(table(name))
    for (const [key, row] of tx.writes.get(name) ?? []) merged.set(key, row)
    return [...merged.values()].filter(row => row !== undefined)
  }

  /** Writes a row, or removes it; its lock has to be held. */
  const put = (tx: Tx, name: string, key: string, row: Row | undefined): void => {
    if (tx.state !== 'open') throw databaseError('08006', 'the connection is gone')
    const rows = tx.writes.get(name) ?? new Map<string, Row | undefined>()
    rows.set(key, row)
    tx.writes.set(name, rows)
  }

  return {
    begin,
    commit,
    rollback,
    lock,
    isHeldByOther,
    get,
    all,
    put,
    onCommit,
    /** What is committed. */
    rows: (name: string): Row[] => [...table(name).values()],
    row: (name: string, key: string): Row | undefined => table(name).get(key),
    /** Writes at once, for everybody: the rows that a story begins with. */
    seed: (name: string, key: string, row: Row): void => {
      table(name).set(key, row)
    },
    /** Ends the connections of a process, or all of them: nothing of their transactions remains. */
    cut: (process?: Process): void => {
      for (const tx of [...open]) if (!process || tx.process === process) rollback(tx)
    },
    unique: (constraint: string): DatabaseError =>
      databaseError('23505', `duplicate key value violates unique constraint "${constraint}"`),
  }
}
export type Engine = ReturnType<typeof createEngine>
