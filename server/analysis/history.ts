import { join } from 'node:path'
import { type DatabaseOptions, literal, quoted, withDatabase } from './database.ts'
import { forReading, holdsRecords, readWithRoom, transferKeyOf } from './derive.ts'
import { createEngagementKeys } from './engagementKeys.ts'
import type { AnalysisContext, AnalysisSource, Transfer } from './facts.ts'
import type { Ruleset } from './ruleset/ruleset.ts'
import { plainTable, recordFile } from './tables.ts'

/** Rows that are in memory at once while they are packed, each with some 26 columns: a sixth of DuckDB's own. */
const rowsTogether = 20_480

/**
 * Writes what is kept of a signed-off submission for the next year (the manifest's `history`) as Parquet. The file must lie in
 * the work folder; it is `previousHistoryFile` of the next year's facts, copied into that submission's work folder.
 */
export const writeHistory = (
  context: AnalysisContext,
  { manifest: { history } }: Ruleset,
  file: string,
): Promise<void> => {
  if (!history) throw new Error('The ruleset keeps no history.')
  return readWithRoom(context, database =>
    database.run(
      `copy (${history.rows}\n) to ${literal(file)} (format parquet, compression zstd, row_group_size ${rowsTogether})`,
    ),
  )
}

/** Keys of the engagements in the history that was written to `file`; none where the ruleset does not say what tells them apart. */
export const historyKeys = (
  context: AnalysisContext,
  { manifest }: Ruleset,
  file: string,
): Promise<Float64Array> =>
  withDatabase(forReading(context), async database => {
    const collected = createEngagementKeys()
    const engagement = manifest.history?.engagement
    if (!engagement) return collected.keys()
    const [identifier, own] = engagement.map(quoted)
    const pairs = database.batches(
      `select ${identifier}::varchar as identifier, ${own}::varchar as engagement from read_parquet(${literal(file)})`,
    )
    for await (const rows of pairs)
      for (const row of rows) collected.add(String(row.identifier), String(row.engagement))
    return collected.keys()
  })

export interface RecordSummary {
  /** Null if the record counts no units. */
  studentCount: number | null
  rows: Record<string, number>
}

/** The derived fields where they have the whole record; else the record's files alone, which may be all that there is yet. */
const forCounting = (source: AnalysisSource): DatabaseOptions =>
  holdsRecords(source) ? forReading(source) : { ...source, databaseFile: ':memory:' }

/** How many records of each kind the record has, derived or not. */
export const summaryOf = (source: AnalysisSource, ruleset: Ruleset): Promise<RecordSummary> =>
  withDatabase(forCounting(source), async database => {
    const isWhole = holdsRecords(source)
    const { summary } = ruleset.manifest
    const counts = ruleset.tables.map(({ name }) => {
      const file = literal(join(source.recordsFolder, recordFile(name)))
      const from = isWhole ? plainTable(name) : `read_parquet(${file})`
      return `(select count(*) from ${from}) as ${quoted(name)}`
    })
    const counted = await database.row(`select ${counts.join(', ')}`)
    const rows = Object.fromEntries(ruleset.tables.map(({ name }) => [name, Number(counted[name])]))
    return {
      studentCount: summary ? (rows[summary.units] ?? 0) : null,
      rows,
    }
  })

/** A student who goes to another provider. */
export interface TransferOut extends Transfer {
  destinationUkprn: string
}

/** Students who, as the derived record says, go to other providers (the manifest's `transfers`). */
export const transfersOut = (source: AnalysisSource, { manifest }: Ruleset): Promise<TransferOut[]> =>
  withDatabase(forReading(source), async database => {
    if (!manifest.transfers) return []
    const [identifier, engagement] = transferKeyOf(manifest)
    const rows = await database.rows(manifest.transfers.rows)
    return rows.map(row => ({
      sid: String(row[identifier]),
      numhus: String(row[engagement]),
      destinationUkprn: String(row.DESTINATION),
    }))
  })

/** A student who came from another provider, by that provider's identifiers. */
export interface TransferIn extends Transfer {
  partnerUkprn: string
}

/** Students who, as the record says, came from other providers; undefined if the ruleset does not say how to find them. */
export const transfersIn = async (
  source: AnalysisSource,
  { manifest }: Ruleset,
): Promise<TransferIn[] | undefined> => {
  const returned = manifest.transfers?.returned
  if (returned === undefined) return undefined
  return withDatabase(forReading(source), async database => {
    const [identifier, engagement] = transferKeyOf(manifest)
    const rows = await database.rows(returned)
    return rows.map(row => ({
      sid: String(row[identifier]),
      numhus: String(row[engagement]),
      partnerUkprn: String(row.PARTNER),
    }))
  })
}
