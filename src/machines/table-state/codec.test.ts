import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tableIds } from '../../domain/tables.ts'
import { decodeTableState, encodeTableState, type TableState, tableDefaults } from './index.ts'

const defaults = tableDefaults({
  sort: { column: 'last', direction: 'descending' },
  filters: { status: ['1'] },
})
const decode = (query: string) => decodeTableState('monitoring', new URLSearchParams(query), defaults)

describe('a table in the address', () => {
  it('leaves out what is as usual', () => {
    expect(encodeTableState('monitoring', defaults, defaults).toString()).toBe('')
  })

  it('writes only what differs, and leaves the other tables alone', () => {
    const state = { ...defaults, page: 3, filters: { status: ['0', '1'] }, expanded: ['r 1'] }
    const address = encodeTableState('monitoring', state, defaults, new URLSearchParams('qr.page=2&mo.q=old'))
    expect(address.toString()).toBe('qr.page=2&mo.page=3&mo.open=r+1&mo.f.status=0&mo.f.status=1')
  })

  it('takes what makes no sense for what is usual', () => {
    expect(decode('mo.page=-1&mo.size=7&mo.sort=sideways&mo.page=2')).toEqual(defaults)
    expect(decode('mo.page=0&mo.size=all')).toEqual({ ...defaults, pageSize: 'all' })
  })

  it('reads back whatever it writes', () => {
    const values = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 3 })
    const states: fc.Arbitrary<TableState> = fc.record({
      sort: fc.option(
        fc.record({
          column: fc.stringMatching(/^[a-z-]{1,8}$/),
          direction: fc.constantFrom<'ascending' | 'descending'>('ascending', 'descending'),
        }),
      ),
      page: fc.integer({ min: 1, max: 99_999 }),
      pageSize: fc.constantFrom<TableState['pageSize']>(10, 25, 50, 100, 'all'),
      expanded: values,
      hidden: values,
      filters: fc.dictionary(
        fc.stringMatching(/^[a-z]{1,8}$/),
        values.filter(list => list.length > 0),
        { maxKeys: 3, noNullPrototype: true },
      ),
      search: fc.string({ maxLength: 200 }),
    })
    fc.assert(
      fc.property(states, state => {
        const address = encodeTableState('monitoring', state, defaults).toString()
        expect(decodeTableState('monitoring', new URLSearchParams(address), defaults)).toEqual(state)
      }),
    )
  })

  it('has an id of its own for each table', () => {
    const ids = Object.values(tableIds)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
