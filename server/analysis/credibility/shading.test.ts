import { expect, test } from 'vitest'
import type { ShadingRule } from '../ruleset/model.ts'
import { bandOf, changeOf, shadeOf } from './shading.ts'

const rules: ShadingRule[] = [
  { colour: 'Salmon', difference: 100, percent: 25, text: 'large' },
  { colour: 'Salmon', vanishesFrom: 25, text: 'vanished' },
  { colour: 'Yellow', difference: 50, percent: 10, text: 'notable' },
]

test.each([
  [500, 500, 'Clear'],
  [549, 500, 'Clear'],
  [550, 500, 'Yellow'],
  [450, 500, 'Yellow'],
  [1050, 1000, 'Clear'],
  [624, 500, 'Yellow'],
  [625, 500, 'Salmon'],
  [375, 500, 'Salmon'],
  [1100, 1000, 'Yellow'],
  [0, 24, 'Clear'],
  [0, 25, 'Salmon'],
  [25, 0, 'Salmon'],
  [24, 0, 'Clear'],
  [100, 0, 'Salmon'],
  [0, 0, 'Clear'],
] as const)('%i against %i last year is %s', (current, previous, colour) => {
  expect(shadeOf(rules, current, previous).colour).toBe(colour)
})

test('nothing is shaded without a previous record', () => {
  expect(shadeOf(rules, 1000, null)).toEqual({ colour: 'Clear', text: null })
})

test('shares are shaded by points alone', () => {
  const points: ShadingRule[] = [
    { colour: 'Salmon', difference: 10, text: 'ten points' },
    { colour: 'Yellow', difference: 5, text: 'five points' },
  ]
  expect([54.9, 55, 60].map(share => shadeOf(points, share, 50).colour)).toEqual([
    'Clear',
    'Yellow',
    'Salmon',
  ])
})

test('a change from nothing has no percentage', () => {
  expect([changeOf(3, 0), changeOf(1, 3), changeOf(0.3, 0.1)]).toEqual([
    { difference: 3, percent: null },
    { difference: -2, percent: -66.67 },
    { difference: 0.2, percent: 200 },
  ])
})

test('a figure inside its band is not shaded, and one beyond it is', () => {
  const counts = rules.filter(({ vanishesFrom }) => vanishesFrom === undefined)
  for (const previous of [0, 30, 200, 500, 1000, 4000]) {
    const band = bandOf(rules, previous)
    expect(band).toBeDefined()
    const { from, to } = band ?? { from: 0, to: 0 }
    expect([previous, shadeOf(counts, to - 1, previous).colour]).toEqual([previous, 'Clear'])
    expect(shadeOf(counts, to + 1, previous).colour).not.toBe('Clear')
    if (from > 0) {
      expect([previous, shadeOf(counts, from + 1, previous).colour]).toEqual([previous, 'Clear'])
      expect(shadeOf(counts, from - 1, previous).colour).not.toBe('Clear')
    }
  }
  expect(bandOf(rules, 1000)).toEqual({ from: 900, to: 1100 })
  expect(bandOf(rules, 30)).toEqual({ from: 0, to: 80 })
  expect(bandOf([{ colour: 'Salmon', vanishesFrom: 25, text: 'vanished' }], 30)).toBeUndefined()
})
