import { describe, expect, it } from 'vitest'
import { createStatementNames } from './statementNames.ts'

describe('a statement', () => {
  it('is prepared from its second time on, always under one name of its own', () => {
    const nameOf = createStatementNames()
    expect([nameOf('select id from submission where id = $1'), nameOf('select 1 where $1')]).toEqual([
      undefined,
      undefined,
    ])
    const names = [nameOf('select id from submission where id = $1'), nameOf('select 1 where $1')]
    expect(new Set(names).size).toBe(2)
    expect(names).not.toContain(undefined)
    expect(nameOf('select id from submission where id = $1')).toBe(names[0])
  })

  it.each([
    'select * from signed_in($1)',
    'select s.* from submission s where id = $1',
    'insert into provider (inst_id) values ($1) returning *',
    'select id, "s".* from submission as "s" where id = $1',
    'select distinct * from provider where inst_id = $1',
  ])('that takes whatever columns there are is not prepared, for a later release may add one: %s', text => {
    const nameOf = createStatementNames()
    nameOf(text)
    expect(nameOf(text)).toBeUndefined()
  })

  it('that counts rows is prepared', () => {
    const nameOf = createStatementNames()
    nameOf('select count(*) from provider where inst_id = $1')
    expect(nameOf('select count(*) from provider where inst_id = $1')).toBeDefined()
  })

  it('of many rows is not prepared, nor is one more than two hundred', () => {
    const nameOf = createStatementNames()
    const long = `insert into provider values ${'($1), '.repeat(2_000)}`
    nameOf(long)
    expect(nameOf(long)).toBeUndefined()
    const named = Array.from({ length: 300 }, (_, at) => {
      nameOf(`select ${at} where $1`)
      return nameOf(`select ${at} where $1`)
    })
    expect(named.filter(name => name !== undefined)).toHaveLength(200)
    expect(nameOf('select 7 where $1')).toBe(named[7])
  })
})
