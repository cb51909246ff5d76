import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RowSink, RowTables } from './rowSink.ts'
import { throughBlocks } from './testing/throughBlocks.ts'

const tables: RowTables = [
  { name: 'Course', columns: ['COURSEID', 'COURSETITLE'] },
  { name: 'Empty', columns: [] },
  { name: 'Student', columns: ['SID', 'SURNAME', 'OWNSTU'] },
]

/** Writes down what a sink is told; values as text. */
const heard = () => {
  const calls: unknown[][] = []
  const rows = new Map<number, number>()
  const sink: RowSink = {
    open: (table, ...places) => {
      calls.push(['open', table, ...places])
      rows.set(table, (rows.get(table) ?? 0) + 1)
      return rows.get(table) ?? 0
    },
    value: (table, column, bytes, from, to) =>
      calls.push(['value', table, column, new TextDecoder().decode(bytes.subarray(from, to))]),
    text: (table, column, text) => calls.push(['value', table, column, text]),
    close: (table, row) => calls.push(['close', table, row]),
    end: () => calls.push(['end']),
  }
  return { sink, calls }
}

const encoder = new TextEncoder()
const number = fc.oneof(
  fc.nat(100),
  fc.maxSafeInteger().map(Math.abs),
  fc.constantFrom(2 ** 31, 2 ** 32 - 1, 2 ** 32),
)
const table = fc.nat(tables.length - 1)
const call = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), table, parent: number, line: number, byte: number }),
  fc.record({ kind: fc.constant('close' as const), table, row: number }),
  fc.record({
    kind: fc.constantFrom('value' as const, 'text' as const),
    table: fc.constantFrom(0, 2),
    column: fc.nat(1),
    text: fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.nat(3_000).map(length => 'é'.repeat(length)),
    ),
  }),
)

describe('rows in blocks', () => {
  it('are told as they were met, whatever the size of the blocks, of numbers and of values', () => {
    fc.assert(
      fc.property(
        fc.array(call, { maxLength: 60 }),
        fc.constantFrom(0, 4, 32, 100, 1_024, 65_536),
        (made, blockBytes) => {
          const direct = heard()
          const { sink, calls } = heard()
          const recorder = throughBlocks(tables, sink, blockBytes)
          for (const to of [direct.sink, recorder])
            for (const one of made) {
              if (one.kind === 'open') to.open(one.table, one.parent, one.line, one.byte)
              else if (one.kind === 'close') to.close(one.table, one.row)
              else if (one.text === '') continue
              else if (one.kind === 'text') to.text(one.table, one.column, one.text)
              else {
                const bytes = encoder.encode(`…${one.text}…`)
                to.value(one.table, one.column, bytes, 3, bytes.length - 3)
              }
            }
          direct.sink.end()
          recorder.end()
          expect(calls).toEqual(direct.calls)
        },
      ),
      { seed: 20_261_127, numRuns: 300 },
    )
  })

  it('have the numbers of the rows of their tables, and no values without text', () => {
    const { sink, calls } = heard()
    const recorder = throughBlocks(tables, sink, 64)
    expect([recorder.open(0, 0, 1, 0), recorder.open(2, 1, 2, 9), recorder.open(0, 0, 3, 20)]).toEqual([
      1, 1, 2,
    ])
    recorder.text(2, 2, '')
    recorder.end()
    expect(calls.map(([kind]) => kind)).toEqual(['open', 'open', 'open', 'end'])
  })
})
