import type { FieldClass } from '../../src/domain/privacy.ts'
import type { RuleFailure, Ruleset } from '../analysis/index.ts'
import type { Disclosure } from './disclosure.ts'

/** The class of a value or a text if nobody knows what it tells. */
export const anything: readonly FieldClass[] = ['special-category']

type Rule = Ruleset['rules'][number]

/** A record that fails a rule, as the reader gets it. */
export const shownFailure = (
  { show }: Disclosure,
  rule: Pick<Rule, 'keyClasses' | 'detailClasses'>,
  failure: RuleFailure,
): RuleFailure => {
  const shown = (values: RuleFailure['keys'], classes: Rule['keyClasses']) =>
    values.map(({ name, value }, at) => ({ name, value: show(value, classes[at] ?? anything) }))
  const keys = shown(failure.keys, rule.keyClasses)
  return {
    ...failure,
    keys,
    details: shown(failure.details, rule.detailClasses),
    rowIdentifier: keys.map(({ name, value }) => `${name} ${value}`).join(', '),
  }
}

/** A row of values, as the reader gets it; `classes` are those of its columns. */
export const shownRow = (
  { show }: Disclosure,
  classes: readonly (readonly FieldClass[])[],
  row: readonly (string | null)[],
): (string | null)[] => row.map((value, at) => show(value, classes[at] ?? anything))
