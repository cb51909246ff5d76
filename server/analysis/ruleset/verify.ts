import { tmpdir } from 'node:os'
import { type Database, withDatabase } from '../database.ts'
import { computeDerived } from '../derive.ts'
import { type CompiledRuleset, faultyDerived } from './compile.ts'
import { ExampleSession } from './exampleSession.ts'
import { Examples } from './examples.ts'
import { RulesetError, type RulesetFault } from './fault.ts'
import { atPlace } from './place.ts'
import type { Origin, Ruleset } from './ruleset.ts'
import { sqlReason } from './sqlReason.ts'

/** What of a ruleset is not run: it is at fault already, or rests on something that is. */
export interface NotRun {
  /** Files with SQL that cannot be read. */
  unread: ReadonlySet<string>
  /** Files with any fault: their examples are not run. */
  faulty: ReadonlySet<string>
  /** Derived fields that are not there because their file cannot be read. */
  missing: readonly string[]
}
const everythingRuns: NotRun = { unread: new Set(), faulty: new Set(), missing: [] }

/** A fault of execution: after it the transaction takes nothing more. */
class ExecutionFault extends Error {}

/** Faults of execution after which no more SQL is run: each may take as long as SQL may. */
const maxExecutionFaults = 5

/** Binds and runs the SQL of a ruleset piece by piece. What rests on a piece at fault is left out and has no fault of its own. */
class Pieces {
  readonly #session: ExampleSession
  readonly #notRun: NotRun
  /** Names that no SQL may read, in lower case. */
  readonly #bad: Set<string>
  /** Pieces that were looked at, by file and path, and whether they run. */
  readonly #seen = new Map<string, boolean>()

  constructor(session: ExampleSession, notRun: NotRun) {
    this.#session = session
    this.#notRun = notRun
    this.#bad = new Set([...notRun.missing, ...session.badFunctions].map(name => name.toLowerCase()))
  }

  /** Whether SQL of a file can be run at all. */
  rests({ file }: Origin, ...texts: readonly string[]): boolean {
    const words = texts.flatMap(text => text.toLowerCase().match(/\w+/g) ?? [])
    return !this.#notRun.unread.has(file) && !words.some(word => this.#bad.has(word))
  }

  /** Nothing that reads this is run. */
  leaveOut(name: string): void {
    this.#bad.add(name.toLowerCase())
  }

  async #once(
    origin: Origin,
    path: readonly PropertyKey[],
    sql: string,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const key = `${origin.file} ${path.join('.')}`
    const seen = this.#seen.get(key)
    if (seen !== undefined) return seen
    if (!this.rests(origin, sql)) return false
    this.#seen.set(key, false)
    const runs = await check()
    this.#seen.set(key, runs)
    return runs
  }

  async #bind(path: Place, origin: Origin, sql: string): Promise<boolean> {
    atPlace(origin, path.usual)
    try {
      await this.#session.database.checkSelect(sql)
      return true
    } catch (error) {
      this.#session.fault(origin, path.of(error), sqlReason(error, this.#session.ruleset.tables))
      return false
    }
  }

  /** Binds SQL to the tables. `parts` are the texts that it is made of: a fault is at that which has the name. */
  bind(
    origin: Origin,
    path: readonly PropertyKey[],
    sql: string,
    parts: readonly Part[] = [],
  ): Promise<boolean> {
    return this.#once(origin, path, sql, () => this.#bind(placeIn(path, parts), origin, sql))
  }

  /** Binds SQL and runs it: it may ask for more than there is whatever the record holds. */
  execute(
    origin: Origin,
    path: readonly PropertyKey[],
    sql: string,
    parts: readonly Part[] = [],
  ): Promise<boolean> {
    return this.#once(origin, path, sql, async () => {
      if (!(await this.#bind(placeIn(path, parts), origin, sql))) return false
      try {
        await this.#session.database.rows(`select max(hash(columns(*))) from (${sql}\n)`)
        return true
      } catch (error) {
        this.#session.fault(origin, path, sqlReason(error))
        throw new ExecutionFault()
      }
    })
  }
}

interface Part {
  path: readonly PropertyKey[]
  sql: string
}

interface Place {
  usual: readonly PropertyKey[]
  of: (error: unknown) => readonly PropertyKey[]
}

/** Where a fault is that names something: at the only part that has the name. */
const placeIn = (usual: readonly PropertyKey[], parts: readonly Part[]): Place => ({
  usual,
  of: error => {
    const [, ...names] = /"([^"]+)"(?: does not have a column named "([^"]+)")?/.exec(String(error)) ?? []
    const name = names.findLast(one => one !== undefined)
    const having = parts.filter(({ sql }) => name !== undefined && sql.includes(name))
    const [only] = having
    return having.length === 1 && only ? only.path : usual
  },
})

/** Runs each derived field on the fields that it needs. */
const executeDerived = async (session: ExampleSession, pieces: Pieces): Promise<void> => {
  const { derivedFields, derivedEntities } = session.ruleset
  const all = [...derivedFields, ...derivedEntities]
  const compute = (which: typeof all) =>
    computeDerived(session.database, session.ruleset, new Set(which.map(({ name }) => name)), () => {})
  const sound: typeof all = []
  const take = (field: (typeof all)[number], runs: boolean): void => {
    if (runs) sound.push(field)
    else pieces.leaveOut(field.name)
  }
  for (let level = 0; level <= Math.max(-1, ...all.map(field => field.level)); level++) {
    await compute(sound)
    for (const field of derivedFields.filter(candidate => candidate.level === level))
      take(field, await pieces.execute(field, ['sql'], `select (${field.sql}\n) as value ${field.from}`))
    for (const entity of derivedEntities.filter(candidate => candidate.level === level))
      take(entity, await pieces.execute(entity, ['rows'], entity.rows))
  }
  await compute(sound)
}

/** Binds the rules, whose examples run them, and runs what need not have examples on the example record. */
const executeOthers = async (session: ExampleSession, pieces: Pieces): Promise<void> => {
  const { rules, reports, listings, manifest, manifestOrigin } = session.ruleset
  for (const rule of rules) {
    const usual = [rule.failuresSql === null ? 'measure' : 'failure']
    const isBound = await pieces.bind(rule, usual, rule.countSql, [
      { path: ['population'], sql: rule.condition.population },
      { path: usual, sql: rule.condition.fails },
    ])
    if (isBound && rule.failuresSql !== null) await pieces.bind(rule, ['details'], rule.failuresSql)
  }
  for (const report of reports) {
    const { sql = '0' } = report.measure
    await pieces.execute(
      report,
      ['population'],
      `select (${report.rows.value}\n) as r, (${report.columns.value}\n) as c, (${sql}\n) as x ${report.from} where (${report.population}\n)`,
      [
        { path: ['population'], sql: report.population },
        { path: ['rows', 'value'], sql: report.rows.value },
        { path: ['columns', 'value'], sql: report.columns.value },
        { path: ['measure', 'sql'], sql },
      ],
    )
    const columns = report.drilldownColumns.map(column => `(${column.sql}\n)`)
    if (columns.length > 0)
      await pieces.execute(report, ['drilldown'], `select ${columns.join(', ')} ${report.drilldownFrom}`)
  }
  for (const listing of listings)
    for (const [index, tab] of listing.tabs.entries())
      await pieces.execute(
        listing,
        ['tabs', index, 'rows'],
        `select * from (${tab.rows}\n) order by ${tab.order}`,
      )
  const { history, transfers } = manifest
  if (history) await pieces.execute(manifestOrigin, ['history', 'rows'], history.rows)
  if (transfers) await pieces.execute(manifestOrigin, ['transfers', 'rows'], transfers.rows)
  if (transfers?.returned !== undefined)
    await pieces.execute(manifestOrigin, ['transfers', 'returned'], transfers.returned)
}

/**
 * Binds all SQL to the example record with every derived field, and runs what no example has to run. After a fault of execution
 * it starts again without that piece.
 */
const runsAll = async (session: ExampleSession, pieces: Pieces): Promise<void> => {
  for (let faults = 0; faults < maxExecutionFaults; faults++) {
    await session.database.run('begin')
    try {
      await executeDerived(session, pieces)
      await executeOthers(session, pieces)
      return
    } catch (error) {
      if (!(error instanceof ExecutionFault)) throw error
    } finally {
      await session.database.run('rollback')
    }
  }
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

const preparedSession = async (database: Database, ruleset: Ruleset): Promise<ExampleSession> => {
  const session = new ExampleSession(database, ruleset)
  await session.prepare()
  return session
}

/** While somebody types, and waits for it. */
const longestWhileTypingMs = 3_000

/**
 * Runs the examples of the rules of a ruleset, in their order: what each gives otherwise than it says, undefined where it holds.
 * For trying out a single rule (`onlyRule`).
 */
export const runExamples = (ruleset: Ruleset, signal: AbortSignal): Promise<(string | undefined)[]> =>
  withDatabase(checkingOptions(signal, longestWhileTypingMs), async database => {
    const session = await preparedSession(database, ruleset)
    if (session.faults.length > 0) throw new RulesetError(session.faults)
    const examples = new Examples(session)
    const results: (string | undefined)[] = []
    for (const rule of ruleset.rules)
      for (const index of rule.examples.keys()) results.push(await examples.example(rule, index))
    return results
  })

/** Binds every SQL of the ruleset to its tables, runs it on the example record, and runs every example. Gives all faults. */
const faultsOf = (
  ruleset: Ruleset,
  notRun: NotRun,
  signal: AbortSignal,
  statementMs: number,
): Promise<readonly RulesetFault[]> =>
  withDatabase(checkingOptions(signal, statementMs), async database => {
    const session = await preparedSession(database, ruleset)
    const pieces = new Pieces(session, notRun)
    await runsAll(session, pieces)
    const faulty = new Set([...notRun.faulty, ...session.faults.map(({ file }) => file)])
    // Without the record that they change, examples show nothing.
    if (faulty.has('example.yaml')) return session.faults
    const runs = (origin: Origin, ...texts: readonly string[]): boolean =>
      !faulty.has(origin.file) && pieces.rests(origin, ...texts)
    const examples = new Examples(session)
    for (const field of ruleset.derivedFields)
      if (runs(field, field.name, field.sql)) await examples.derivedField(field)
    for (const entity of ruleset.derivedEntities)
      if (runs(entity, entity.name, entity.rows)) await examples.derivedField(entity)
    for (const rule of ruleset.rules)
      if (runs(rule, rule.countSql, rule.failuresSql ?? '')) await examples.rule(rule)
    for (const report of ruleset.reports) {
      const { from, population, rows, columns, measure } = report
      const texts = [from, population, rows.value, columns.value, measure.sql ?? '']
      if (runs(report, ...texts)) await examples.report(report)
    }
    for (const listing of ruleset.listings)
      if (runs(listing, ...listing.tabs.map(({ rows }) => rows))) await examples.listing(listing)
    return session.faults
  })

/**
 * Binds every SQL of the ruleset to its tables, runs it on the example record, and runs every example. Throws RulesetError with file and
 * line of each fault: one faulty rule refuses the whole ruleset. SQL that takes longer than `statementMs` is such a fault. For publishing
 * and for tests; a submission uses a ruleset that has passed.
 */
export const verifyRuleset = async (
  ruleset: Ruleset,
  signal: AbortSignal = new AbortController().signal,
  statementMs = longestMs,
): Promise<void> => {
  const faults = await faultsOf(ruleset, everythingRuns, signal, statementMs)
  if (faults.length > 0) throw new RulesetError(faults)
}

/** Parts of a manifest that SQL is bound to. */
const bound = ['columns', 'functions', 'keys', 'links', 'history', 'transfers']

/**
 * The ruleset, if it compiles and all of it runs as its examples say. Throws RulesetError with every fault of every file: what is
 * in order is run although something else is not.
 */
export const verifiedRuleset = async (
  { ruleset, faults, unread, unsure }: CompiledRuleset,
  verify: (ruleset: Ruleset) => Promise<void> = verifyRuleset,
): Promise<Ruleset> => {
  if (ruleset && faults.length === 0) {
    await verify(ruleset)
    return ruleset
  }
  const notRun: NotRun = {
    unread,
    faulty: new Set(faults.map(({ file }) => file)),
    missing: faultyDerived(faults),
  }
  const isBindable = ruleset && !bound.some(part => unsure.has(part))
  const others = isBindable ? await faultsOf(ruleset, notRun, new AbortController().signal, longestMs) : []
  const placeOf = ({ file, line }: RulesetFault): string => `${file}:${line}`
  const known = new Set(faults.map(placeOf))
  throw new RulesetError([...faults, ...others.filter(fault => !known.has(placeOf(fault)))])
}
