import { describe, expect, it } from 'vitest'
import { inEnglish } from '../model/everyMessage.ts'
import { organisationTypes } from './organisation.ts'
import { isRuleDefect, ruleDefectAdvice } from './ruleDefect.ts'
import type { Tolerance } from './tolerance.ts'

const records = { type: 1, from: 5, to: null } as const
const share = { type: 2, from: 20, to: null } as const
const range = { type: 3, from: -10, to: 10 } as const

const isDefect = (parts: Tolerance['parts'], failureCount: number, populationCount: number): boolean =>
  isRuleDefect({ parts }, { failureCount, populationCount })

describe('a faulty rule', () => {
  it.each([
    [0, 0, false],
    [3, 3, false],
    [4, 3, true],
    [1, 0, true],
    [-1, 3, true],
  ])('where %i records fail of %i: %s', (failures, population, expected) => {
    for (const parts of [[share], [records], [records, share], [share, range], []])
      expect(isDefect(parts, failures, population), JSON.stringify(parts)).toBe(expected)
  })

  it('not where it measures a change, which may be larger than the record is now; a number below 0 is never right', () => {
    expect([isDefect([range], 700, 300), isDefect([range], -1, 300)]).toEqual([false, true])
  })

  it('and each reader is told what to do about it', () => {
    const advice = organisationTypes.map(reader => inEnglish(ruleDefectAdvice(reader)))
    expect(new Set(advice).size).toBe(organisationTypes.length)
    expect(advice[0]).toContain('not your file')
    expect(inEnglish(ruleDefectAdvice('provider', 2))).toContain('The rules are faulty, not your file')
  })
})
