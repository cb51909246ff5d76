import { type Message, message } from '../messages/message.ts'
import type { CredibilityCell, CredibilityReport } from './wire/reports.ts'

/** Code of the report by cost centre, the only one with a reference file beside it (reference §5.3; decisions §12). */
export const costCentreReport = 'CCA'

/**
 * Staff and money of cost centres, from the staff and the finance record: a reference file of the agency, beside which the Cost
 * Centre Analysis (CCA) sets the students of a submission.
 */

/** Figures of one cost centre of a provider. */
export interface CostCentre {
  instId: string
  costCentre: string
  staffFte: number
  /** In pounds. */
  expenditure: number
}

/** Columns of the reference file, in their order. */
export const costCentreColumns = ['INSTID', 'COSTCN', 'STAFFFTE', 'EXPENDITURE'] as const

const lineForm =
  /^"?([0-9a-zA-Z]{1,10})"?,"?([0-9]{3})"?,"?([0-9]{1,7}(?:\.[0-9]{1,2})?)"?,"?([0-9]{1,12}(?:\.[0-9]{1,2})?)"?$/

/** A line that cannot be taken, and why. */
export interface CostCentreFault {
  line: number
  reason: Message
}

/** Reads a reference file: all of it, or what is wrong with which lines. */
export const parseCostCentres = (
  text: string,
): { ok: true; rows: CostCentre[] } | { ok: false; faults: CostCentreFault[] } => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const faults: CostCentreFault[] = []
  const rows = new Map<string, CostCentre>()
  for (const [at, line] of lines.entries()) {
    const fault = (reason: Message) => faults.push({ line: at + 1, reason })
    if (at === 0) {
      const columns = costCentreColumns.join(',')
      if (line.replaceAll('"', '').trim().toUpperCase() !== columns)
        fault(message('problems', 'costCentreColumns', { columns }))
      continue
    }
    if (line.trim() === '') continue
    const [, instId = '', costCentre = '', staffFte, expenditure] = lineForm.exec(line.trim()) ?? []
    const key = `${instId} ${costCentre}`
    if (instId === '') fault(message('problems', 'costCentreLine'))
    else if (rows.has(key)) fault(message('problems', 'costCentreTwice', { instId, costCentre }))
    else rows.set(key, { instId, costCentre, staffFte: Number(staffFte), expenditure: Number(expenditure) })
  }
  if (faults.length > 0) return { ok: false, faults }
  if (rows.size === 0)
    return { ok: false, faults: [{ line: 1, reason: message('problems', 'costCentreNone') }] }
  return { ok: true, rows: [...rows.values()] }
}

/** Staff FTE, expenditure, students for each member of staff, expenditure for each student; undefined where it cannot be said. */
type Line = readonly [
  staff: number,
  expenditure: number,
  perStaff: number | undefined,
  perStudent: number | undefined,
]

const share = (of: number, among: number): number | undefined => (among > 0 ? of / among : undefined)

const lineOf = (figures: Pick<CostCentre, 'staffFte' | 'expenditure'>, students: number): Line => [
  figures.staffFte,
  figures.expenditure,
  share(students, figures.staffFte),
  share(figures.expenditure, students),
]

/** A ratio beyond half to double of last year's is to be looked into. */
const isFarFrom = (now: number, before: number): boolean => now < before / 2 || now > before * 2

export type CostCentreFlag = 'staffWithoutStudents' | 'studentsWithoutStaff' | 'farFromLastYear'

/** Why a figure is shaded; undefined where it is not (reference §5.3). */
const flagOf = (
  column: number,
  students: number,
  [staff, ...line]: Line,
  before: Line | undefined,
): CostCentreFlag | undefined => {
  if (column === 0 && students > 0 && staff === 0) return 'studentsWithoutStaff'
  if (column === 0 && students === 0 && staff > 0) return 'staffWithoutStudents'
  const [now, then] = [column >= 2 ? line[column - 1] : undefined, before?.[column]]
  return now !== undefined && then !== undefined && isFarFrom(now, then) ? 'farFromLastYear' : undefined
}

/** Digits after the point of each column. */
const decimals = [1, 0, 1, 0] as const

const blank = / blank(\d)$/
const totalRow = '*'

/** Sums for the row of all cost centres, and the figures of one. */
const figuresOf = (rows: readonly CostCentre[], code: string): CostCentre | undefined => {
  const among = code === totalRow ? rows : rows.filter(({ costCentre }) => costCentre === code)
  const [first] = among
  if (!first) return undefined
  const sum = (of: (centre: CostCentre) => number) => among.reduce((total, one) => total + of(one), 0)
  return {
    ...first,
    staffFte: sum(({ staffFte }) => staffFte),
    expenditure: sum(({ expenditure }) => expenditure),
  }
}

interface Words {
  thisYear: string
  lastYear: string
  flag: (flag: CostCentreFlag) => string
  /** A figure as the reader's language writes it, with so many digits after its point. */
  figure: (value: number, decimals: number) => string
}

/**
 * The Cost Centre Analysis with the figures of the reference files, this year's and last year's: ratios, and shaded what is out
 * of line. What the files do not tell stays blank. Each call works on the newest files, so nothing of it is stored.
 */
export const withCostCentres = (
  report: CredibilityReport,
  current: readonly CostCentre[],
  before: readonly CostCentre[],
  words: Words,
): CredibilityReport => {
  const shown = (value: number, at: number) => words.figure(value, decimals[at] ?? 0)
  const cellOf = (cell: CredibilityCell, row: readonly CredibilityCell[]): CredibilityCell => {
    const column = blank.exec(cell.Id)?.[1]
    if (column === undefined || cell.Colour === 'HeaderColour') return cell
    const at = Number(column)
    const code = cell.Id.replace(blank, '')
    const figures = figuresOf(current, code)
    if (!figures) return cell
    const students = row.find(({ Id }) => Id === `${code}~${totalRow}`)?.DataValues?.Figures
    const line = lineOf(figures, students?.value ?? 0)
    const last = figuresOf(before, code)
    const lastLine = last && lineOf(last, students?.previous ?? 0)
    const [value, previous] = [line[at], lastLine?.[at]]
    const flag = flagOf(at, students?.value ?? 0, line, lastLine)
    return {
      ...cell,
      Colour: flag ? 'Salmon' : 'Clear',
      DataValues: {
        ShadingRules: flag ? [{ RuleText: words.flag(flag) }] : [],
        ChangeTooltipText: null,
        TopLeft: { Label: words.thisYear, Value: value === undefined ? null : shown(value, at) },
        TopRight:
          lastLine === undefined
            ? null
            : { Label: words.lastYear, Value: previous === undefined ? null : shown(previous, at) },
        BottomLeft: null,
        BottomRight: null,
      },
    }
  }
  return {
    ...report,
    Tabs: report.Tabs.map(tab => {
      const DataRows = tab.DataRows.map(row => row.map(cell => cellOf(cell, row)))
      const Failures = DataRows.flat().filter(({ Colour }) => Colour === 'Salmon').length
      return { ...tab, DataRows, Failures }
    }),
  }
}
