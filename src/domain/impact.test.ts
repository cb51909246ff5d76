import { describe, expect, it } from 'vitest'
import { type ImpactChange, impactSummary, turnOf } from './impact.ts'

const figures = (failures: number, isOutside: boolean) => ({ failures, population: 10, isOutside })
const change = (ruleCode: string, regulatorCode: string, before: boolean, after: boolean): ImpactChange => ({
  ruleCode,
  name: ruleCode,
  regulatorCode,
  before: figures(2, before),
  after: figures(5, after),
})

describe('what a specification would change', () => {
  it('turns outside or inside, also where a rule is new or gone', () => {
    expect(turnOf({ before: null, after: figures(1, true) })).toBe('outside')
    expect(turnOf({ before: figures(1, true), after: null })).toBe('inside')
    expect(turnOf({ before: figures(1, true), after: figures(9, true) })).toBe(null)
  })

  it('is summed by rule, provider and regulator; failures count once however many regulators have a rule', () => {
    const summary = impactSummary([
      {
        instId: '0001',
        provider: 'Ashby',
        findings: {
          changes: [change('A', '5016', false, true), change('A', '5101', false, true)],
          faults: [],
          counted: 1,
        },
      },
      {
        instId: '0002',
        provider: 'Brackley',
        findings: {
          changes: [change('A', '5016', true, false), change('B', '5016', true, true)],
          faults: [{ ruleCode: 'C', name: 'C', message: 'no table' }],
          counted: 1,
        },
      },
      { instId: '0003', provider: 'Cardigan', findings: { changes: [], faults: [], counted: 0 } },
    ])
    expect(summary.rules).toMatchObject([
      { ruleCode: 'C', faults: 1, fault: 'no table' },
      {
        ruleCode: 'A',
        newlyOutside: 2,
        newlyInside: 1,
        providers: 2,
        regulators: ['5016', '5101'],
        failuresBefore: 4,
        failuresAfter: 10,
      },
      { ruleCode: 'B', newlyOutside: 0, failuresBefore: 2, failuresAfter: 5 },
    ])
    expect(summary.providers).toMatchObject([
      { instId: '0001', newlyOutside: 2, failuresBefore: 2, failuresAfter: 5, rules: 1 },
      { instId: '0002', newlyInside: 1, faults: 1, rules: 2 },
    ])
    expect(summary.regulators).toEqual([
      { code: '5016', rules: 2, providers: 2 },
      { code: '5101', rules: 1, providers: 1 },
    ])
  })
})
