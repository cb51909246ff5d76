import { withNeeded } from '../derive.ts'
import type { Rule, Ruleset } from './ruleset.ts'

/** What every rule and derived field of a ruleset rests on, as a text that is the same where it is the same. */
const surroundings = ({ manifest, lists, tables }: Ruleset): string =>
  JSON.stringify([manifest.functions, manifest.columns, manifest.history, manifest.keys, lists, tables])

interface Definitions {
  /** By name, what each derived field and entity is computed by. */
  derived: ReadonlyMap<string, string>
  surroundings: string
}

const known = new WeakMap<Ruleset, Definitions>()

const definitionsOf = (ruleset: Ruleset): Definitions => {
  const found = known.get(ruleset)
  if (found) return found
  const derived = new Map([
    ...ruleset.derivedFields.map(
      ({ name, entity, sql, from }) => [name, JSON.stringify([entity, sql, from])] as const,
    ),
    ...ruleset.derivedEntities.map(
      ({ name, columns, rows }) => [name, JSON.stringify([columns, rows])] as const,
    ),
  ])
  const made = { derived, surroundings: surroundings(ruleset) }
  known.set(ruleset, made)
  return made
}

/** Whether the derived fields that a rule needs are computed in both rulesets in the same way. */
export const isDerivedAlike = (rule: Rule, own: Ruleset, other: Ruleset): boolean => {
  const [ours, theirs] = [definitionsOf(own), definitionsOf(other)]
  return (
    ours.surroundings === theirs.surroundings &&
    [...withNeeded(own, rule.derived)].every(name => ours.derived.get(name) === theirs.derived.get(name))
  )
}

/** Whether a rule counts the same as another ruleset's of its place, on any record. */
export const isCountedAlike = (rule: Rule, own: Ruleset, former: Rule | undefined, other: Ruleset): boolean =>
  former !== undefined && rule.countSql === former.countSql && isDerivedAlike(rule, own, other)
