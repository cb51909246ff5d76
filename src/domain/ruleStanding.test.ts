import { expect, it } from 'vitest'
import { type RuleOutcome, standingOf } from './ruleStanding.ts'

const outside = (failures: number, measuredPercent: number | null = null): RuleOutcome => ({
  isOutside: true,
  failures,
  measuredPercent,
})
const inside = (failures: number): RuleOutcome => ({ isOutside: false, failures, measuredPercent: null })

it('tells what has become of a rule since an earlier upload, by its tolerance (decisions §12)', () => {
  expect(standingOf(outside(5), inside(5))).toBe('new')
  expect(standingOf(inside(5), outside(6))).toBe('mended')
  expect(standingOf(outside(7), outside(6))).toBe('worse')
  expect(standingOf(outside(6), outside(6))).toBe('unchanged')
  expect(standingOf(outside(5), outside(6))).toBe('better')
})

it('tells it too when nothing fails any more', () => {
  expect(standingOf(inside(0), outside(39))).toBe('mended')
  expect(standingOf(inside(0), inside(2))).toBe('tolerated')
  expect(standingOf(inside(0), inside(0))).toBe('never')
})

it('holds a rule that compares whole files by the size of its change, whichever its direction', () => {
  expect(standingOf(outside(4312, 12.6), outside(4517, 13.2))).toBe('better')
  expect(standingOf(outside(4312, -14), outside(4517, 13.2))).toBe('worse')
})

it('says nothing of a rule that the earlier upload has no result of', () => {
  expect(standingOf(outside(5), undefined)).toBeNull()
})
