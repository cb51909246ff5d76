import { tmpdir } from 'node:os'
import { isRuleDefect } from '../../../src/domain/ruleDefect.ts'
import type { CredibilityCell } from '../../../src/domain/wire/reports.ts'
import { computeCells, type ReportCells, totalCode } from '../credibility/cells.ts'
import { renderReport } from '../credibility/render.ts'
import { shadeOf } from '../credibility/shading.ts'
import { type Cell, type Database, isOutOfMemory, quoted, withDatabase } from '../database.ts'
import { computeDerived, FunctionError, prepareRecord, transferColumns, withNeeded } from '../derive.ts'
import type { RegisteredProvider, SubmissionFacts } from '../facts.ts'
import { constantSql, createPlainTables, type EntityTable } from '../tables.ts'
import { nameFailing } from './compileRule.ts'
import { changed, type ExampleTree, loadExample, recordTarget } from './exampleRecord.ts'
import { RulesetError, type RulesetFault } from './fault.ts'
import type { DerivedExample, ExampleChanges, ListingExample, ReportExample, RuleExample } from './model.ts'
import { atPlace } from './place.ts'
import type {
  CredibilityReportDefinition,
  DerivedEntity,
  DerivedField,
  ListingDefinition,
  Origin,
  Rule,
  Ruleset,
} from './ruleset.ts'

const ownProvider: RegisteredProvider = {
  instId: '0001',
  ukprn: '10000001',
  name: 'University of Ashby',
  countryCode: 'E',
  region: 'East Midlands',
  postcode: 'LE65 1AA',
  degreeAwardingPowers: true,
  returnsRecord: true,
}

/** The submission that every example pretends to be. */
const exampleFacts = (ruleset: Ruleset): SubmissionFacts => {
  const year = ruleset.manifest.exampleYear
  return {
    submissionId: '00000000-0000-4000-8000-000000000001',
    collectionReference: ruleset.manifest.exampleCollection,
    referencePeriodStart: `${year}-08-01`,
    referencePeriodEnd: `${year + 1}-07-31`,
    provider: ownProvider,
    register: [ownProvider],
  }
}

/** Tables beside the record that an example may fill: the register of providers, transfers, the previous year's record. */
const otherTables = ({ manifest }: Ruleset): EntityTable[] => [
  { name: 'RegisteredProvider', parent: null, columns: Object.keys(ownProvider), keys: [] },
  ...(manifest.transfers
    ? [{ name: manifest.transfers.table, parent: null, columns: [...transferColumns], keys: [] }]
    : []),
  { name: manifest.history.table, parent: null, columns: Object.keys(manifest.history.columns), keys: [] },
]

const textOf = (value: Cell | undefined): string =>
  value === null || value === undefined ? '' : String(value)

const errorText = (error: unknown): string => {
  if (isOutOfMemory(error))
    return 'This needs more memory than a rule may use. Read fewer records at once, and make no long texts or lists.'
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n')[0] ?? text
}

class Examples {
  readonly faults: RulesetFault[] = []
  readonly #database: Database
  readonly #ruleset: Ruleset
  readonly #tables: readonly EntityTable[]
  readonly #others: readonly string[]
  readonly #base: ExampleTree
  #loaded: ReadonlyMap<string, string> = new Map()

  constructor(database: Database, ruleset: Ruleset) {
    const others = otherTables(ruleset)
    this.#database = database
    this.#ruleset = ruleset
    this.#others = others.map(table => table.name)
    this.#tables = [...ruleset.tables, ...others]
    this.#base = {
      RegisteredProvider: [
        Object.fromEntries(Object.entries(ownProvider).map(([name, value]) => [name, String(value)])),
      ],
      ...ruleset.exampleRecord,
    }
  }

  async prepare(): Promise<void> {
    await createPlainTables(this.#database, this.#ruleset.tables, this.#ruleset.manifest.columns)
    await prepareRecord(this.#database, this.#ruleset, exampleFacts(this.#ruleset))
    await nameFailing(this.#database)
    this.#loaded = await this.#load(this.#base)
  }

  #load(tree: ExampleTree) {
    return loadExample(this.#database, tree, this.#tables, this.#loaded, table =>
      this.#others.includes(table.name)
        ? { name: quoted(table.name), columns: table.columns }
        : recordTarget(table),
    )
  }

  fault(origin: Origin, path: readonly PropertyKey[], message: string): void {
    this.faults.push({ file: origin.file, line: origin.lineOf(path), message })
  }

  /** Runs `work` on the changed example record with the derived fields it needs, and leaves no trace of it. */
  async #within<T>(
    changes: ExampleChanges,
    { country, ukprn }: Pick<RuleExample, 'country' | 'ukprn'>,
    derived: Iterable<string>,
    work: () => Promise<T>,
  ): Promise<T> {
    const database = this.#database
    await database.run('begin')
    try {
      await this.#load(changed(this.#base, changes, this.#tables))
      if (country !== undefined) await database.run(constantSql('provider_country', 'varchar', country))
      if (ukprn !== undefined) await database.run(constantSql('provider_ukprn', 'varchar', ukprn))
      const needed = withNeeded(this.#ruleset, derived)
      if (needed.size > 0) await computeDerived(database, this.#ruleset, needed, () => {})
      return await work()
    } finally {
      await database.run('rollback')
    }
  }

  async #bind(origin: Origin, path: readonly PropertyKey[], sql: string): Promise<boolean> {
    atPlace(origin, path)
    try {
      await this.#database.checkSelect(sql)
      return true
    } catch (error) {
      this.fault(origin, path, errorText(error))
      return false
    }
  }

  /** Runs SQL that binds: it may ask for more than there is whatever the record holds. */
  async #execute(origin: Origin, path: readonly PropertyKey[], sql: string): Promise<boolean> {
    try {
      await this.#database.rows(`select max(hash(value)) as value from (${sql}\n)`)
      return true
    } catch (error) {
      this.fault(origin, path, errorText(error))
      return false
    }
  }

  /** Binds all SQL against empty tables that have every derived field. False when something does not bind. */
  async bindAll(): Promise<boolean> {
    const { rules, reports, listings, derivedFields, derivedEntities } = this.#ruleset
    await this.#database.run('begin')
    try {
      for (let level = 0; level <= Math.max(-1, ...derivedFields.map(field => field.level)); level++) {
        const below = new Set(
          [...derivedFields, ...derivedEntities]
            .filter(field => field.level < level)
            .map(field => field.name),
        )
        await computeDerived(this.#database, this.#ruleset, below, () => {})
        for (const field of derivedFields.filter(candidate => candidate.level === level)) {
          const sql = `select (${field.sql}\n) as value ${field.from}`
          const isBound = await this.#bind(field, ['sql'], sql)
          // After a fault of execution the transaction takes nothing more.
          if (isBound && !(await this.#execute(field, ['sql'], sql))) return false
        }
      }
      if (this.faults.length > 0) return false
      await computeDerived(
        this.#database,
        this.#ruleset,
        new Set(derivedFields.map(field => field.name)),
        () => {},
      )
      for (const entity of derivedEntities) await this.#bind(entity, ['rows'], entity.rows)
      if (this.faults.length > 0) return false
      await computeDerived(
        this.#database,
        this.#ruleset,
        new Set([...derivedFields, ...derivedEntities].map(field => field.name)),
        () => {},
      )
      for (const rule of rules) {
        const bound = await this.#bind(
          rule,
          [rule.failuresSql === null ? 'measure' : 'failure'],
          rule.countSql,
        )
        if (bound && rule.failuresSql !== null) await this.#bind(rule, ['details'], rule.failuresSql)
      }
      for (const report of reports) {
        const { sql = '0' } = report.measure
        await this.#bind(
          report,
          ['population'],
          `select (${report.rows.value}), (${report.columns.value}), (${sql}) ${report.from} where (${report.population}\n)`,
        )
        const columns = report.drilldownColumns.map(column => `(${column.sql}\n)`)
        if (columns.length > 0)
          await this.#bind(report, ['drilldown'], `select ${columns.join(', ')} ${report.drilldownFrom}`)
      }
      for (const listing of listings) {
        for (const [index, tab] of listing.tabs.entries())
          await this.#bind(
            listing,
            ['tabs', index, 'rows'],
            `select * from (${tab.rows}\n) order by ${tab.order}`,
          )
      }
      const { history, transfers } = this.#ruleset.manifest
      await this.#bind(this.#ruleset.manifestOrigin, ['history', 'rows'], history.rows)
      if (transfers) await this.#bind(this.#ruleset.manifestOrigin, ['transfers', 'rows'], transfers.rows)
    } finally {
      await this.#database.run('rollback')
    }
    return this.faults.length === 0
  }

  /** What an example of a rule gives otherwise than it says; undefined where it holds. */
  async example(rule: Rule, index: number): Promise<string | undefined> {
    const example = rule.examples[index]
    if (!example) return undefined
    atPlace(rule, ['examples', index])
    try {
      const changes = example.passes ?? example.fails ?? example.outside ?? example.with ?? {}
      const { populationCount, failureCount, measuredPercent } = await this.#within(
        changes,
        example,
        rule.derived,
        async () => {
          const counts = await this.#database.row(rule.countSql)
          if (rule.failingSql !== null && rule.failuresSql !== null && example.fails) {
            await nameFailing(this.#database, rule.failingSql)
            await this.#database.rows(rule.failuresSql)
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
      return errorText(error)
    }
  }

  async rule(rule: Rule): Promise<void> {
    for (const index of rule.examples.keys()) {
      const problem = await this.example(rule, index)
      if (problem !== undefined) this.fault(rule, ['examples', index], problem)
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
    return this.#within(changes, example, derived, async () => {
      const [computed] = await computeCells(this.#database, [report])
      return figuresOf(report, computed?.cells ?? {})
    })
  }

  #derivedIn(texts: readonly (string | undefined)[]): string[] {
    const { derivedFields, derivedEntities } = this.#ruleset
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
      const problem = await this.#reportExample(report, example).catch(errorText)
      if (problem !== undefined) this.fault(report, ['examples', index], problem)
    }
  }

  /** What an example of a list gives otherwise than it says; undefined where it holds. */
  async #listingExample(listing: ListingDefinition, example: ListingExample): Promise<string | undefined> {
    for (const [name, expected] of Object.entries(example.tabs)) {
      const tab = listing.tabs.find(candidate => candidate.name === name)
      if (!tab) return `There is no tab "${name}".`
      const rows = await this.#within(example.with, example, this.#derivedIn([tab.rows]), () =>
        this.#database.rows(`select columns(*)::varchar from (from (${tab.rows}\n) order by ${tab.order})`),
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
      const problem = await this.#listingExample(listing, example).catch(errorText)
      if (problem !== undefined) this.fault(listing, ['examples', index], problem)
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
        const rows = await this.#within(example.with, { country: example.country }, [field.name], () =>
          this.#database.rows(query),
        )
        const given = rows.map(row => String(row.value ?? ''))
        const expected = expectedValues(example, 'sql' in field ? given : undefined)
        if (JSON.stringify(given) !== JSON.stringify(expected)) {
          this.fault(field, ['examples', index], `The example gives ${show(given)}, not ${show(expected)}.`)
        }
      } catch (error) {
        this.fault(field, ['examples', index], errorText(error))
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

/** An example has a handful of records: SQL that takes longer than this would not come to an end with a university's. */
const longestMs = 10_000

const checkingOptions = (signal: AbortSignal, statementMs: number) => ({
  databaseFile: ':memory:',
  workFolder: tmpdir(),
  memoryMb: 256,
  spillMb: 256,
  threads: 1,
  statementMs,
  signal,
  isMadeUp: true,
})

/** The examples over the record that they change. Throws RulesetError where a function of the manifest does not bind. */
const preparedExamples = async (database: Database, ruleset: Ruleset): Promise<Examples> => {
  const examples = new Examples(database, ruleset)
  await examples.prepare().catch(error => {
    if (!(error instanceof FunctionError)) throw error
    examples.fault(ruleset.manifestOrigin, ['functions', error.functionName], errorText(error))
    throw new RulesetError(examples.faults)
  })
  return examples
}

/** While somebody types, and waits for it. */
const longestWhileTypingMs = 3_000

/**
 * Runs the examples of the rules of a ruleset, in their order: what each gives otherwise than it says, undefined where it holds.
 * For trying out a single rule (`onlyRule`).
 */
export const runExamples = (ruleset: Ruleset, signal: AbortSignal): Promise<(string | undefined)[]> =>
  withDatabase(checkingOptions(signal, longestWhileTypingMs), async database => {
    const examples = await preparedExamples(database, ruleset)
    const results: (string | undefined)[] = []
    for (const rule of ruleset.rules)
      for (const index of rule.examples.keys()) results.push(await examples.example(rule, index))
    return results
  })

/**
 * Binds every SQL of the ruleset to its tables and runs every example. Throws RulesetError with file and line of each fault:
 * one faulty rule refuses the whole ruleset. SQL that takes longer than `statementMs` is such a fault. For publishing and for tests; a submission uses a ruleset that has passed.
 */
export const verifyRuleset = async (
  ruleset: Ruleset,
  signal: AbortSignal = new AbortController().signal,
  statementMs = longestMs,
): Promise<void> => {
  await withDatabase(checkingOptions(signal, statementMs), async database => {
    const examples = await preparedExamples(database, ruleset)
    if (await examples.bindAll()) {
      for (const field of ruleset.derivedFields) await examples.derivedField(field)
      for (const entity of ruleset.derivedEntities) await examples.derivedField(entity)
      for (const rule of ruleset.rules) await examples.rule(rule)
      for (const report of ruleset.reports) await examples.report(report)
      for (const listing of ruleset.listings) await examples.listing(listing)
    }
    if (examples.faults.length > 0) throw new RulesetError(examples.faults)
  })
}
