import { describe, expect, it } from 'vitest'
import {
  columnsWithoutReason,
  deliveredStatuses,
  type OfferedFile,
  unknownColumns,
} from './deliveryConfiguration.ts'
import { statusOf } from './status.ts'

/* What is delivered, and what needs a reason (decisions §13). */

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

it('what is signed off is so whatever becomes of its history; what is processed is at or beyond Quality processing complete, and no nil return', () => {
  expect(deliveredStatuses('SIGNED_OFF').toSorted()).toEqual([
    'HISTORY_DATA',
    'HISTORY_DATA_ERROR',
    'HISTORY_DATA_PASSED',
    'SIGNED_OFF',
  ])
  expect(deliveredStatuses('PROCESSED').map(name => statusOf(name).id)).toEqual([
    24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 36,
  ])
})
