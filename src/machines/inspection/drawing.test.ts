import { expect, it } from 'vitest'
import { arrowHead, roundedPath } from './drawing.ts'

it('rounds the corners of a line and leaves room for the head', () => {
  expect(
    roundedPath([
      [0, 0],
      [100, 0],
      [100, 50],
    ]),
  ).toBe('M0 0L93 0Q100 0 100 7L100 44')
})

it('makes small corners where the line is short', () => {
  expect(
    roundedPath([
      [0, 0],
      [4, 0],
      [4, 40],
    ]),
  ).toBe('M0 0L2 0Q4 0 4 2L4 34')
})

it('points the head the way that the line ends', () => {
  expect(
    arrowHead([
      [0, 0],
      [20, 0],
    ]),
  ).toBe('M20 0L13 3.5L13 -3.5Z')
})

it('draws nothing for no line', () => {
  expect([roundedPath([]), arrowHead([])]).toEqual(['', ''])
})
