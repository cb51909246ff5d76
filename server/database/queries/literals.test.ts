import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, it } from 'vitest'
import { literals } from './literals.ts'

const db = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: of => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

it('stand in the text of a statement, where the condition of an index can be read off it', () => {
  const { sql: text, parameters } = sql`place in (${literals(['READY', "NOBODY'S"])})`.compile(db)
  expect(text).toBe("place in ('READY', 'NOBODY''S')")
  expect(parameters).toEqual([])
})
