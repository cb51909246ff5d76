import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { emptyDatabase } from '../testing/emptyDatabase.ts'
import { literals } from './literals.ts'

it('stand in the text of a statement, where the condition of an index can be read off it', () => {
  const { sql: text, parameters } = sql`place in (${literals(['READY', "NOBODY'S"])})`.compile(
    emptyDatabase(),
  )
  expect(text).toBe("place in ('READY', 'NOBODY''S')")
  expect(parameters).toEqual([])
})
