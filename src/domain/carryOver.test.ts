import { describe, expect, it } from 'vitest'
import { type ChangesMade, carriedOver, changesToCarry, type RuleOfContent, sourcesFor } from './carryOver.ts'
import { specificationStateOf } from './specification.ts'
import type { Tolerance } from './tolerance.ts'

/* "Tolerances and texts that were changed there are carried over if rule, regulator, type and condition are the same." (decisions §18) */

const share = (from: number): Tolerance => ({ conjunction: 'A', parts: [{ type: 2, from, to: null }] })
const count = (from: number): Tolerance => ({ conjunction: 'A', parts: [{ type: 1, from, to: null }] })

const rule = (code: string, changes: Partial<RuleOfContent> = {}): RuleOfContent => ({
  code,
  name: code,
  requirement: 'The ruleset says so.',
  guidanceUrl: '',
  condition: { population: 'all', fails: 'X is null' },
  measure: null,
  regulators: [
    { regulatorCode: 'A', tolerance: share(1) },
    { regulatorCode: 'B', tolerance: share(1) },
  ],
  ...changes,
})

const who = { by: 'Ivo Marsh', at: new Date('2025-03-12T10:00:00Z'), reason: 'Merged providers' }
const tolerance = (ruleCode: string, value: Tolerance, regulatorCode = 'A') => ({
  ...who,
  ruleCode,
  regulatorCode,
  tolerance: value,
})
const made = (changes: Partial<ChangesMade>): ChangesMade => ({ tolerances: [], texts: [], ...changes })
const causes = (changes: ReturnType<typeof changesToCarry>) => changes.map(({ id, cause }) => [id, cause])

describe('changes of an earlier specification', () => {
  it('are carried over with who made them and why, also to another version of the rule', () => {
    const changes = changesToCarry(
      made({ tolerances: [tolerance('QR.X.V01', share(25))] }),
      [rule('QR.X.V01')],
      [rule('QR.X.V02')],
    )
    expect(changes).toMatchObject([
      { ...who, target: 'QR.X.V02', cause: null, fallback: share(1), value: share(25) },
    ])
  })

  it('are left out where nothing differs: from their own ruleset, or from the new one', () => {
    const before = [rule('QR.X.V01'), rule('QR.Y.V01')]
    const after = [
      rule('QR.X.V01'),
      rule('QR.Y.V01', { regulators: [{ regulatorCode: 'A', tolerance: share(9) }] }),
    ]
    const tolerances = [tolerance('QR.X.V01', share(1)), tolerance('QR.Y.V01', share(9))]
    expect(changesToCarry(made({ tolerances }), before, after)).toEqual([])
  })

  it('need a decision where rule, regulator, type or condition differ, and come first', () => {
    const codes = ['QR.FINE', 'QR.GONE', 'QR.REGULATOR', 'QR.TYPE', 'QR.CONDITION']
    const after = [
      rule('QR.FINE'),
      rule('QR.REGULATOR', { regulators: [{ regulatorCode: 'B', tolerance: share(1) }] }),
      rule('QR.TYPE', { regulators: [{ regulatorCode: 'A', tolerance: count(5) }] }),
      rule('QR.CONDITION', { condition: { population: 'all', fails: 'Y is null' } }),
    ]
    const changes = changesToCarry(
      made({ tolerances: codes.map(code => tolerance(code, share(25))) }),
      codes.map(code => rule(code)),
      after,
    )
    expect(causes(changes)).toEqual([
      ['QR.GONE~A', 'noRule'],
      ['QR.REGULATOR~A', 'noRegulator'],
      ['QR.TYPE~A', 'otherType'],
      ['QR.CONDITION~A', 'otherCondition'],
      ['QR.FINE~A', null],
    ])
  })

  it('include texts, each part for itself; a newer text of the ruleset needs a decision', () => {
    const text = {
      ...who,
      ruleCode: 'QR.X',
      description: 'We say so.',
      guidanceUrl: 'https://agency.example/x',
    }
    const changes = changesToCarry(
      made({ texts: [text] }),
      [rule('QR.X')],
      [rule('QR.X', { requirement: 'The ruleset says it better.' })],
    )
    expect(causes(changes)).toEqual([
      ['QR.X~requirement', 'newerText'],
      ['QR.X~guidance', null],
    ])
  })
})

describe('decisions about them', () => {
  const changes = [
    { id: 'gone', cause: 'noRule' },
    { id: 'text', cause: 'newerText' },
    { id: 'fine', cause: null },
  ] as const
  const of = (decisions: Record<string, boolean>) => {
    const { taken, undecided } = carriedOver(changes, new Map(Object.entries(decisions)))
    return [taken.map(({ id }) => id), undecided]
  }

  it('are needed for what cannot be carried over, and only there', () => {
    expect(of({})).toEqual([['fine'], 2])
    expect(of({ gone: false, text: false })).toEqual([['fine'], 0])
    expect(of({ gone: false, text: true, fine: false })).toEqual([['text'], 0])
  })

  it('cannot take over what has no place in the new ruleset', () => {
    expect(of({ gone: true, text: true })).toEqual([['text', 'fine'], 1])
  })
})

it('a new specification can start from those of its stream and record, of no later year, that were configured', () => {
  const one = (
    id: number,
    version: string,
    recordId: string | null,
    state: 'CREATED' | 'DRAFT' | 'AVAILABLE' = 'AVAILABLE',
  ) => ({ id, version, ruleset: { recordId }, state: specificationStateOf(state) })
  const specifications = [
    one(1, '22056_1.0.0', 'student'),
    one(2, '23056_1.0.0', null, 'DRAFT'),
    one(3, '23056_1.1.0', 'student', 'CREATED'),
    one(4, '23056_1.2.0', 'student-alternative'),
    one(5, '23025_1.0.0', 'staff'),
    one(6, '24056_1.0.0', 'student'),
  ]
  const from = (recordId: string | null) =>
    sourcesFor(specifications, { reference: '23056', recordId }).map(({ id }) => id)
  expect(from('student')).toEqual([2, 1])
  // Until the record is known, every record of the stream.
  expect(from(null)).toEqual([4, 2, 1])
})
