import { DatabaseSync } from 'node:sqlite'

/** A connection that nothing refers to any more is closed, and its lock with it. */
const held = new Set<DatabaseSync>()

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === 5

/**
 * Holds a file for this process until it ends, however it ends; gives what lets go of it. Undefined where another holds it.
 *
 * The lock is the operating system's own (SQLite's exclusive lock): it ends with its process, so none is ever stale, and it
 * holds between containers that share a volume, where a process id says nothing.
 */
export const tryLock = (file: string): (() => void) | undefined => {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (isBusy(error)) return undefined
    throw error
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}
