import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compressPage } from '../compressPage.ts'
import { type Database, literal, type Row, withDatabase } from '../database.ts'

/** Collects the files that a checker writes: bytes by table. */
export const collectFiles = (isCompressed = true) => {
  const files = new Map<string, Buffer[]>()
  return {
    files,
    write: (table: string, bytes: Uint8Array): void => {
      files.set(table, [...(files.get(table) ?? []), Buffer.from(bytes)])
    },
    ...(isCompressed && compressPage ? { compress: compressPage } : {}),
  }
}

/** Lets SQL read collected files: `query` is given the SQL of a scan by table. */
export const withFiles = async <T>(
  files: ReadonlyMap<string, readonly Buffer[]>,
  work: (database: Database, scan: (table: string) => string) => Promise<T>,
): Promise<T> => {
  const workFolder = await mkdtemp(join(tmpdir(), 'rows-'))
  try {
    for (const [table, parts] of files)
      await writeFile(join(workFolder, `${table}.parquet`), Buffer.concat(parts))
    const options = { databaseFile: ':memory:', workFolder, memoryMb: 256, threads: 1 }
    return await withDatabase({ ...options, signal: new AbortController().signal }, database =>
      work(database, table => `read_parquet(${literal(join(workFolder, `${table}.parquet`))})`),
    )
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

/** Every row of every collected file that has some, dates as text, in the order of the file. */
export const rowsOfFiles = (files: ReadonlyMap<string, readonly Buffer[]>): Promise<Record<string, Row[]>> =>
  withFiles(files, async (database, scan) => {
    const tables: Record<string, Row[]> = {}
    for (const table of files.keys()) {
      const columns = await database.rows(`describe from ${scan(table)}`)
      const dates = columns.filter(column => column.column_type === 'DATE').map(column => column.column_name)
      const asText = dates.map(name => `"${name}"::varchar as "${name}"`)
      const replaced = asText.length === 0 ? '*' : `* replace (${asText.join(', ')})`
      const rows = await database.rows(`select ${replaced} from ${scan(table)} order by _row`)
      if (rows.length > 0) tables[table] = rows
    }
    return tables
  })
