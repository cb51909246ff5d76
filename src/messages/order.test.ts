import { expect, it } from 'vitest'
import { inNumberedOrder, inOrder, withoutCapitals } from './order.ts'

it('lists names as an index does, whatever the language of the machine', () => {
  expect(['Zoë', 'émile', 'Åsa', 'Brackley'].sort(inOrder)).toEqual(['Åsa', 'Brackley', 'émile', 'Zoë'])
})

it('counts the numbers in names where it is asked to', () => {
  const tolerances = ['10 records', '2 records', '2%']
  expect(tolerances.toSorted(inNumberedOrder)).toEqual(['2 records', '2%', '10 records'])
  expect(tolerances.toSorted(inOrder)).toEqual(['10 records', '2 records', '2%'])
})

it('takes capitals away', () => {
  expect(withoutCapitals('ÉMILE')).toBe('émile')
})
