import { describe, expect, it, vi } from 'vitest'
import { withDatabase } from '../database.ts'
import { analysisContext } from '../testing/studentRecord.ts'
import { referencesOf, referencesOfExpression } from './expression.ts'

const options = { ...(await analysisContext()), databaseFile: ':memory:' }

describe('what a piece of SQL reads', () => {
  it('is found by one question to the parser, whoever asks', async () => {
    await withDatabase(options, async database => {
      const row = vi.spyOn(database, 'row')
      const first = await referencesOfExpression(database, 'Student.SEXID = own_function(Student.BIRTHDTE)')
      expect(first.columns.map(({ name }) => name)).toEqual(['SEXID', 'BIRTHDTE'])
      expect(first.functions).toContain('own_function')
      expect(
        await referencesOfExpression(database, 'Student.SEXID = own_function(Student.BIRTHDTE)'),
      ).toEqual(first)
      expect(row).toHaveBeenCalledTimes(1)
    })
  })

  it('is another thing for an expression and for a query of the same words', async () => {
    await withDatabase(options, async database => {
      const query = 'select SID from Student'
      expect((await referencesOf(database, query)).tables.map(({ name }) => name)).toEqual(['Student'])
      await expect(referencesOf(database, 'SID')).rejects.toThrow()
      expect((await referencesOfExpression(database, 'SID')).columns).toEqual([
        { qualifier: null, name: 'SID' },
      ])
    })
  })

  it('is refused each time where it is not one expression', async () => {
    await withDatabase(options, async database => {
      for (let time = 0; time < 2; time++)
        await expect(referencesOfExpression(database, '1) from Student where (true')).rejects.toThrow(
          'Only a single expression',
        )
    })
  })
})
