import { sql, type Transaction } from 'kysely'
import type { CarriedChange } from '../../src/domain/carryOver.ts'
import { isSameTolerance, type Tolerance } from '../../src/domain/tolerance.ts'
import { specificationChart } from '../../src/machines/specification-state/index.ts'
import type { Ruleset } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import { eventsOf } from '../decisions/history.ts'

/** A change that a specification took over from an earlier one, as its history holds it. */
export type CarriedRecord = Pick<CarriedChange, 'by' | 'part' | 'reason' | 'target' | 'value'> & {
  at: string
  regulatorCode: string | null
}

interface EventRow {
  event: string
  at: Date
  by: string
  /** What the event says itself: the changes that were taken over, or those of one rule. */
  payload: {
    carried?: readonly CarriedRecord[]
    rule?: string
    reason?: string
    metadata?: { description: string; guidanceUrl: string }
    tolerances?: readonly { regulatorCode: string; tolerance: Tolerance }[]
  }
}

type Value = Tolerance | string

/** One part of a rule that was changed in a specification. */
export interface RuleEdit {
  at: Date
  by: string
  /** '' if none was given. */
  reason: string
  part: CarriedChange['part']
  regulatorCode: string | null
  /** '' for a regulator that had no tolerance. */
  before: Value
  after: Value
}

type Change = Omit<RuleEdit, 'before'>

const changesIn = ({ event, at, by, payload }: EventRow, code: string): Change[] => {
  if (event === 'APPLY_CONFIGURATION')
    return (payload.carried ?? [])
      .filter(({ target }) => target === code)
      .map(({ at: changed, value, target: _, ...change }) => ({
        ...change,
        at: new Date(changed),
        after: value,
      }))
  if (event !== 'CONFIGURE' || payload.rule !== code) return []
  const made = { at, by, reason: payload.reason ?? '' }
  const { metadata, tolerances = [] } = payload
  const texts = metadata
    ? ([
        ['requirement', metadata.description],
        ['guidance', metadata.guidanceUrl],
      ] as const)
    : []
  return [
    ...texts.map(([part, after]) => ({ ...made, part, regulatorCode: null, after })),
    ...tolerances.map(({ regulatorCode, tolerance }) => ({
      ...made,
      part: 'tolerance' as const,
      regulatorCode,
      after: tolerance,
    })),
  ]
}

const isSame = (one: Value, other: Value): boolean =>
  typeof one === 'object' && typeof other === 'object' ? isSameTolerance(one, other) : one === other

/** What was changed of a rule in a specification, the last change first. Begins with what its ruleset says. */
export const ruleEdits = async (
  tx: Transaction<Database>,
  version: string,
  rule: Pick<Ruleset['rules'][number], 'code' | 'guidanceUrl' | 'regulators' | 'requirement'>,
): Promise<RuleEdit[]> => {
  const { rows } = await sql<EventRow>`
    select event, occurred_utc as at, coalesce(actor ->> 'name', actor ->> 'userId', '') as by, payload
    from ${eventsOf(specificationChart, sql`${version}`)} e
    where event in ('APPLY_CONFIGURATION', 'CONFIGURE') order by sequence`.execute(tx)
  const keyOf = ({ part, regulatorCode }: Pick<Change, 'part' | 'regulatorCode'>) =>
    `${part} ${regulatorCode ?? ''}`
  const present = new Map<string, Value>([
    ['requirement ', rule.requirement],
    ['guidance ', rule.guidanceUrl],
    ...rule.regulators.map(({ regulatorCode, tolerance }): [string, Value] => [
      `tolerance ${regulatorCode}`,
      tolerance,
    ]),
  ])
  const edits: RuleEdit[] = []
  for (const change of rows.flatMap(row => changesIn(row, rule.code))) {
    const before = present.get(keyOf(change)) ?? ''
    if (isSame(before, change.after)) continue
    present.set(keyOf(change), change.after)
    edits.push({ ...change, before })
  }
  return edits.toReversed()
}
