import { isRuleDefect } from '../../../src/domain/ruleDefect.ts'
import type { CredibilityCell } from '../../../src/domain/wire/reports.ts'
import { computeCells, type ReportCells, totalCode } from '../credibility/cells.ts'
import { renderReport } from '../credibility/render.ts'
import { shadeOf } from '../credibility/shading.ts'
import { type Cell, quoted } from '../database.ts'
import { nameFailing } from './compileRule.ts'
import type { ExampleSession } from './exampleSession.ts'
import type { DerivedExample, ExampleChanges, ListingExample, ReportExample, RuleExample } from './model.ts'
import { atPlace } from './place.ts'
import type {
  CredibilityReportDefinition,
  DerivedEntity,
  DerivedField,
  ListingDefinition,
  Rule,
} from './ruleset.ts'
import { sqlReason } from './sqlReason.ts'

const textOf = (value: Cell | undefined): string =>
  value === null || value === undefined ? '' : String(value)

/** Runs the examples of a ruleset. What one gives otherwise than it says is noted as a fault of the session. */
export class Examples {
  readonly #session: ExampleSession

  constructor(session: ExampleSession) {
    this.#session = session
  }

  /** What an example of a rule gives otherwise than it says; undefined where it holds. */
  async example(rule: Rule, index: number): Promise<string | undefined> {
    const example = rule.examples[index]
    if (!example) return undefined
    atPlace(rule, ['examples', index])
    try {
      const changes = example.passes ?? example.fails ?? example.outside ?? example.with ?? {}
      const { populationCount, failureCount, measuredPercent } = await this.#session.within(
        changes,
        example,
        rule.derived,
        async () => {
          const counts = await this.#session.database.row(rule.countSql)
          if (rule.failingSql !== null && rule.failuresSql !== null && example.fails) {
            await nameFailing(this.#session.database, rule.failingSql)
            await this.#session.database.rows(rule.failuresSql)
          }
          return counts
        },
      )
      const counts = {
        populationCount: Number(populationCount),
        failureCount: Number(failureCount),
        measuredPercent,
      }
      return defectOf(rule, counts) ?? disagreement(example, counts)
    } catch (error) {
      return sqlReason(error)
    }
  }

  async rule(rule: Rule): Promise<void> {
    for (const index of rule.examples.keys()) {
      const problem = await this.example(rule, index)
      if (problem !== undefined) this.#session.fault(rule, ['examples', index], problem)
    }
  }

  /** What a report makes of the example record with these changes. */
  #figures(
    report: CredibilityReportDefinition,
    changes: ExampleChanges,
    example: Pick<RuleExample, 'country'>,
  ): Promise<Map<string, string>> {
    const { from, population, rows, columns, measure } = report
    const derived = this.#derivedIn([from, population, rows.value, columns.value, measure.sql])
    return this.#session.within(changes, example, derived, async () => {
      const [computed] = await computeCells(this.#session.database, [report])
      return figuresOf(report, computed?.cells ?? {})
    })
  }

  #derivedIn(texts: readonly (string | undefined)[]): string[] {
    const { derivedFields, derivedEntities } = this.#session.ruleset
    const known = new Set([...derivedFields, ...derivedEntities].map(({ name }) => name))
    return derivedWords(texts).filter(name => known.has(name))
  }

  /** What an example of a report gives otherwise than it says; undefined where it holds. */
  async #reportExample(
    report: CredibilityReportDefinition,
    example: ReportExample,
  ): Promise<string | undefined> {
    const { cells, rows = {}, columns = {}, colour, now = 0, before = 0 } = example
    if (colour !== undefined) {
      const shaded = shadeOf(report.shadingRules, now, before).colour
      return shaded === colour ? undefined : `${now} beside ${before} is ${shaded}, not ${colour}.`
    }
    if (cells !== undefined) {
      const found = await this.#figures(report, example.with, example)
      const expected = new Map(
        Object.entries(cells).flatMap(([row, figures]) =>
          Object.entries(figures).map(([column, value]) => [placeOf(row, column), value] as const),
        ),
      )
      const given = [...found].filter(([place]) => !isTotal(place) || expected.has(place))
      return given.length === expected.size && given.every(([place, value]) => expected.get(place) === value)
        ? undefined
        : `The example gives ${showFigures(given)}, not ${showFigures(expected)}.`
    }
    for (const [side, fields] of [rows, columns].entries())
      for (const [field, labels] of Object.entries(fields))
        for (const [value, label] of Object.entries(labels)) {
          const found = await this.#figures(report, { ...example.with, [field]: value }, example)
          const places = [...found.keys()].filter(place => !isTotal(place))
          const given = [...new Set(places.map(place => place.split(' | ')[side] ?? ''))]
          const expected = label === '' ? [] : [label]
          if (JSON.stringify(given) !== JSON.stringify(expected))
            return `With ${field} ${value || 'left out'} the record is counted as ${show(given)}, not ${show(expected)}.`
        }
    return undefined
  }

  async report(report: CredibilityReportDefinition): Promise<void> {
    for (const [index, example] of report.examples.entries()) {
      atPlace(report, ['examples', index])
      const problem = await this.#reportExample(report, example).catch(sqlReason)
      if (problem !== undefined) this.#session.fault(report, ['examples', index], problem)
    }
  }

  /** What an example of a list gives otherwise than it says; undefined where it holds. */
  async #listingExample(listing: ListingDefinition, example: ListingExample): Promise<string | undefined> {
    for (const [name, expected] of Object.entries(example.tabs)) {
      const tab = listing.tabs.find(candidate => candidate.name === name)
      if (!tab) return `There is no tab "${name}".`
      const rows = await this.#session.within(example.with, example, this.#derivedIn([tab.rows]), () =>
        this.#session.database.rows(
          `select columns(*)::varchar from (from (${tab.rows}\n) order by ${tab.order})`,
        ),
      )
      const given = rows.map((row, at) =>
        Object.fromEntries(
          Object.keys(expected[at] ?? expected[0] ?? row).map(column => [column, textOf(row[column])]),
        ),
      )
      if (JSON.stringify(given) !== JSON.stringify(expected))
        return `${name} has ${JSON.stringify(given)}, not ${JSON.stringify(expected)}.`
    }
    return undefined
  }

  async listing(listing: ListingDefinition): Promise<void> {
    for (const [index, example] of listing.examples.entries()) {
      atPlace(listing, ['examples', index])
      const problem = await this.#listingExample(listing, example).catch(sqlReason)
      if (problem !== undefined) this.#session.fault(listing, ['examples', index], problem)
    }
  }

  async derivedField(field: DerivedField | DerivedEntity): Promise<void> {
    const query =
      'sql' in field
        ? `select cast(${quoted(field.name)} as varchar) as value from ${quoted(field.entity)} order by _row`
        : `select concat_ws('|', ${field.columns.map(quoted).join(', ')}) as value from ${quoted(field.name)} order by all`
    for (const [index, example] of field.examples.entries()) {
      atPlace(field, ['examples', index])
      try {
        const rows = await this.#session.within(
          example.with,
          { country: example.country },
          [field.name],
          () => this.#session.database.rows(query),
        )
        const given = rows.map(row => String(row.value ?? ''))
        const expected = expectedValues(example, 'sql' in field ? given : undefined)
        if (JSON.stringify(given) !== JSON.stringify(expected)) {
          this.#session.fault(
            field,
            ['examples', index],
            `The example gives ${show(given)}, not ${show(expected)}.`,
          )
        }
      } catch (error) {
        this.#session.fault(field, ['examples', index], sqlReason(error))
      }
    }
  }
}

/** Names in SQL that begin as those of derived fields do. */
const derivedWords = (texts: readonly (string | undefined)[]): string[] =>
  texts.flatMap(text => text?.match(/\bZ_\w+/g) ?? [])

/** A report as its readers see it: figures that are not nothing, by the labels of their row and column. */
const figuresOf = (report: CredibilityReportDefinition, cells: ReportCells): Map<string, string> => {
  const [tab] = renderReport(report, cells, null).Tabs
  const label = ({ Id, Label }: CredibilityCell): string =>
    Label || (Id.endsWith(totalCode) ? totalLabel : absentLabel)
  return new Map(
    (tab?.DataRows ?? []).flatMap(([row, ...figures]) =>
      figures.flatMap((cell, at): [string, string][] => {
        const [column, value] = [tab?.HeaderRow[at + 1], cell.DataValues?.TopLeft?.Value]
        const isNothing = value == null || Number(value.replaceAll(',', '')) === 0
        return row === undefined || column === undefined || isNothing
          ? []
          : [[placeOf(label(row), label(column)), value]]
      }),
    ),
  )
}

const totalLabel = 'Total'
const absentLabel = 'Not returned'

const placeOf = (row: string, column: string): string => `${row} | ${column}`

const isTotal = (place: string): boolean => place.split(' | ').includes(totalLabel)

const showFigures = (figures: Iterable<readonly [string, string]>): string =>
  `{${[...figures].map(([place, value]) => `${place}: ${value}`).join(', ')}}`

const show = (values: readonly string[]): string => `[${values.map(value => value || 'nothing').join(', ')}]`

const expectedValues = ({ gives }: DerivedExample, given: readonly string[] | undefined): string[] => {
  if (typeof gives !== 'string') return gives
  // A single value speaks of the first record when a derived field is computed for several.
  return given === undefined ? [gives].filter(value => value !== '') : [gives, ...given.slice(1)]
}

interface Counted {
  populationCount: number
  failureCount: number
  measuredPercent: Cell | undefined
}

const countedText = ({ failureCount, populationCount }: Counted): string =>
  `${failureCount} failures in a population of ${populationCount}`

/** Why no result of the rule could be right that is as that of the example; without anything to compare with it has none. */
const defectOf = ({ measure, regulators }: Rule, counts: Counted): string | undefined =>
  (measure === null || counts.measuredPercent !== null) &&
  regulators.some(({ tolerance }) => isRuleDefect(tolerance, counts))
    ? `The rule counts ${countedText(counts)}: it cannot fail more records than it looks at, nor fewer than none. Correct its population or what it counts.`
    : undefined

const disagreement = (example: RuleExample, counts: Counted): string | undefined => {
  const { populationCount: population, failureCount: failures, measuredPercent: measured } = counts
  const counted = countedText(counts)
  if (example.measures !== undefined) {
    const value = typeof measured === 'number' ? Math.round(measured * 100) / 100 : null
    return value === example.measures
      ? undefined
      : `The example should measure ${example.measures}, but measures ${value}.`
  }
  if (example.outside)
    return population === 0
      ? undefined
      : `The example should lie outside the population, but gives ${counted}.`
  if (example.passes)
    return population > 0 && failures === 0 ? undefined : `The example should pass, but gives ${counted}.`
  const expected = example.count ?? 1
  return failures === expected
    ? undefined
    : `The example should give ${expected} failures, but gives ${counted}.`
}
