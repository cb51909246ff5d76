import { describe, expect, it } from 'vitest'
import type { Processor } from './processor.ts'
import { tableOf } from './table.ts'

const processor = (name: string, given: Partial<Processor> = {}): Processor => ({
  name,
  checks: 'XML, XSD 1.0',
  hasSchema: true,
  streams: true,
  position: 'line',
  hasPath: false,
  hasExpectation: true,
  runsInBrowser: true,
  install: () => Promise.reject(new Error('Tests install nothing.')),
  ...given,
})

const rowsOf = (table: string): string[][] => table.split('\n').map(line => line.slice(2, -2).split(' | '))

describe('the table of the comparison', () => {
  const table = rowsOf(
    tableOf(
      [
        {
          processor: processor('quick'),
          version: '1.0.0',
          figures: { seconds: 1.234, mebibytes: 99.6 },
          judgedRight: 9,
        },
        {
          processor: processor('reader', { hasSchema: false, checks: 'XML', streams: false }),
          version: '2.0.0',
          figures: { seconds: 12.34, mebibytes: 700 },
          judgedRight: undefined,
        },
        {
          processor: processor('slow'),
          version: '3.0.0',
          figures: { reason: 'more than 600 s' },
          judgedRight: 10,
        },
        { processor: processor('absent'), reason: 'no matching\nversion | none' },
      ],
      10,
    ),
  )

  it('has as many cells in each row as heads', () => {
    expect(new Set(table.slice(0, -1).map(cells => cells.length))).toEqual(new Set([11]))
  })

  it('shows seconds, memory and verdicts of a processor', () => {
    expect(table[2]).toEqual([
      ...['quick', '1.0.0', '1.23', '100', '9 of 10'],
      ...['XML, XSD 1.0', 'yes', 'line', 'no', 'yes', 'yes'],
    ])
  })

  it('shows no verdicts for a processor without schemas', () => {
    expect(table[3]?.slice(0, 7)).toEqual(['reader', '2.0.0', '12', '700', '–', 'XML', 'no'])
  })

  it('shows the reason for a missing figure', () => {
    expect(table[4]?.slice(0, 5)).toEqual(['slow', '3.0.0', 'more than 600 s', '', '10 of 10'])
  })

  it('shows a processor that cannot be installed, with the reason on one line', () => {
    expect(table[5]?.join(' | ')).toContain('absent | not installed | no matching version \\| none |')
  })
})
