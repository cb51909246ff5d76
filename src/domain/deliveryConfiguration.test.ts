import { describe, expect, it } from 'vitest'
import {
  columnsWithoutReason,
  deliveredStatuses,
  isDeliveryDue,
  isDeliveryExpired,
  type OfferedFile,
  unknownColumns,
} from './deliveryConfiguration.ts'

/* When something is delivered, and what needs a reason (decisions §13). */

const at = (text: string) => new Date(`${text}Z`)
const asked = (text: string, isFailed = false) => ({ asked: at(text), isFailed })

describe('a delivery is due', () => {
  it.each([
    ['on request: never by itself', 'ON_REQUEST', null, '2026-11-23T09:00', false],
    [
      'when signed off: at once, also on the day of another',
      'SIGNED_OFF',
      asked('2026-11-23T08:59'),
      '2026-11-23T09:00',
      true,
    ],
    ['daily: the first one at once', 'DAILY', null, '2026-11-23T09:00', true],
    ['daily: not twice on a day', 'DAILY', asked('2026-11-23T00:10'), '2026-11-23T23:50', false],
    ['daily: on the next day', 'DAILY', asked('2026-11-23T23:50'), '2026-11-24T00:01', true],
    [
      'daily: a day is one of London, an hour earlier in summer',
      'DAILY',
      asked('2026-06-30T22:30'),
      '2026-06-30T23:15',
      true,
    ],
    ['weekly: not twice in a week', 'WEEKLY', asked('2026-11-23T00:10'), '2026-11-29T23:50', false],
    ['weekly: from Monday on', 'WEEKLY', asked('2026-11-29T23:50'), '2026-11-30T00:01', true],
    ['weekly: also when Monday was missed', 'WEEKLY', asked('2026-11-20T09:00'), '2026-11-25T09:00', true],
    [
      'one that was given up: not on the same day',
      'SIGNED_OFF',
      asked('2026-11-23T00:10', true),
      '2026-11-23T09:00',
      false,
    ],
    [
      'one that was given up: on the next day',
      'WEEKLY',
      asked('2026-11-24T09:00', true),
      '2026-11-25T00:01',
      true,
    ],
  ] as const)('%s', (_, schedule, last, now, due) => {
    expect(isDeliveryDue(schedule, last, at(now))).toBe(due)
  })
})

it('is kept for 90 days', () => {
  expect(isDeliveryExpired(at('2026-01-01T00:00'), at('2026-03-31T23:59'))).toBe(false)
  expect(isDeliveryExpired(at('2026-01-01T00:00'), at('2026-04-01T00:00'))).toBe(true)
})

describe('columns', () => {
  const column = (name: string, over: Partial<OfferedFile['columns'][number]> = {}) => ({
    name,
    isKey: false,
    isSpecialCategory: false,
    isDropped: false,
    ...over,
  })
  const offered: OfferedFile[] = [
    {
      name: 'Disability',
      columns: [
        column('Student.SID', { isKey: true }),
        column('Disability.DISABILITY', { isKey: true, isSpecialCategory: true }),
      ],
    },
    {
      name: 'StudentEngagement',
      columns: [
        column('Student.ETHNIC', { isSpecialCategory: true }),
        column('Student.SEXID'),
        column('Student.NOTE', { isSpecialCategory: true, isDropped: true }),
      ],
    },
  ]
  const without = (
    files: { file: string; columns: string[] }[],
    reasons: { file: string; column: string; reason: string }[] = [],
    isPseudonymised = false,
  ) => columnsWithoutReason({ files, reasons, isPseudonymised }, offered).map(({ column: name }) => name)

  it('of a special category need a reason each, those of a key too', () => {
    expect(without([{ file: 'Disability', columns: [] }])).toEqual(['Disability.DISABILITY'])
    expect(without([{ file: 'StudentEngagement', columns: ['Student.SEXID'] }])).toEqual([])
    const files = [{ file: 'StudentEngagement', columns: ['Student.ETHNIC'] }]
    const reason = { file: 'StudentEngagement', column: 'Student.ETHNIC' }
    expect(without(files, [{ ...reason, reason: '  ' }])).toEqual(['Student.ETHNIC'])
    expect(without(files, [{ ...reason, file: 'Disability', reason: 'Equality' }])).toEqual([
      'Student.ETHNIC',
    ])
    expect(without(files, [{ ...reason, reason: 'Equality' }])).toEqual([])
  })

  it('that pseudonymising leaves out need none', () => {
    const files = [{ file: 'StudentEngagement', columns: ['Student.NOTE'] }]
    expect(without(files)).toEqual(['Student.NOTE'])
    expect(without(files, [], true)).toEqual([])
  })

  it('and files that are not offered are told', () => {
    expect(unknownColumns({ files: [{ file: 'Nothing', columns: [] }] }, offered)).toEqual(['Nothing'])
    expect(
      unknownColumns({ files: [{ file: 'Disability', columns: ['Student.SID', 'Student.X'] }] }, offered),
    ).toEqual(['Student.X'])
  })
})

it('what is signed off is signed off; what is processed is at or beyond Quality processing complete', () => {
  expect(deliveredStatuses('SIGNED_OFF')).toEqual(['SIGNED_OFF'])
  expect(deliveredStatuses('PROCESSED')).toEqual(
    expect.arrayContaining(['QUALITY_PROCESSING_COMPLETE', 'APPROVED', 'SIGNED_OFF']),
  )
  expect(deliveredStatuses('PROCESSED')).not.toContain('QUALITY_RULES')
})
