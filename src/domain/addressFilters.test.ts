import { describe, expect, it } from 'vitest'
import { filterValues, saysFilters, withFilters } from './addressFilters.ts'

/* Filters in the address and in memory (decisions §12): the address counts where it names any of them. */

const names = ['colour', 'size']
const remembered = { colour: ['red', 'blue'], size: ['large'], age: ['old'] }
const valuesAt = (query: string, kept?: typeof remembered) =>
  filterValues(names, new URLSearchParams(query), kept)

describe('filters of an address', () => {
  it.each<[query: string, values: object, isSaid: boolean]>([
    ['', { colour: 'red', size: 'large' }, false],
    ['tab=2', { colour: 'red', size: 'large' }, false],
    ['size=small', { size: 'small' }, true],
    ['tab=2&size=small&colour=blue', { colour: 'blue', size: 'small' }, true],
    // Named without a value: none is chosen, and none is remembered in its place.
    ['size=', {}, true],
  ])('of "%s" are %j where others are remembered', (query, values, isSaid) => {
    expect(valuesAt(query, remembered)).toEqual(values)
    expect(saysFilters(names, new URLSearchParams(query), valuesAt(query, remembered))).toBe(isSaid)
  })

  it('are none where neither says any, and the address is right as it is', () => {
    expect(valuesAt('tab=2')).toEqual({})
    expect(saysFilters(names, new URLSearchParams('tab=2'), {})).toBe(true)
  })

  it('take the place of the former in the address, which keeps the rest', () => {
    const address = new URLSearchParams('size=large&tab=2&tab=3')
    expect(String(withFilters(names, address, { colour: 'red' }))).toBe('tab=2&tab=3&colour=red')
    expect(String(withFilters(names, address, {}))).toBe('tab=2&tab=3')
  })
})
