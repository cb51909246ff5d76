import { allowanceOf } from '../../../src/domain/allowance.ts'
import type { QualityRuleDetail } from '../../../src/domain/wire/quality.ts'
import type { RuleFailure, RuleResult, Ruleset } from '../../analysis/index.ts'
import type { Disclosure, RecordView } from '../../privacy/index.ts'

type Rule = Ruleset['rules'][number]
type Column = QualityRuleDetail['Columns'][number]

/** A column of failing records with its place among the keys and details. */
export interface PlacedColumn extends Column {
  at: number
}

/** The columns of a rule's failing records: each key and value once, though a rule may name a key among its values. */
export const columnsOf = (rule: Rule | undefined, { notice }: Disclosure): PlacedColumn[] => {
  if (!rule) return []
  const all = [
    ...rule.keyNames.map((name, at) => ({ name, kind: 'identifier' as const, classes: rule.keyClasses[at] })),
    ...rule.detailNames.map((name, at) => ({
      name,
      kind: 'value' as const,
      classes: rule.detailClasses[at],
    })),
  ]
  return all
    .map(({ name, kind, classes }, at) => ({
      at,
      Name: name,
      Kind: kind,
      IsAtFault: name === rule.field,
      IsOpen: notice(classes ?? ['special-category']) === undefined,
    }))
    .filter(({ Name }, at, columns) => columns.findIndex(other => other.Name === Name) === at)
}

/** What a page of failing records is searched and sorted by, as far as the reader may. */
export const orderOf = (
  columns: readonly PlacedColumn[],
  query: { search?: string | undefined; sortBy?: string | undefined; sortOrder?: 'ASC' | 'DESC' | undefined },
) => {
  const open = columns.filter(({ IsOpen }) => IsOpen)
  const text = query.search?.trim() ?? ''
  const column = columns[Number(query.sortBy)]
  const by = query.sortBy === 'line' ? 'line' : column?.IsOpen ? column.at : undefined
  return {
    ...(text === '' || open.length === 0 ? {} : { search: { text, columns: open.map(({ at }) => at) } }),
    ...(by === undefined ? {} : { sort: { by, isDescending: query.sortOrder === 'DESC' } as const }),
  }
}

const settingsOf = (changes: unknown): string =>
  Object.entries((changes ?? {}) as Record<string, unknown>)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

type Example = Rule['examples'][number]

const saysOf = (example: Example) =>
  example.passes !== undefined
    ? ('passes' as const)
    : example.fails !== undefined
      ? ('fails' as const)
      : example.outside !== undefined
        ? ('outside' as const)
        : ('measures' as const)

/** The rule as its authors wrote it, for those who want to know it exactly. */
export const writtenRule = (rule: Rule | undefined) => ({
  Hint: rule?.hint ?? null,
  Guidance: rule?.guidance ? [...rule.guidance] : null,
  Sql: rule?.condition ?? { population: '', fails: '' },
  Examples: (rule?.examples ?? []).map(example => ({
    says: saysOf(example),
    sets: settingsOf(example.passes ?? example.fails ?? example.outside ?? example.with),
    because: example.because ?? '',
  })),
})

/** The figures that a rule compares which holds whole files against each other. */
export const comparedFigures = (rule: Rule | undefined, result: RuleResult) => ({
  Compared: rule?.measure
    ? { ...rule.measure, now: result.measuredNow ?? null, before: result.measuredBefore ?? null }
    : null,
  Allowed: allowanceOf(result.tolerance, result.populationCount),
})

/** A failing record as the wire has it: the values of these columns. */
export const shownRecord = (
  columns: readonly PlacedColumn[],
  { show, findingOf }: Pick<RecordView, 'show' | 'findingOf'>,
  failure: RuleFailure,
  student: number | null,
) => {
  const { rowIdentifier, line, keys, details } = show(failure)
  return {
    RowIdentifier: rowIdentifier,
    LineNumber: line,
    Student: student,
    Finding: findingOf(
      failure.ruleCode,
      failure.details.map(({ value }) => value),
    ),
    Details: [...keys, ...details]
      .filter((_, at) => columns.length === 0 || columns.some(column => column.at === at))
      .map(({ name, value }) => ({ Name: name, Value: value })),
  }
}
