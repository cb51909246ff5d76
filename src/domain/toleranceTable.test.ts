import { describe, expect, it } from 'vitest'
import { inEnglish } from '../model/everyMessage.ts'
import type { TolerancePart } from './tolerance.ts'
import { readTolerances, type ToleranceRow, toleranceFileOf } from './toleranceTable.ts'

/* Tolerances as a table that people export, edit and import (decisions §18). */

const row = (
  ruleCode: string,
  regulatorCode: string,
  part: number,
  value: TolerancePart,
  rest: Partial<ToleranceRow> = {},
): ToleranceRow => ({
  ruleCode,
  name: `Rule, "${ruleCode}"`,
  population: 'true',
  regulatorCode,
  part,
  joined: null,
  fallback: value,
  value,
  ...rest,
})
const rows: ToleranceRow[] = [
  row('QR.A', '5016', 1, { type: 1, from: 5, to: null }, { joined: 'A' }),
  row('QR.A', '5016', 2, { type: 2, from: 2.5, to: null }, { joined: 'A' }),
  row('QR.A', '5002', 1, { type: 2, from: 0, to: null }, { population: 'a = 1\n  and b = 2' }),
  row('QR.B', '5016', 1, { type: 3, from: -10, to: 10.25 }),
]
const regulators = new Set(['5002', '5016', '5101'])
const read = (text: string, encoding: 'utf-8' | 'windows-1252' = 'utf-8') => {
  const { changes, faults, notes, ...counts } = readTolerances(text, rows, { regulators, encoding })
  return {
    ...counts,
    changes: changes.map(({ line, row: { ruleCode, part }, after }) => [
      line,
      ruleCode,
      part,
      after.from,
      after.to,
    ]),
    faults: faults.map(({ line, column, reason }) => [line, column, inEnglish(reason)]),
    notes: notes.map(note => inEnglish(note)),
  }
}
const none = { changes: [], unchanged: 0, absent: 4, faults: [], notes: [] }

describe('a table of tolerances', () => {
  it('changes nothing when it is imported as it was exported', () => {
    expect(read(toleranceFileOf(rows))).toEqual({ ...none, unchanged: 4, absent: 0 })
    expect(toleranceFileOf(rows).split(/\r?\n/)).toHaveLength(rows.length + 2)
  })

  it('changes the values that are different, by the columns in any order', () => {
    const file = [
      'value,valueTo,type,regulator,rule',
      '6,,records,5016,QR.A',
      '8.25,,Percentage,5016,qr.a',
      '-5,10.25,change,5016,QR.B',
    ].join('\n')
    expect(read(file)).toEqual({
      ...none,
      changes: [
        [2, 'QR.A', 1, 6, null],
        [3, 'QR.A', 2, 8.25, null],
        [4, 'QR.B', 1, -5, 10.25],
      ],
      absent: 1,
    })
  })

  it('is read with semicolons or tabs, decimal commas and percent signs', () => {
    expect(read('rule;regulator;type;value\nQR.A;5016;percentage;8,25\n', 'windows-1252')).toEqual({
      ...none,
      changes: [[2, 'QR.A', 2, 8.25, null]],
      absent: 3,
      notes: [
        'The file is not UTF-8. It was read as Windows-1252.',
        'Semicolons separate the columns, not commas.',
        'Commas in numbers were read as decimal points.',
      ],
    })
    expect(read('rule\tregulator\ttype\tvalue\nQR.A\t5016\tpercentage\t8.25 %').changes).toEqual([
      [2, 'QR.A', 2, 8.25, null],
    ])
    // Between thousands a comma is no decimal point: it is refused, not guessed.
    expect(read('rule;regulator;type;value\nQR.A;5016;records;1,000').faults).toEqual([
      [2, 'value', 'Enter a whole number'],
    ])
  })

  it('names every fault with its line, and what would be right', () => {
    const file = [
      'rule,regulator,type,value,valueTo,part',
      'QR.Z,5016,records,1,,',
      'QR.A,9999,records,1,,',
      'QR.A,5101,records,1,,',
      'QR.A,5002,records,1,,',
      'QR.A,5016,records,1.5,,',
      'QR.A,5016,percentage,1000,,',
      'QR.A,5002,percentage,x,,',
      'QR.B,5016,change,5,1,',
      'QR.A,5016,records,7,9,',
      'QR.A,5016,records,7,,2',
    ].join('\n')
    expect(read(file).faults).toEqual([
      [2, 'rule', 'is not a rule of this specification'],
      [3, 'regulator', 'is not a known regulator. This rule has tolerances for: 5016, 5002'],
      [4, 'regulator', 'has no tolerance for this rule. This rule has tolerances for: 5016, 5002'],
      [5, 'type', 'is not a type of this tolerance. Its types: percentage'],
      [6, 'value', 'Enter a whole number'],
      [7, 'value', '0 to 999.99'],
      [8, 'value', 'Enter a number'],
      [9, 'valueTo', 'Must not be lower than the first value'],
      [10, null, 'has the same tolerance as line 6'],
      [
        11,
        'part',
        'is not a part of this tolerance with this type. Leave it empty, or use the number from an export. Types: records, percentage',
      ],
    ])
    expect(read('rule,regulator,type,value,valueTo\nQR.A,5016,records,7,9').faults).toEqual([
      [2, 'valueTo', 'must be empty: only a range of a change has a second value'],
    ])
    expect(read('rule,value\n').faults).toEqual([
      [1, 'regulator', 'is not a column in the first line'],
      [1, 'type', 'is not a column in the first line'],
    ])
    expect(read('rule,regulator,type,value\n').faults).toEqual([[1, null, 'contains no tolerances']])
  })

  it('refuses to change the tolerance of a regulator that is not registered', () => {
    const strange = [row('QR.C', '5999', 1, { type: 2, from: 1, to: null })]
    const readStrange = (value: string) =>
      readTolerances(`rule,regulator,type,value\nQR.C,5999,percentage,${value}`, strange, {
        regulators,
        encoding: 'utf-8',
      })
    expect(readStrange('1')).toMatchObject({ unchanged: 1, faults: [] })
    expect(readStrange('2').faults.map(({ reason }) => inEnglish(reason))[0]).toMatch(
      /^The regulator 5999 is not registered/,
    )
  })
})
