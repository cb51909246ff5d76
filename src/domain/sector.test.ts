import { expect, it } from 'vitest'
import { countOver, countsBy } from './sector.ts'

const provider = (instId: string, region: string, now: number | null, before: number | null) => ({
  instId,
  country: 'E',
  region,
  now,
  before,
})
const providers = [
  provider('1', 'London', 102, 98),
  provider('2', 'London', 4, null),
  provider('3', 'South', null, 500),
]

it("counts last year's students of the providers that are counted this year alone", () => {
  expect(countOver(providers, false)).toEqual({ providers: 2, now: 106, before: 98 })
})

it('rounds the whole, not its parts', () => {
  expect(countOver(providers, true)).toEqual({ providers: 2, now: 105, before: 100 })
})

it('tells of each region, also where nothing is counted yet', () => {
  expect(countsBy(providers, ({ region }) => region, true)).toEqual([
    { id: 'London', providers: 2, now: 105, before: 100 },
    { id: 'South', providers: 0, now: null, before: null },
  ])
})
