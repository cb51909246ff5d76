import { randomUUID } from 'node:crypto'
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBValue,
  type JS,
  JSDuckDBValueConverter,
  StatementType,
} from '@duckdb/node-api'
import { withoutValues } from './faults.ts'
import { keepGivingBack } from './freedMemory.ts'

/** One value of a result: counts are plain numbers, dates are selected as text, lists stay lists. */
export type Cell = null | boolean | number | string | Cell[]
export type Row = Record<string, Cell>
type Values = Record<string, DuckDBValue>

/** Limits and place of one analysis database. SQL can read and write in the folders that are named here, and nowhere else. */
export interface DatabaseOptions {
  databaseFile: string
  /** Spill files, and whatever a query writes. */
  workFolder: string
  /** Where the views on the record find its files (`recordsVariable`). */
  recordsFolder?: string
  failuresFolder?: string
  /** Folders of another submission that is read beside it. */
  otherFolders?: readonly string[]
  memoryMb: number
  threads: number
  signal: AbortSignal
  readOnly?: boolean
  /** Longest that one statement may take, in ms: what people write may never end. Without it, as long as the signal lets it. */
  statementMs?: number
  /** Most that queries may write into the work folder where memory is short, in MB; without it, what the disk has. */
  spillMb?: number
  /** Block size of a file that is made anew: a table takes a block for each column, however few rows it has. */
  blockBytes?: number
  /** Writes columns as they are: finding out how each is best compressed takes longer than it saves where there are few rows. */
  isUncompressed?: boolean
  /** Made by one transaction, which goes into the file at its end and not into a log before. */
  isMadeAtOnce?: boolean
  /** Keeps the order of what is copied; without, a copy may take it apart to save memory. */
  isInOrder?: boolean
  /** Left open for whoever reads the same file next; without it, the file is closed with the database. */
  shared?: SharedFile | undefined
  /** Reads each file for a moment only: what is noted of files would never be asked for again, and never go. */
  readsOnce?: boolean
  /** Holds the record of nobody, but examples: its faults are told as they are, with the values that they quote. */
  isMadeUp?: boolean
}

/** A file that stays open between those who read it: opening it takes longer than most readings of a small record. */
export interface SharedFile {
  /** What is open, or what this opens. */
  get: (open: () => Promise<DuckDBInstance>) => Promise<DuckDBInstance>
  /** Closes the file; whoever reads it next opens it again. */
  close: () => Promise<void>
}

/** A file that the first reader opens and `close` closes. Its readers have the same options, but for their signals. */
export const shareFile = (): SharedFile => {
  let opened: Promise<DuckDBInstance> | undefined
  return {
    get: open => {
      opened ??= open().catch(error => {
        opened = undefined
        throw error
      })
      return opened
    },
    close: async () => {
      const closing = opened
      opened = undefined
      ;(await closing)?.closeSync()
    },
  }
}

/**
 * A database without a file for all who look for a moment at files below its folder, each at files of its own: opening one
 * takes as long as reading five pages.
 */
export const shareMemory = (
  options: Pick<DatabaseOptions, 'workFolder' | 'memoryMb' | 'threads'>,
): SharedFile => {
  const { get, close } = shareFile()
  const open = () => openInstance({ ...options, databaseFile: ':memory:', readsOnce: true })
  return { get: () => get(open), close }
}

/**
 * Rows of a batch. What the database gives at once, 2,048 rows, would outlive the young generation as objects, and the process
 * would grow by more than the batches take.
 */
const rowsAtOnce = 64

/** A quarter of DuckDB's own. */
const usualBlockBytes = 64 * 1024

/**
 * The oldest DuckDB that can read the files. By default they are written for one that keeps how many different values a column
 * has in another form, and bringing it into that form takes half of the time of writing a small record.
 */
const readableSince = 'v1.1.0'

export interface Database {
  /** Runs a statement, or several without values, for their effect. */
  run(sql: string, values?: Values): Promise<void>
  /** All rows of a query; for results of a known, small size. */
  rows(sql: string, values?: Values): Promise<Row[]>
  /** The first row of a query that always has one. */
  row(sql: string, values?: Values): Promise<Row>
  /**
   * Rows in batches, with memory bounded by the batch. A fault amid a result looks to the driver like its end, so the rows are
   * counted by a query of their own: throws after the last batch where some are missing.
   */
  batches(sql: string, values?: Values): AsyncIterable<Row[]>
  /** Runs work as one transaction: kept whole or not at all, and written to disk once. */
  transaction<T>(work: () => Promise<T>): Promise<T>
  /** Throws when the text is not exactly one SELECT, or does not bind to the tables there are. */
  checkSelect(sql: string): Promise<void>
  /** Another connection to the same database, for queries at the same time; closed with it. */
  fork(): Promise<Database>
  close(): void
}

const plain = (value: JS): Cell => {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    return value
  throw new TypeError(
    `A query of the analysis may not return ${Object.prototype.toString.call(value)}; select it as text.`,
  )
}

const plainRow = (row: Record<string, JS>): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))

/** A name of a table or column as SQL; entity names come from the schema, so they are quoted. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A text constant as SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Statements that are sent together: each on its own waits for its turn, which takes longer than most of them. */
export const script = (...statements: readonly string[]): string => statements.join(';\n')

/** The rows of all these queries, which have the same columns. */
export const unionAll = (queries: readonly string[]): string => queries.join('\nunion\nall\n')

/** Whether a query found no room within the memory of its database. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Out of Memory Error')

/** Whether a query could not be run at all: a name in it is of nothing that is there, or could be of several tables. */
export const isUnbound = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Binder Error')

/**
 * Name of the variable that holds the folder of the record's files. A view names the file by it, so that a database can be
 * used wherever these files are.
 */
export const recordsVariable = 'records'

/** A statement took longer than its database lets one take. */
export class StatementTooLong extends Error {
  override readonly name = 'StatementTooLong'
  constructor(limitMs: number) {
    super(`This takes longer than ${limitMs / 1000} seconds.`)
  }
}

/** Milliseconds between interruptions of an aborted database until it is closed. */
const interruptEvery = 50

const wrap = (
  connection: DuckDBConnection,
  { fork, close }: Pick<Database, 'fork' | 'close'>,
  { signal, statementMs, isMadeUp }: Pick<DatabaseOptions, 'signal' | 'statementMs' | 'isMadeUp'>,
): Database => {
  /** Interrupts the work at its limit, again and again: a query that has not begun does not see it. */
  const withinTime = async <T>(work: () => Promise<T>): Promise<T> => {
    if (statementMs === undefined) return work()
    const end = performance.now() + statementMs
    let isLate = false
    const watch = setInterval(() => {
      isLate = performance.now() >= end
      if (isLate) connection.interrupt()
    }, interruptEvery)
    try {
      const answer = await work()
      // What is fetched of an interrupted result says that it is at its end.
      if (isLate) throw new StatementTooLong(statementMs)
      return answer
    } catch (error) {
      if (isLate) throw new StatementTooLong(statementMs)
      throw error
    } finally {
      clearInterval(watch)
    }
  }

  /** Everything that the database does goes through this: also its faults, which quote values of the record. */
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    try {
      return await withinTime(work)
    } catch (error) {
      signal.throwIfAborted()
      throw isMadeUp ? error : withoutValues(error)
    }
  }
  const rows = (sql: string, values?: Values) =>
    guarded(async () => (await connection.runAndReadAll(sql, values)).getRowObjectsJS().map(plainRow))

  const run = (sql: string, values?: Values) => guarded(async () => void (await connection.run(sql, values)))

  return {
    run,
    rows,
    async row(sql, values) {
      const [first] = await rows(sql, values)
      if (!first) throw new Error(`The query gave no row: ${sql}`)
      return first
    },
    async *batches(sql, values) {
      const result = await guarded(() => connection.stream(sql, values))
      const names = result.deduplicatedColumnNames()
      const next = async () => {
        const chunk = await guarded(() => result.fetchChunk())
        signal.throwIfAborted()
        return chunk && chunk.rowCount > 0 ? chunk : undefined
      }
      let given = 0
      for (let chunk = await next(); chunk; chunk = await next()) {
        given += chunk.rowCount
        for (let from = 0; from < chunk.rowCount; from += rowsAtOnce) {
          signal.throwIfAborted()
          yield Array.from({ length: Math.min(rowsAtOnce, chunk.rowCount - from) }, (_, at) => {
            const values = chunk.convertRowValues(from + at, JSDuckDBValueConverter)
            return Object.fromEntries(names.map((name, column) => [name, plain(values[column] ?? null)]))
          })
        }
      }
      const [counted] = await rows(`select count(*) as total from (${sql})`, values)
      if (counted?.total !== given)
        throw new Error(`The analysis database gave ${given} of ${counted?.total} rows and no fault.`)
    },
    async transaction(work) {
      await run('begin transaction')
      try {
        const result = await work()
        await run('commit')
        return result
      } catch (error) {
        // The connection may have been interrupted; what it had begun is discarded with it.
        await connection.run('rollback').catch(() => undefined)
        throw error
      }
    },
    checkSelect: sql =>
      guarded(async () => {
        const statements = await connection.extractStatements(sql)
        if (statements.count !== 1) throw new Error('Only a single expression or query is allowed here.')
        const prepared = await statements.prepare(0)
        try {
          if (prepared.statementType !== StatementType.SELECT)
            throw new Error('Only a query that reads is allowed here.')
        } finally {
          prepared.destroySync()
        }
      }),
    fork,
    close,
  }
}

/** Opens a file with its limits set and locked. */
const openInstance = async (options: Omit<DatabaseOptions, 'signal'>): Promise<DuckDBInstance> => {
  const instance = await DuckDBInstance.create(options.databaseFile, {
    threads: String(options.threads),
    memory_limit: `${options.memoryMb}MB`,
    // Of each its own: two that spilled into one folder would read each other's blocks.
    temp_directory: `${options.workFolder}/spill-${randomUUID()}`,
    ...(options.spillMb === undefined ? {} : { max_temp_directory_size: `${options.spillMb}MB` }),
    preserve_insertion_order: String(options.isInOrder ?? false),
    default_block_size: String(options.blockBytes ?? usualBlockBytes),
    storage_compatibility_version: readableSince,
    // Memory that a query has given back goes to the system soon: it would come on top of the limit.
    allocator_flush_threshold: '8MB',
    allocator_bulk_deallocation_flush_threshold: '16MB',
    allocator_background_threads: 'true',
    ...(options.isUncompressed ? { force_compression: 'uncompressed' } : {}),
    ...(options.isMadeAtOnce ? { checkpoint_threshold: '1KB' } : {}),
    ...(options.readOnly ? { access_mode: 'READ_ONLY' } : {}),
  })
  const { workFolder, recordsFolder, failuresFolder, otherFolders = [] } = options
  const folders = [workFolder, recordsFolder, failuresFolder, ...otherFolders].filter(
    folder => folder !== undefined,
  )
  try {
    const connection = await instance.connect()
    await connection.run(`set allowed_directories = [${folders.map(literal).join(', ')}]`)
    // The files of a record do not change; every query would read their footers anew.
    await connection.run(`set parquet_metadata_cache = ${!options.readsOnce}`)
    if (options.readsOnce) await connection.run('set enable_external_file_cache = false')
    await connection.run('set enable_external_access = false')
    await connection.run('set lock_configuration = true')
    connection.closeSync()
    return instance
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

/**
 * Opens the DuckDB file of a submission (":memory:" for none) with its limits set and locked: SQL cannot reach files outside
 * the folders given, load extensions, or lift its own limits. An abort of the signal interrupts the query that runs and makes
 * every later call throw the signal's reason.
 */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  options.signal.throwIfAborted()
  const open = () => openInstance(options)
  const instance = await (options.shared ? options.shared.get(open) : open())
  const connections: DuckDBConnection[] = []
  const stopGivingBack = keepGivingBack(options.memoryMb)
  let repeating: NodeJS.Timeout | undefined
  const interrupt = () => {
    for (const connection of connections) connection.interrupt()
    // A query that has been sent and not yet begun does not see an interruption; it sees the next.
    repeating ??= setInterval(interrupt, interruptEvery)
  }
  const close = () => {
    options.signal.removeEventListener('abort', interrupt)
    clearInterval(repeating)
    stopGivingBack()
    for (const connection of connections) connection.closeSync()
    if (!options.shared) instance.closeSync()
  }
  const fork = async (): Promise<Database> => {
    const connection = await instance.connect()
    connections.push(connection)
    const { recordsFolder } = options
    if (recordsFolder !== undefined)
      await connection.run(`set variable ${recordsVariable} = ${literal(recordsFolder)}`)
    return wrap(connection, { fork, close }, options)
  }
  try {
    const database = await fork()
    options.signal.addEventListener('abort', interrupt)
    return database
  } catch (error) {
    close()
    throw error
  }
}

/** Opens the database, gives it to the work and closes it whatever happens. */
export const withDatabase = async <T>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase(options)
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** The same in one transaction. */
export const inTransaction = <T>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> => withDatabase(options, database => database.transaction(() => work(database)))
