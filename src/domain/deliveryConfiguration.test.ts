import { describe, expect, it } from 'vitest'
import {
  columnsWithoutReason,
  contentOffered,
  deliveredStatuses,
  type OfferedFile,
  stepRefusal,
  unknownColumns,
  usualSets,
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

describe('the usual set', () => {
  const past = (
    id: string,
    customerId: string,
    collectionReference: string,
    lastAskedUtc: string | null,
  ) => ({
    id,
    customerId,
    collectionReference,
    lastAskedUtc,
  })

  it('is what the last delivery of the same record to a customer had, the latest customer first', () => {
    const configurations = [
      past('older', '5016', '22056', '2025-03-01T09:00:00Z'),
      past('never', '5016', '23056', null),
      past('last', '5016', '23056', '2026-03-01T09:00:00Z'),
      past('staff', '5017', '23025', '2026-09-01T09:00:00Z'),
      past('wales', '5018', '22056', '2026-05-01T09:00:00Z'),
    ]
    expect(usualSets(configurations, '24056').map(({ id }) => id)).toEqual(['wales', 'last'])
    expect(usualSets(configurations, '24025').map(({ id }) => id)).toEqual(['staff'])
  })

  it('leaves out what another collection does not offer, and names it', () => {
    const column = (name: string) => ({ name, isKey: false, isSpecialCategory: false, isDropped: false })
    const content = {
      files: [
        { file: 'Student', columns: ['Student.SEXID', 'Student.OLD'] },
        { file: 'Gone', columns: ['Gone.FIELD'] },
      ],
      reasons: [{ file: 'Gone', column: 'Gone.FIELD', reason: 'Statistics' }],
      standing: 'SIGNED_OFF',
      countries: [],
      levels: ['1', '9'],
      isPseudonymised: false,
      format: 'TSV',
    } as const
    const { content: left, leftOut } = contentOffered(content, {
      files: [{ name: 'Student', columns: [column('Student.SEXID')] }],
      levels: [{ code: '1' }],
    })
    expect(left).toMatchObject({
      files: [{ file: 'Student', columns: ['Student.SEXID'] }],
      reasons: [],
      levels: ['1'],
    })
    expect(leftOut).toEqual(['Student.OLD', 'Gone', '9'])
  })
})

it('the step of the fields is left once a file is chosen, with a reason for each special category field', () => {
  const special = { name: 'Student.ETHNIC', isKey: false, isSpecialCategory: true, isDropped: false }
  const offered = [{ name: 'Student', columns: [special] }]
  const codeOf = (files: { file: string; columns: string[] }[], reason = '') =>
    stepRefusal(
      'fields',
      {
        files,
        reasons: reason === '' ? [] : [{ file: 'Student', column: 'Student.ETHNIC', reason }],
        isPseudonymised: false,
      },
      offered,
    )?.code
  expect(codeOf([])).toBe('noFiles')
  expect(codeOf([{ file: 'Student', columns: ['Student.ETHNIC'] }])).toBe('configuration.isReasoned.fails')
  expect(codeOf([{ file: 'Student', columns: ['Student.ETHNIC'] }], 'Equality')).toBeUndefined()
  expect(stepRefusal('what', { files: [], reasons: [], isPseudonymised: false }, offered)).toBeUndefined()
})
