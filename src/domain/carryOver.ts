import type { MeasuredChange } from './allowance.ts'
import { changeUnit } from './allowance.ts'
import { referenceOfVersion } from './collection.ts'
import { isSameRecord, type OfRecord } from './collectionSeries.ts'
import { ruleMatcher } from './sameRule.ts'
import { specificationStateOf } from './specification.ts'
import { isSameTolerance, type Tolerance } from './tolerance.ts'
import { compareVersions } from './version.ts'

/*
 * What a new specification takes over from the one that it starts from (decisions §18): tolerances and texts that were changed
 * there, if rule, regulator, type and condition are the same. Nothing else is dropped without a decision.
 */

/** A rule as a ruleset has it. */
export interface RuleOfContent {
  code: string
  name: string
  requirement: string
  guidanceUrl: string
  condition: { population: string; fails: string }
  measure: { change: MeasuredChange } | null
  regulators: readonly { regulatorCode: string; tolerance: Tolerance }[]
}

/** Who changed something of a specification, when and why. */
export interface Authorship {
  by: string
  at: Date
  /** '' if none was given. */
  reason: string
}

/** What a specification changes of its rules. */
export interface ChangesMade {
  tolerances: readonly (Authorship & { ruleCode: string; regulatorCode: string; tolerance: Tolerance })[]
  texts: readonly (Authorship & { ruleCode: string; description: string; guidanceUrl: string })[]
}

/** Why a change cannot be carried over as it is. */
export const carryOverCauses = ['noRule', 'noRegulator', 'otherType', 'otherCondition', 'newerText'] as const
export type CarryOverCause = (typeof carryOverCauses)[number]

interface Common extends Authorship {
  /** Names the change in a decision. */
  id: string
  /** The rule, as the specification that is started from has it. */
  rule: { code: string; name: string }
  /** Code of the same rule in the new ruleset; null if it has none. */
  target: string | null
  /** Why it needs a decision; null if it is carried over. */
  cause: CarryOverCause | null
}
export interface ToleranceChange extends Common {
  part: 'tolerance'
  regulatorCode: string
  /** Default in the new ruleset; null if there is none. */
  fallback: Tolerance | null
  value: Tolerance
  /** What the range measures there, and in the new ruleset. */
  measuredIn: { value: MeasuredChange | null; fallback: MeasuredChange | null }
}
export interface TextChange extends Common {
  part: 'requirement' | 'guidance'
  fallback: string | null
  value: string
}
export type CarriedChange = ToleranceChange | TextChange

const isSameCondition = (one: RuleOfContent, other: RuleOfContent): boolean =>
  one.condition.population === other.condition.population && one.condition.fails === other.condition.fails

const isSameType = (one: Tolerance, other: Tolerance): boolean =>
  one.parts.length === other.parts.length &&
  (one.parts.length < 2 || one.conjunction === other.conjunction) &&
  one.parts.every(({ type }, at) => other.parts[at]?.type === type)

const measureOf = (rule: RuleOfContent | undefined): MeasuredChange | null => rule?.measure?.change ?? null

const defaultOf = (rule: RuleOfContent | undefined, regulatorCode: string): Tolerance | undefined =>
  rule?.regulators.find(one => one.regulatorCode === regulatorCode)?.tolerance

const toleranceCause = (
  before: RuleOfContent,
  after: RuleOfContent | undefined,
  regulatorCode: string,
  value: Tolerance,
): CarryOverCause | null => {
  if (!after) return 'noRule'
  const fallback = defaultOf(after, regulatorCode)
  if (!fallback) return 'noRegulator'
  if (!isSameType(value, fallback) || changeUnit(measureOf(before)) !== changeUnit(measureOf(after)))
    return 'otherType'
  return isSameCondition(before, after) ? null : 'otherCondition'
}

const textCause = (
  before: RuleOfContent,
  after: RuleOfContent | undefined,
  field: 'requirement' | 'guidanceUrl',
): CarryOverCause | null => {
  if (!after) return 'noRule'
  if (!isSameCondition(before, after)) return 'otherCondition'
  return before[field] === after[field] ? null : 'newerText'
}

/**
 * Every change of a specification against its own ruleset, and whether a new one of another ruleset can take it over: those
 * that it cannot come first. A change that the new ruleset makes itself is left out.
 */
export const changesToCarry = (
  { tolerances, texts }: ChangesMade,
  before: readonly RuleOfContent[],
  after: readonly RuleOfContent[],
): CarriedChange[] => {
  const codes = (rules: readonly RuleOfContent[]) => rules.map(({ code }) => code)
  const sameRule = ruleMatcher(codes(before), codes(after))
  const own = new Map(before.map(rule => [rule.code, rule]))
  const theirs = new Map(after.map(rule => [rule.code, rule]))
  const places = new Map(before.map(({ code }, at) => [code, at]))
  const pairOf = (ruleCode: string) => {
    const rule = own.get(ruleCode)
    return rule && { rule, target: theirs.get(sameRule(ruleCode) ?? '') }
  }
  const commonOf = (
    rule: RuleOfContent,
    target: RuleOfContent | undefined,
    { by, at, reason }: Authorship,
  ) => ({ rule: { code: rule.code, name: rule.name }, target: target?.code ?? null, by, at, reason })

  const changedTolerances = tolerances.flatMap((change): ToleranceChange[] => {
    const { ruleCode, regulatorCode, tolerance: value } = change
    const pair = pairOf(ruleCode)
    const former = defaultOf(pair?.rule, regulatorCode)
    if (!pair || !former || isSameTolerance(value, former)) return []
    const { rule, target } = pair
    const fallback = defaultOf(target, regulatorCode) ?? null
    const cause = toleranceCause(rule, target, regulatorCode, value)
    if (cause === null && fallback && isSameTolerance(value, fallback)) return []
    return [
      {
        ...commonOf(rule, target, change),
        id: `${ruleCode}~${regulatorCode}`,
        part: 'tolerance',
        regulatorCode,
        fallback,
        value,
        measuredIn: { value: measureOf(rule), fallback: measureOf(target) },
        cause,
      },
    ]
  })
  const changedTexts = texts.flatMap(change => {
    const pair = pairOf(change.ruleCode)
    if (!pair) return []
    const { rule, target } = pair
    const partOf = (
      part: TextChange['part'],
      field: 'requirement' | 'guidanceUrl',
      value: string,
    ): TextChange[] =>
      value === rule[field] || value === target?.[field]
        ? []
        : [
            {
              ...commonOf(rule, target, change),
              id: `${change.ruleCode}~${part}`,
              part,
              fallback: target?.[field] ?? null,
              value,
              cause: textCause(rule, target, field),
            },
          ]
    return [
      ...partOf('requirement', 'requirement', change.description),
      ...partOf('guidance', 'guidanceUrl', change.guidanceUrl),
    ]
  })
  return [...changedTolerances, ...changedTexts].toSorted(
    (a, b) =>
      Number(a.cause === null) - Number(b.cause === null) ||
      (places.get(a.rule.code) ?? 0) - (places.get(b.rule.code) ?? 0),
  )
}

/** Whether a person may take a change over although it needs a decision: the rule still has a place for it. */
export const canBeTaken = (cause: CarryOverCause | null): boolean =>
  cause === null || cause === 'otherCondition' || cause === 'newerText'

/** Decisions by the ids of changes: taken over, or the default of the new ruleset. */
export type CarryOverDecisions = ReadonlyMap<string, boolean>

/** Whether a change is taken over; undefined while it needs a decision that nobody made. */
export const isTaken = (
  { id, cause }: { id: string; cause: CarryOverCause | null },
  decisions: CarryOverDecisions,
): boolean | undefined => {
  const decided = decisions.get(id)
  if (cause === null) return decided ?? true
  return decided && !canBeTaken(cause) ? undefined : decided
}

/** What is taken over by these decisions, and how many changes still need one. */
export const carriedOver = <Change extends { id: string; cause: CarryOverCause | null }>(
  changes: readonly Change[],
  decisions: CarryOverDecisions,
): { taken: Change[]; undecided: number } => ({
  taken: changes.filter(change => isTaken(change, decisions) === true),
  undecided: changes.filter(change => isTaken(change, decisions) === undefined).length,
})

/**
 * Specifications from which a new one of a collection can start: those of the same record and of no later year that were
 * configured, the latest first. The first one is offered if nobody says otherwise (decisions §18).
 */
export const sourcesFor = <
  S extends {
    id: number
    version: string
    state: { id: number }
    ruleset: { recordId: string | null }
  },
>(
  specifications: readonly S[],
  own: OfRecord,
): S[] =>
  specifications
    .filter(({ version, ruleset: { recordId }, state }) => {
      const reference = referenceOfVersion(version)
      return (
        isSameRecord({ reference, recordId }, own) &&
        reference <= own.reference &&
        state.id !== specificationStateOf('CREATED').id
      )
    })
    .toSorted((one, other) => compareVersions(other.version, one.version))
