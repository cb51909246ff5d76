import { isToExplain } from '../../../src/domain/credibility.ts'
import type { CredibilityCell, CredibilityReport } from '../../../src/domain/wire/reports.ts'
import { fixedIn } from '../../../src/messages/formats.ts'
import { localeOf } from '../../../src/messages/messages.ts'
import type { CredibilityReportDefinition } from '../ruleset/ruleset.ts'
import { absentCode, cellId, partsOf, type ReportCells, totalCode } from './cells.ts'
import { bandOf, changeOf, shadeOf } from './shading.ts'

/** What the figures of a report are held against. */
export interface Comparison {
  cells: ReportCells
  /** Colours every cell that differs at all, where two uploads of the same year are compared. */
  isExact: boolean
}

/** What our own labels say depends on who reads: the answer names them, see server/http/routes/credibilityLabels.ts. */
const noLabel = ''

interface Code {
  code: string
  label: string
}

/** Rows or columns of a report: those it names, others that occur, and the total. Our own are without a label. */
export const codesOf = (
  axis: CredibilityReportDefinition['rows'],
  side: 'row' | 'column',
  cells: readonly Readonly<Record<string, unknown>>[],
): Code[] => {
  const found = new Set(cells.flatMap(values => Object.keys(values).map(id => partsOf(id)[side])))
  const known = new Set(axis.codes.map(({ code }) => code))
  const others = [...found]
    .filter(code => !known.has(code) && code !== totalCode)
    .sort()
    .map(code => ({ code, label: code === absentCode ? (axis.absent ?? noLabel) : code }))
  return [...axis.codes, ...others, ...(axis.total ? [{ code: totalCode, label: noLabel }] : [])]
}

/** Ids of the header cells of a row and of a column. */
const headerIds = {
  row: (code: string): string => `row${code}`,
  column: (code: string): string => `column${code}`,
}

/**
 * Whether a cell's id names a cell of the report: a row and a column that it shows, or that its ruleset names, or a total of them.
 */
export const hasCell = (
  report: CredibilityReportDefinition,
  rendered: CredibilityReport,
  id: string,
): boolean => {
  const shown = new Set(
    rendered.Tabs.flatMap(({ HeaderRow, DataRows }) => [...HeaderRow, ...DataRows.flat()]).map(
      ({ Id }) => Id,
    ),
  )
  const parts = partsOf(id)
  return (['row', 'column'] as const).every(side => {
    const code = parts[side]
    const axis = side === 'row' ? report.rows : report.columns
    return (
      code === totalCode || axis.codes.some(named => named.code === code) || shown.has(headerIds[side](code))
    )
  })
}

const headerCell = (id: string, label: string): CredibilityCell => ({
  Id: id,
  Label: label,
  Colour: 'HeaderColour',
  DataValues: null,
})

/** The number that is shown: differences, shading and pictures are of these, so that a reader can check them. */
const asShown = (value: number, decimals: number): number => Number(value.toFixed(decimals))

/** A report is stored as it is shown, for every reader: in the language of its ruleset. */
const figure = (value: number, decimals: number): string => fixedIn(localeOf.en, value, decimals)

const signed = (value: number, decimals: number): string =>
  `${value > 0 ? '+' : ''}${figure(value, decimals)}`

const exactRule = { colour: 'Yellow' as const, text: noLabel, difference: 0 }

const dataCell = (
  report: CredibilityReportDefinition,
  id: string,
  current: ReportCells,
  comparison: Comparison | null,
): CredibilityCell => {
  const { decimals, suffix: Suffix } = report.measure
  const value = asShown(current[id] ?? 0, decimals)
  const previous = comparison ? asShown(comparison.cells[id] ?? 0, decimals) : null
  // The shares of a column always make 100%, so their total says nothing; a column that is new would shade it.
  const isWhole = report.measure.kind === 'percent' && partsOf(id).row === totalCode
  const rules = comparison?.isExact ? [exactRule] : isWhole ? [] : report.shadingRules
  const { colour, text } = shadeOf(rules, value, previous)
  const change = previous === null ? null : changeOf(value, previous)
  const band = previous === null || comparison?.isExact ? undefined : bandOf(rules, previous)
  return {
    Id: id,
    Label: null,
    Colour: colour,
    DataValues: {
      ShadingRules: text === null ? [] : [{ RuleText: text }],
      ChangeTooltipText:
        change === null || change.difference === 0
          ? null
          : `${signed(change.difference, decimals)}${Suffix}${change.percent === null ? '' : ` (${signed(change.percent, 2)}%)`}`,
      Figures: { value, previous, band: band ?? null },
      TopLeft: { Label: noLabel, Value: figure(value, decimals), Suffix },
      TopRight: previous === null ? null : { Label: noLabel, Value: figure(previous, decimals), Suffix },
      BottomLeft:
        change === null ? null : { Label: noLabel, Value: signed(change.difference, decimals), Suffix },
      BottomRight:
        change === null
          ? null
          : {
              Label: noLabel,
              Value: change.percent === null ? null : signed(change.percent, 2),
              Suffix: '%',
            },
    },
  }
}

const blankCell = (id: string): CredibilityCell => ({
  Id: id,
  Label: null,
  Colour: 'Clear',
  DataValues: {
    ShadingRules: [],
    ChangeTooltipText: null,
    TopLeft: { Label: noLabel, Value: null },
    TopRight: null,
    BottomLeft: null,
    BottomRight: null,
  },
})

/** A report in the shape of the wire (specification 2 §3), from its values and those it is held against. Pure. */
export const renderReport = (
  report: CredibilityReportDefinition,
  current: ReportCells,
  comparison: Comparison | null,
): CredibilityReport => {
  const all = comparison ? [current, comparison.cells] : [current]
  const rows = codesOf(report.rows, 'row', all)
  const columns = codesOf(report.columns, 'column', all)
  const DataRows = rows.map(row => [
    headerCell(headerIds.row(row.code), row.label),
    ...columns.map(column => dataCell(report, cellId(row.code, column.code), current, comparison)),
    ...report.blankColumns.map((_, at) => blankCell(`${row.code} blank${at}`)),
  ])
  return {
    ReportMetadata: {
      ReportCode: report.code,
      Title: report.title,
      UpperNotes: report.upperNotes.join('\n'),
      LowerNotes: report.lowerNotes.join('\n'),
      Details: report.details ?? '',
      WhatToLookOutFor: report.whatToLookOutFor,
      Tips: report.tips ?? '',
      StartExpanded: report.startExpanded,
      DrilldownAvailable: report.drilldownColumns.length > 0,
    },
    Tabs: [
      {
        TabName: report.title,
        Failures: DataRows.flat().filter(cell => isToExplain(cell.Colour)).length,
        HeaderRow: [
          headerCell('corner', report.rows.label),
          ...columns.map(column => headerCell(headerIds.column(column.code), column.label)),
          ...report.blankColumns.map((label, at) => headerCell(`blank${at}`, label)),
        ],
        DataRows,
      },
    ],
  }
}

/** Cells of a rendered report that are to be explained or corrected. */
export const failureCountOf = (report: CredibilityReport): number =>
  report.Tabs.reduce((sum, tab) => sum + tab.Failures, 0)
