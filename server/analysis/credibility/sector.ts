import { figureOf, type Measured } from '../../../src/domain/rounding.ts'
import type { CredibilityReportDefinition } from '../ruleset/ruleset.ts'
import { cellId, partsOf, totalCode } from './cells.ts'
import { codesOf } from './render.ts'

/** Records and sums by cell id, without totals. */
type Groups = Readonly<Record<string, Measured>>

/** A credibility report over many submissions. Rows and columns of our own, of a total or of no code, have an empty label. */
export interface SectorTable {
  rows: { code: string; label: string }[]
  columns: { code: string; label: string }[]
  /** For each row a figure for each column; null where there is none, or it is not told. */
  cells: { now: number | null; before: number | null }[][]
}

const nothing: Measured = { records: 0, total: 0 }

/** The groups with their totals by row, by column and of all. */
const withTotals = (groups: Groups): Map<string, Measured> => {
  const all = new Map<string, Measured>()
  for (const [id, { records, total }] of Object.entries(groups)) {
    const { row, column } = partsOf(id)
    for (const one of [row, totalCode])
      for (const other of [column, totalCode]) {
        const key = cellId(one, other)
        const known = all.get(key) ?? nothing
        all.set(key, { records: known.records + records, total: known.total + total })
      }
  }
  return all
}

/** Computes a report from what its cells are made of, this year's beside last year's, if there is one. Pure. */
export const sectorTable = (
  report: Pick<CredibilityReportDefinition, 'rows' | 'columns' | 'measure'>,
  now: Groups,
  before: Groups | null,
  isRounded: boolean,
): SectorTable => {
  const found = before ? [now, before] : [now]
  const rows = codesOf(report.rows, 'row', found)
  const columns = codesOf(report.columns, 'column', found)
  const figures = (groups: Groups) => {
    const all = withTotals(groups)
    return (row: string, column: string): number | null =>
      figureOf(
        report.measure.kind,
        all.get(cellId(row, column)) ?? nothing,
        all.get(cellId(totalCode, column))?.records ?? 0,
        isRounded,
      )
  }
  const [nowAt, beforeAt] = [figures(now), before && figures(before)]
  return {
    rows,
    columns,
    cells: rows.map(row =>
      columns.map(column => ({
        now: nowAt(row.code, column.code),
        before: beforeAt?.(row.code, column.code) ?? null,
      })),
    ),
  }
}
