import { expect, it } from 'vitest'
import type { OfferedFile } from '../../../domain/deliveryConfiguration.ts'
import { columnValue, configurationIn, reasonField } from './entered.ts'

const column = (name: string, isKey = false) => ({ name, isKey, isSpecialCategory: false, isDropped: false })
const offered: OfferedFile[] = [
  { name: 'StudentEngagement', columns: [column('Student.SID', true), column('Student.SEXID')] },
  { name: 'Disability', columns: [column('Disability.DISABILITY', true)] },
]

it('takes of the ticked files the ticked columns and their reasons, and nothing of the others', () => {
  const entered = new FormData()
  for (const [name, value] of [
    ['name', ' Return '],
    ['customer', '5016'],
    ['schedule', 'WEEKLY'],
    ['standing', 'PROCESSED'],
    ['format', 'PARQUET'],
    ['country', 'W'],
    ['file', 'StudentEngagement'],
    ['column', columnValue('StudentEngagement', 'Student.SEXID')],
    ['column', columnValue('Disability', 'Disability.DISABILITY')],
    [reasonField('StudentEngagement', 'Student.SEXID'), 'Equality'],
    [reasonField('Disability', 'Disability.DISABILITY'), 'Not asked for'],
    ['pseudonymised', 'on'],
  ] as const)
    entered.append(name, value)
  expect(configurationIn(entered, '23056', offered)).toEqual({
    name: 'Return',
    customerId: '5016',
    collectionReference: '23056',
    schedule: 'WEEKLY',
    content: {
      files: [{ file: 'StudentEngagement', columns: ['Student.SEXID'] }],
      reasons: [{ file: 'StudentEngagement', column: 'Student.SEXID', reason: 'Equality' }],
      standing: 'PROCESSED',
      countries: ['W'],
      levels: [],
      isPseudonymised: true,
      format: 'PARQUET',
    },
  })
})
