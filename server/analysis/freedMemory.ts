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

/** A database of nothing, for the process. */
const openEmpty = async (): Promise<DuckDBConnection> => {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    // It is one setting for the whole process, so as every database has it.
    allocator_background_threads: 'true',
  })
  return instance.connect()
}

/**
 * Gives the system back what the process has freed. There is no statement for it, but DuckDB does so whenever a limit is set, for all
 * databases and for the C library too; those that hold a record have their limits locked, so another is set.
 */
export const giveBackFreed = async (): Promise<void> => {
  opened ??= openEmpty()
  const connection = await opened
  await connection.run("set memory_limit = '16MB'")
}

/**
 * Gives back what is freed while work on a database runs, as often as the process has grown by more than the database may take.
 * Without, the peak of a process would be what its queries need and what those before them have needed.
 */
export const givingBackFreed = async <T>(memoryMb: number, work: () => Promise<T>): Promise<T> => {
  const used = () => process.memoryUsage.rss()
  const allowed = used() + memoryMb * beyondLimit * mebibyte
  let least = 0
  let giving: Promise<void> | undefined
  const look = (): void => {
    const now = used()
    least = Math.min(least, now)
    if (giving !== undefined || now < allowed || now < least + worthwhile) return
    // The work goes on without it too.
    giving = giveBackFreed()
      .catch(() => undefined)
      .then(() => {
        least = used()
        giving = undefined
      })
  }
  const looking = setInterval(look, lookEvery).unref()
  try {
    return await work()
  } finally {
    clearInterval(looking)
    await giving
  }
}
