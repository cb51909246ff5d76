import { describe, expect, it } from 'vitest'
import { contentOffered, stepRefusal, usualSets } from './usualDelivery.ts'

/* The usual set fills a form as the last delivery had it. */

describe('the usual set', () => {
  const past = (
    id: string,
    customerId: string,
    reference: string,
    lastAskedUtc: string | null,
    recordId: string | null = null,
  ) => ({
    id,
    customerId,
    collection: { reference, recordId },
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
    const usual = (reference: string) =>
      usualSets(configurations, { reference, recordId: 'student' }).map(({ id }) => id)
    expect(usual('24056')).toEqual(['wales', 'last'])
    expect(usual('24025')).toEqual(['staff'])
  })

  it('is of the same record also where its stream has changed to another one', () => {
    const configurations = [
      past('former', '5016', '22056', '2025-03-01T09:00:00Z', 'student-alternative'),
      past('same', '5016', '21056', '2024-03-01T09:00:00Z', 'student'),
    ]
    const own = { reference: '23056', recordId: 'student' }
    expect(usualSets(configurations, own).map(({ id }) => id)).toEqual(['same'])
    expect(usualSets(configurations, { ...own, recordId: null }).map(({ id }) => id)).toEqual(['former'])
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
