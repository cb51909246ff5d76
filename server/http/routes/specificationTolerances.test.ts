import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../src/domain/problem.ts'
import { inEnglish } from '../../messages.ts'
import type { ConfiguredRule } from '../../specifications/index.ts'
import { changedTolerances } from './specificationTolerances.ts'

const share = { conjunction: 'A', parts: [{ type: 2, from: 2, to: null }] }
const rule = {
  regulators: ['5004', '5016'].map(regulatorCode => ({ regulatorCode, tolerance: share })),
} as unknown as ConfiguredRule
const given = (regulatorCode: string, toleranceFrom: string) => ({
  regulatorCode,
  toleranceTypeId: 2,
  conjunction: 'A',
  toleranceId: 1,
  toleranceFrom,
  toleranceTo: null,
})
const isKnown = (code: string) => code === '5004'

describe('tolerances of a ruleset that names a regulator which the portal does not know', () => {
  it('are kept for those that it knows, though all of the rule are sent', () => {
    expect(changedTolerances(rule, [given('5004', '8.25'), given('5016', '2')], isKnown)).toEqual([
      {
        regulatorCode: '5004',
        tolerance: { conjunction: 'A', parts: [{ type: 2, from: 8.25, to: null }] },
      },
    ])
  })

  it('say where the regulator is registered when its own is changed', () => {
    const change = () => changedTolerances(rule, [given('5004', '8.25'), given('5016', '3')], isKnown)
    expect(change).toThrow(ProblemError)
    try {
      change()
    } catch (error) {
      const { status, errors } = (error as ProblemError).problem
      expect([status, errors?.[0]?.field]).toEqual([422, 'body.tolerances.1.toleranceFrom'])
      expect(errors?.[0] && inEnglish(errors[0].message)).toBe(
        'The regulator 5016 is not registered. Register it first: run "npm run admin -- bootstrap" with a regulators file that includes it.',
      )
    }
  })
})
