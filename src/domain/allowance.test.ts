import { expect, it } from 'vitest'
import { allowanceOf, allowedFigures } from './allowance.ts'

const records = (from: number) => ({ type: 1, from, to: null })
const percent = (from: number) => ({ type: 2, from, to: null })

it('takes the larger of two parts that both have to be broken, the smaller where one is enough (reference §3.1)', () => {
  const parts = [records(5), percent(20)]
  expect(allowanceOf({ conjunction: 'A', parts }, 10)).toEqual({ from: 0, to: 50 })
  expect(allowanceOf({ conjunction: 'A', parts }, 1000)).toEqual({ from: 0, to: 20 })
  expect(allowanceOf({ conjunction: 'O', parts }, 1000)).toEqual({ from: 0, to: 0.5 })
})

it('gives a range as it is, all of an empty population, and nothing where any number is tolerated', () => {
  const range = { conjunction: 'A', parts: [{ type: 3, from: -10, to: 10 }] } as const
  expect(allowanceOf(range, 40)).toEqual({ from: -10, to: 10 })
  expect(allowanceOf({ conjunction: 'A', parts: [records(5)] }, 0)).toEqual({ from: 0, to: 100 })
  expect(allowanceOf({ conjunction: 'A', parts: [] }, 40)).toBeNull()
})

it('says which figures of this file are allowed beside that of the record before', () => {
  const range = { from: -10, to: 10 }
  expect(allowedFigures(200, range, 'percent')).toEqual({ from: 180, to: expect.closeTo(220) })
  expect(allowedFigures(30, range, 'points')).toEqual({ from: 20, to: 40 })
  expect(allowedFigures(1000, { from: 0, to: 0.1 }, 'missing')).toEqual({ from: 999, to: 1000 })
})
