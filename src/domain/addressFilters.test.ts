import { describe, expect, it } from 'vitest'
import { filterValues, namesAnyOf, withFilters, withParameter } from './addressFilters.ts'

/* Filters in the address (decisions §12): it counts where it names any of them. */

const names = ['colour', 'size']

describe('filters of an address', () => {
  it.each<[query: string, values: object, isNamed: boolean]>([
    ['', {}, false],
    ['tab=2', {}, false],
    ['size=small', { size: 'small' }, true],
    ['tab=2&size=small&colour=blue', { colour: 'blue', size: 'small' }, true],
    // Named without a value: none is chosen, and none is to come in its place.
    ['size=', {}, true],
  ])('of "%s" are %j', (query, values, isNamed) => {
    const address = new URLSearchParams(query)
    expect([filterValues(names, address), namesAnyOf(names, address)]).toEqual([values, isNamed])
  })

  it('take the place of the former in the address, which keeps the rest', () => {
    const address = new URLSearchParams('size=large&tab=2&tab=3')
    expect(String(withFilters(names, address, { colour: 'red' }))).toBe('tab=2&tab=3&colour=red')
    expect(String(withFilters(names, address, {}))).toBe('tab=2&tab=3')
  })
})

it('one parameter of an address takes another value or goes, and the rest stays as often as it is there', () => {
  const address = new URLSearchParams('step=1&take=a&take=b')
  expect(String(withParameter(address, 'step', '2'))).toBe('take=a&take=b&step=2')
  expect(String(withParameter(address, 'step'))).toBe('take=a&take=b')
})
