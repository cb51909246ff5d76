import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

/*
 * What a query frees, DuckDB's allocator keeps for a second or two, and what a load has freed the C library keeps for good:
 * together up to 140 MiB of a process that nobody uses, which come on top of what its database is allowed.
 */

const mebibyte = 1 << 20

/** Milliseconds between two looks: a process grows by 10 MiB meanwhile where it grows fastest. */
const lookEvery = 40

/** A database takes up to half as much again as its limit, for what it does not count: plans, rows on their way, files it has open. */
const beyondLimit = 1.5

/** What must have come on top since it was last given back, in bytes: to give back what is soon used again takes time. */
const worthwhile = 32 * mebibyte

let opened: Promise<DuckDBConnection> | undefined

/** A database of nothing, for the process. One that could not be opened is forgotten, so that the next who asks tries again. */
const openEmpty = (): Promise<DuckDBConnection> => {
  const open = async (): Promise<DuckDBConnection> => {
    const instance = await DuckDBInstance.create(':memory:', {
      threads: '1',
      // It is one setting for the whole process, so as every database has it.
      allocator_background_threads: 'true',
    })
    return instance.connect()
  }
  opened ??= open().catch(error => {
    opened = undefined
    throw error
  })
  return opened
}

/**
 * Gives the system back what the process has freed. There is no statement for it, but DuckDB does so whenever a limit is set, for all
 * databases and for the C library too; those that hold a record have their limits locked, so another is set. Nobody fails for want of
 * it: whoever asks goes on without.
 */
export const giveBackFreed = async (): Promise<void> => {
  try {
    const connection = await openEmpty()
    await connection.run("set memory_limit = '16MB'")
  } catch {
    // The work is done in more memory then.
  }
}

/**
 * Gives back what is freed while a database is open, as often as the process has grown by more than the database may take, until
 * what this gives is called. Without, the peak of a process would be what its queries need and what those before them have needed.
 */
export const keepGivingBack = (memoryMb: number): (() => void) => {
  const used = () => process.memoryUsage.rss()
  const allowed = used() + memoryMb * beyondLimit * mebibyte
  let least = 0
  let isGiving = false
  const look = (): void => {
    const now = used()
    least = Math.min(least, now)
    if (isGiving || now < allowed || now < least + worthwhile) return
    isGiving = true
    least = now
    void giveBackFreed().then(() => {
      isGiving = false
    })
  }
  const looking = setInterval(look, lookEvery).unref()
  return () => clearInterval(looking)
}
