import { type Message, message } from '../messages/message.ts'
import { csvLine } from './csv.ts'
import { type FileFault, lostCharacter, namedRows, readNotes } from './importedTable.ts'
import { enteredPart } from './ruleConfiguration.ts'
import type { TextEncoding } from './textEncoding.ts'
import type { Tolerance, TolerancePart, ToleranceType } from './tolerance.ts'

/*
 * The tolerances of all rules of a specification as one table, which people edit, export and import (decisions §18): a row for
 * each part of each regulator's tolerance.
 */

/** A part of a regulator's tolerance for a rule. */
export interface ToleranceRow {
  ruleCode: string
  name: string
  /** Which records the rule checks. */
  population: string
  regulatorCode: string
  /** Position of the part in its tolerance, from 1. */
  part: number
  /** How the part is joined to the other one; null if it is the only one. */
  joined: Tolerance['conjunction'] | null
  /** Default of the ruleset. */
  fallback: TolerancePart
  value: TolerancePart
}

/** Columns of an exported table in their order. An import needs the first ones; the others tell people what they change. */
export const toleranceColumns = [
  'rule',
  'regulator',
  'type',
  'value',
  'valueTo',
  'part',
  'joined',
  'default',
  'defaultTo',
  'name',
  'population',
] as const
export type ToleranceColumn = (typeof toleranceColumns)[number]
export const neededToleranceColumns = ['rule', 'regulator', 'type', 'value'] as const

/** Types of a part, as a file names them. */
export const toleranceTypeNames = { 1: 'records', 2: 'percentage', 3: 'change' } as const satisfies Record<
  ToleranceType,
  string
>

/** The cells of a row, in the order of the columns. */
export const toleranceCells = (row: ToleranceRow): (string | number | null)[] => {
  const cells: Record<ToleranceColumn, string | number | null> = {
    rule: row.ruleCode,
    regulator: row.regulatorCode,
    type: toleranceTypeNames[row.value.type],
    value: row.value.from,
    valueTo: row.value.to,
    part: row.part,
    joined: row.joined && (row.joined === 'O' ? 'or' : 'and'),
    default: row.fallback.from,
    defaultTo: row.fallback.to,
    name: row.name,
    // On one line, so that each row of the table is a line of the file.
    population: row.population.replaceAll(/\s+/g, ' '),
  }
  return toleranceColumns.map(column => cells[column])
}

/** The table as CSV, which can be imported again. */
export const toleranceFileOf = (rows: readonly ToleranceRow[]): string =>
  [toleranceColumns, ...rows.map(toleranceCells)].map(csvLine).join('')

/** A value that a file changes. */
export interface ToleranceFileChange {
  line: number
  row: ToleranceRow
  after: TolerancePart
}

export interface ReadTolerances {
  changes: ToleranceFileChange[]
  /** Lines whose value is what the specification has. */
  unchanged: number
  /** Rows of the specification that the file does not name. */
  absent: number
  /** A file with any fault changes nothing. */
  faults: FileFault[]
  /** What was read differently than it is written. */
  notes: Message[]
}

/** A number as a spreadsheet writes it: where commas do not separate the columns, they may separate decimals. */
const decimalComma = /^-?\d+,\d+$/

const sameCode = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

interface Line {
  line: number
  cells: Readonly<Record<string, string>>
}

/** The row that a line names, or why it names none. */
const rowFor = (
  { line, cells }: Line,
  byRule: ReadonlyMap<string, readonly ToleranceRow[]>,
  regulators: ReadonlySet<string>,
): { row: ToleranceRow } | { fault: FileFault } => {
  const { rule = '', regulator = '', type = '', part = '' } = cells
  const faultAt = (column: ToleranceColumn, reason: Message) => ({
    fault: { line, column, value: cells[column] ?? '', reason },
  })
  const ofRule = byRule.get(rule.toLowerCase())
  if (!ofRule) return faultAt('rule', message('server', 'tolerances.unknownRule'))
  const own = ofRule.filter(({ regulatorCode }) => sameCode(regulatorCode, regulator))
  const known = [...new Set(ofRule.map(({ regulatorCode }) => regulatorCode))].join(', ') || '–'
  if (own.length === 0)
    return faultAt(
      'regulator',
      regulators.has(regulator)
        ? message('server', 'tolerances.noRegulator', { known })
        : message('server', 'tolerances.unknownRegulator', { known }),
    )
  const types = [...new Set(own.map(({ value }) => toleranceTypeNames[value.type]))].join(', ')
  const ofType = own.filter(({ value }) => sameCode(toleranceTypeNames[value.type], type))
  if (ofType.length === 0) return faultAt('type', message('server', 'tolerances.noType', { known: types }))
  const row = ofType.find(one => part === '' || String(one.part) === part)
  return row ? { row } : faultAt('part', message('server', 'tolerances.noPart', { known: types }))
}

/**
 * The changes of a file to the tolerances of a specification, with everything that is wrong with it. Commas, semicolons or tabs
 * separate its columns.
 */
export const readTolerances = (
  text: string,
  rows: readonly ToleranceRow[],
  { regulators, encoding }: { regulators: ReadonlySet<string>; encoding: TextEncoding },
): ReadTolerances => {
  const { rows: lines, faults: formFaults, separator } = namedRows(text, neededToleranceColumns)
  const misaligned = new Set(formFaults.map(({ line }) => line))
  const byRule = Map.groupBy(rows, ({ ruleCode }) => ruleCode.toLowerCase())
  const seen = new Map<ToleranceRow, number>()
  const faults: FileFault[] = [...formFaults]
  const changes: ToleranceFileChange[] = []
  let unchanged = 0
  let hasCommas = false

  /** The number of a cell, as a field would take it. */
  const numberIn = (cell: string): string => {
    const plain = cell.endsWith('%') ? cell.slice(0, -1).trim() : cell
    if (separator === ',' || !decimalComma.test(plain)) return plain
    hasCommas = true
    return plain.replace(',', '.')
  }

  for (const one of lines.filter(({ line }) => !misaligned.has(line))) {
    const { line, cells } = one
    const lost = Object.entries(cells).find(([, value]) => lostCharacter.test(value))
    const found = rowFor(one, byRule, regulators)
    if (lost)
      faults.push({
        line,
        column: lost[0],
        value: lost[1],
        reason: message('server', 'tolerances.lostCharacter'),
      })
    if ('fault' in found) {
      faults.push(found.fault)
      continue
    }
    const { row } = found
    const earlier = seen.get(row)
    if (earlier !== undefined) {
      faults.push({
        line,
        column: null,
        value: row.ruleCode,
        reason: message('server', 'tolerances.repeated', { line: earlier }),
      })
      continue
    }
    seen.set(row, line)
    const to = numberIn(cells.valueTo ?? '')
    const entered = enteredPart(row.value, {
      toleranceTypeId: row.value.type,
      toleranceFrom: numberIn(cells.value ?? ''),
      // Only a range has a second value: for other types the cell must be empty.
      toleranceTo: row.value.to === null && to === '' ? null : to,
    })
    if (!entered.ok) {
      const { at, reason } = entered.fault
      const column = at === 'toleranceFrom' ? 'value' : 'valueTo'
      faults.push({
        line,
        column,
        value: cells[column] ?? '',
        reason: at === 'form' ? message('server', 'tolerances.noSecondValue') : reason,
      })
      continue
    }
    const { part } = entered
    if (part.from === row.value.from && part.to === row.value.to) unchanged += 1
    else if (regulators.has(row.regulatorCode)) changes.push({ line, row, after: part })
    else
      faults.push({
        line,
        column: 'regulator',
        value: row.regulatorCode,
        reason: message('specification', 'tolerance.unknownRegulator', { regulatorCode: row.regulatorCode }),
      })
  }
  if (lines.length === 0 && formFaults.length === 0)
    faults.push({ line: 1, column: null, value: '', reason: message('server', 'tolerances.nothing') })
  return {
    changes,
    unchanged,
    absent: rows.length - seen.size,
    faults: faults.toSorted((a, b) => a.line - b.line),
    notes: [
      ...readNotes(encoding, separator),
      ...(hasCommas ? [message('server', 'tolerances.note.decimalCommas')] : []),
    ],
  }
}
