import { describe, expect, it } from 'vitest'
import {
  excessOf,
  providersByShare,
  type RuleAtProvider,
  type RuleFinding,
  ruleAlarm,
  rulesAcross,
} from './rulesAcross.ts'
import type { Tolerance } from './tolerance.ts'

const twoPercent: Tolerance = { conjunction: 'O', parts: [{ type: 2, from: 2, to: null }] }

const at = (instId: string, figures: Partial<RuleAtProvider> = {}): RuleAtProvider => ({
  instId,
  regulatorCode: '5016',
  isOutside: false,
  excess: 'inside',
  failureCount: 1,
  populationCount: 100,
  measuredPercent: null,
  issue: null,
  isExplained: false,
  ...figures,
})
const finding = (code: string, instId: string, figures: Partial<RuleFinding> = {}): RuleFinding => ({
  ...at(instId),
  code,
  isOperational: false,
  tolerance: twoPercent,
  ...figures,
})
const across = (findings: RuleFinding[], runs: [string, number][] = []) =>
  rulesAcross({
    findings,
    runs: new Map(runs),
    texts: new Map(
      ['A', 'B', 'C'].map(code => [code, { name: `Rule ${code}`, requirement: `${code} must` }]),
    ),
  })

it('the rule that is outside tolerance at most providers comes first, then the one that most fail', () => {
  const rules = across(
    [
      finding('A', '0001'),
      finding('A', '0002'),
      finding('B', '0001', { isOutside: true }),
      finding('C', '0001'),
    ],
    [
      ['A', 3],
      ['B', 2],
      ['C', 3],
    ],
  )
  expect(
    rules.map(({ code, name, checked, failing, outside }) => [code, name, checked, failing, outside]),
  ).toEqual([
    ['B', 'Rule B', 2, 1, 1],
    ['A', 'Rule A', 3, 2, 0],
    ['C', 'Rule C', 3, 1, 0],
  ])
})

it('providers outside tolerance come first, then those with the largest share or change', () => {
  const [rule] = across([
    finding('A', '0001', { failureCount: 50 }),
    finding('A', '0002', { failureCount: 60, populationCount: 1000 }),
    finding('A', '0003', { failureCount: 5, isOutside: true, isExplained: true }),
    finding('A', '0004', { failureCount: 7, populationCount: 0 }),
    finding('A', '0005', { populationCount: 0, measuredPercent: -70 }),
  ])
  expect(rule?.providers.map(({ instId }) => instId)).toEqual(['0003', '0005', '0001', '0002', '0004'])
  expect(rule?.explained).toBe(1)
  expect(rule?.tolerance).toEqual(twoPercent)
  expect(rule?.before).toBeNull()
})

it('a rule is compared with its tolerance for the same regulator in the collection before', () => {
  const onePercent: Tolerance = { conjunction: 'O', parts: [{ type: 2, from: 1, to: null }] }
  const [rule] = rulesAcross({
    findings: [finding('A', '0001', { isOutside: true })],
    runs: new Map([['A', 1]]),
    texts: new Map(),
    before: {
      checked: 10,
      rules: new Map([
        [
          'A',
          {
            outside: 4,
            tolerances: new Map([
              ['5016', onePercent],
              ['5002', twoPercent],
            ]),
          },
        ],
      ]),
    },
  })
  expect(rule?.before).toEqual({ outside: 4, tolerance: onePercent })
})

describe('a rule looks broken', () => {
  const all = (count: number, failureCount: number) =>
    Array.from({ length: count }, (_, index) => at(`${index}`, { isOutside: true, failureCount }))
  it.each([
    ['outside at all three providers, for most records', 3, all(3, 99), 'broken'],
    ['outside at two providers only', 2, all(2, 99), null],
    ['outside at all three, for half of the records', 3, all(3, 50), null],
    ['outside at nine of ten, for most records', 10, all(9, 60), 'broken'],
    ['outside at eight of ten, for most records', 10, all(8, 60), null],
  ])('%s', (_, checked, providers, expected) => {
    expect(ruleAlarm({ checked, outside: providers.length, providers }, undefined)).toBe(expected)
  })

  it('needs a check if it is outside at a quarter of the providers and at twice last year’s share', () => {
    const many = { checked: 280, outside: 148, providers: [] }
    expect(ruleAlarm(many, { outside: 31, checked: 404 })).toBe('manyMore')
    expect(ruleAlarm(many, { outside: 200, checked: 404 })).toBeNull()
    expect(ruleAlarm({ ...many, outside: 60 }, { outside: 0, checked: 404 })).toBeNull()
    expect(ruleAlarm(many, { outside: 0, checked: 0 })).toBeNull()
  })
})

it.each([
  ['2.1% of 2%', twoPercent, 21, 1000, null, 'outside'],
  ['4.1% of 2%', twoPercent, 41, 1000, null, 'twice'],
  ['10.1% of 2%', twoPercent, 101, 1000, null, 'fiveTimes'],
  [
    'one record where none is allowed',
    { conjunction: 'O', parts: [{ type: 1, from: 0, to: null }] },
    1,
    1000,
    null,
    'fiveTimes',
  ],
  [
    '30 records of 20 and 30% of 1%: the part that is kept longest',
    {
      conjunction: 'A',
      parts: [
        { type: 1, from: 20, to: null },
        { type: 2, from: 1, to: null },
      ],
    },
    30,
    100,
    null,
    'outside',
  ],
  [
    'a fall of 25% where 10% is allowed',
    { conjunction: 'O', parts: [{ type: 3, from: -10, to: 5 }] },
    0,
    0,
    -25,
    'twice',
  ],
] as const)(
  '%s is coloured by how far it is outside',
  (_, tolerance, failureCount, populationCount, measuredPercent, expected) => {
    expect(excessOf(true, tolerance, { failureCount, populationCount, measuredPercent })).toBe(expected)
    expect(excessOf(false, tolerance, { failureCount, populationCount, measuredPercent })).toBe('inside')
  },
)

it('providers without failures are in the first bar, and those over 20% in the last', () => {
  const bars = providersByShare({
    checked: 5,
    providers: [
      at('0001', { failureCount: 1, populationCount: 1000 }),
      at('0002', { failureCount: 2 }),
      at('0003', { failureCount: 21, isOutside: true }),
    ],
  })
  expect(bars.map(({ inside, outside }) => [inside, outside])).toEqual([
    [3, 0],
    [0, 0],
    [1, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 1],
  ])
})
