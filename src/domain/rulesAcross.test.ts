import { expect, it } from 'vitest'
import { type RuleFinding, rulesAcross } from './rulesAcross.ts'

const finding = (code: string, instId: string, figures: Partial<RuleFinding> = {}): RuleFinding => ({
  code,
  isOperational: false,
  instId,
  regulatorCode: '5016',
  isOutside: false,
  failureCount: 1,
  populationCount: 100,
  ...figures,
})

it('puts the rule first that lies outside tolerance at most providers, and then the one that most fail', () => {
  const rules = rulesAcross(
    [
      finding('A', '0001'),
      finding('A', '0002'),
      finding('B', '0001', { isOutside: true }),
      finding('C', '0001'),
    ],
    new Map([
      ['A', 3],
      ['B', 2],
      ['C', 3],
    ]),
    new Map(['A', 'B', 'C'].map(code => [code, `Rule ${code}`])),
  )
  expect(
    rules.map(({ code, name, checked, failing, outside }) => [code, name, checked, failing, outside]),
  ).toEqual([
    ['B', 'Rule B', 2, 1, 1],
    ['A', 'Rule A', 3, 2, 0],
    ['C', 'Rule C', 3, 1, 0],
  ])
})

it('names the providers, those outside tolerance first and then by the share of records that fail', () => {
  const [rule] = rulesAcross(
    [
      finding('A', '0001', { failureCount: 50 }),
      finding('A', '0002', { failureCount: 60, populationCount: 1000 }),
      finding('A', '0003', { failureCount: 5, isOutside: true }),
      finding('A', '0004', { failureCount: 7, populationCount: 0 }),
    ],
    new Map(),
    new Map(),
  )
  expect(rule?.providers.map(({ instId }) => instId)).toEqual(['0003', '0001', '0002', '0004'])
  expect(rule?.providers[0]).toEqual({
    instId: '0003',
    regulatorCode: '5016',
    isOutside: true,
    failureCount: 5,
    populationCount: 100,
  })
})
