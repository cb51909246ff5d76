import { tmpdir } from 'node:os'
import { type Database, withDatabase } from '../database.ts'
import { computeDerived, FunctionError } from '../derive.ts'
import { ExampleSession, errorText } from './exampleSession.ts'
import { Examples } from './examples.ts'
import { RulesetError } from './fault.ts'
import { atPlace } from './place.ts'
import type { Origin, Ruleset } from './ruleset.ts'

/** Binds SQL to the tables. */
const bind = async (
  session: ExampleSession,
  origin: Origin,
  path: readonly PropertyKey[],
  sql: string,
): Promise<boolean> => {
  atPlace(origin, path)
  try {
    await session.database.checkSelect(sql)
    return true
  } catch (error) {
    session.fault(origin, path, errorText(error))
    return false
  }
}

/** A fault of execution: after it the transaction takes nothing more. */
class ExecutionFault extends Error {}

/** Binds SQL and runs it: it may ask for more than there is whatever the record holds. */
const execute = async (
  session: ExampleSession,
  origin: Origin,
  path: readonly PropertyKey[],
  sql: string,
): Promise<void> => {
  if (!(await bind(session, origin, path, sql))) return
  try {
    await session.database.rows(`select max(hash(columns(*))) from (${sql}\n)`)
  } catch (error) {
    session.fault(origin, path, errorText(error))
    throw new ExecutionFault()
  }
}

/** Runs each derived field on the fields that it needs. False when one does not bind. */
const executeDerived = async (session: ExampleSession): Promise<boolean> => {
  const { derivedFields, derivedEntities } = session.ruleset
  const all = [...derivedFields, ...derivedEntities]
  const compute = (which: typeof all) =>
    computeDerived(session.database, session.ruleset, new Set(which.map(({ name }) => name)), () => {})
  for (let level = 0; level <= Math.max(-1, ...all.map(field => field.level)); level++) {
    await compute(all.filter(field => field.level < level))
    for (const field of derivedFields.filter(candidate => candidate.level === level))
      await execute(session, field, ['sql'], `select (${field.sql}\n) as value ${field.from}`)
    for (const entity of derivedEntities.filter(candidate => candidate.level === level))
      await execute(session, entity, ['rows'], entity.rows)
    if (session.faults.length > 0) return false
  }
  await compute(all)
  return true
}

/** Binds the rules, whose examples run them, and runs what need not have examples on the example record. */
const executeOthers = async (session: ExampleSession): Promise<void> => {
  const { rules, reports, listings, manifest, manifestOrigin } = session.ruleset
  for (const rule of rules) {
    const isBound = await bind(
      session,
      rule,
      [rule.failuresSql === null ? 'measure' : 'failure'],
      rule.countSql,
    )
    if (isBound && rule.failuresSql !== null) await bind(session, rule, ['details'], rule.failuresSql)
  }
  for (const report of reports) {
    const { sql = '0' } = report.measure
    await execute(
      session,
      report,
      ['population'],
      `select (${report.rows.value}\n) as r, (${report.columns.value}\n) as c, (${sql}\n) as x ${report.from} where (${report.population}\n)`,
    )
    const columns = report.drilldownColumns.map(column => `(${column.sql}\n)`)
    if (columns.length > 0)
      await execute(session, report, ['drilldown'], `select ${columns.join(', ')} ${report.drilldownFrom}`)
  }
  for (const listing of listings)
    for (const [index, tab] of listing.tabs.entries())
      await execute(
        session,
        listing,
        ['tabs', index, 'rows'],
        `select * from (${tab.rows}\n) order by ${tab.order}`,
      )
  if (manifest.history) await execute(session, manifestOrigin, ['history', 'rows'], manifest.history.rows)
  if (manifest.transfers)
    await execute(session, manifestOrigin, ['transfers', 'rows'], manifest.transfers.rows)
  if (manifest.transfers?.returned !== undefined)
    await execute(session, manifestOrigin, ['transfers', 'returned'], manifest.transfers.returned)
}

/**
 * Binds all SQL to the example record with every derived field, and runs what no example has to run. False when something does not
 * bind or does not end.
 */
const runsAll = async (session: ExampleSession): Promise<boolean> => {
  await session.database.run('begin')
  try {
    if (await executeDerived(session)) await executeOthers(session)
  } catch (error) {
    if (!(error instanceof ExecutionFault)) throw error
  } finally {
    await session.database.run('rollback')
  }
  return session.faults.length === 0
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

/** A session with its record. Throws RulesetError where a function of the manifest does not bind. */
const preparedSession = async (database: Database, ruleset: Ruleset): Promise<ExampleSession> => {
  const session = new ExampleSession(database, ruleset)
  await session.prepare().catch(error => {
    if (!(error instanceof FunctionError)) throw error
    session.fault(ruleset.manifestOrigin, ['functions', error.functionName], errorText(error))
    throw new RulesetError(session.faults)
  })
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
    const examples = new Examples(await preparedSession(database, ruleset))
    const results: (string | undefined)[] = []
    for (const rule of ruleset.rules)
      for (const index of rule.examples.keys()) results.push(await examples.example(rule, index))
    return results
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
  await withDatabase(checkingOptions(signal, statementMs), async database => {
    const session = await preparedSession(database, ruleset)
    if (await runsAll(session)) {
      const examples = new Examples(session)
      for (const field of ruleset.derivedFields) await examples.derivedField(field)
      for (const entity of ruleset.derivedEntities) await examples.derivedField(entity)
      for (const rule of ruleset.rules) await examples.rule(rule)
      for (const report of ruleset.reports) await examples.report(report)
      for (const listing of ruleset.listings) await examples.listing(listing)
    }
    if (session.faults.length > 0) throw new RulesetError(session.faults)
  })
}
