import { expect, it } from 'vitest'
import type { Tolerance } from '../../../src/domain/tolerance.ts'
import type { Ruleset } from '../../analysis/index.ts'
import { configuredRules } from '../../specifications/configuration.ts'
import { ruleDifference } from '../../specifications/difference.ts'
import { differenceWire } from './differenceRows.ts'

const rulesWith = (change: 'percent' | 'points', to: number) => {
  const tolerance: Tolerance = { conjunction: 'A', parts: [{ type: 3, from: -10, to }] }
  const rule = {
    code: 'QR.Student.902.V01',
    name: 'Share of first-class degrees',
    condition: { population: 'true', fails: 'false' },
    measure: { of: 'Share', change },
    regulators: [{ regulatorCode: '5016', category: 'S', tolerance }],
  }
  return configuredRules({ rules: [rule] } as unknown as Ruleset, { tolerances: [], words: [] })
}

it.each([
  { change: 'percent', before: '-10% to 10%', after: '-10% to 20%' },
  { change: 'points', before: '-10 to 10 points', after: '-10 to 20 points' },
] as const)('a changed tolerance of a rule that measures $change is in its unit', ({ change, ...texts }) => {
  const { changed } = differenceWire('en', ruleDifference(rulesWith(change, 10), rulesWith(change, 20)))
  expect(changed[0]?.parts).toMatchObject([{ part: 'tolerance', ...texts }])
})

it('a rule that is measured in points and was in percent has changed', () => {
  const { changed } = differenceWire('en', ruleDifference(rulesWith('percent', 10), rulesWith('points', 10)))
  expect(changed[0]?.parts).toMatchObject([{ before: '-10% to 10%', after: '-10 to 10 points' }])
})
