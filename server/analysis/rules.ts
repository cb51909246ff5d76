import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MeasuredChange } from '../../src/domain/allowance.ts'
import { failurePercent, type Tolerance, toleranceStatus } from '../../src/domain/tolerance.ts'
import { type Database, isOutOfMemory, type Row, unionAll, withDatabase } from './database.ts'
import { countedTogether, forReading, holdsRecords } from './derive.ts'
import type { AnalysisContext, AnalysisSource, SubmissionFacts } from './facts.ts'
import { createFailureWriter, type FailureWriter } from './failureFiles.ts'
import { writeFirstFailures } from './firstFailures.ts'
import { countInParts, withRoom } from './parts.ts'
import type { Rule, RuleRegulator, Ruleset } from './ruleset/ruleset.ts'
import { runSteps, type Step } from './steps.ts'
import { dropStudents, gatherStudents, setStudentsAside, takeStudentsUp, writeStudents } from './students.ts'

/** Tolerance of one rule for one regulator, in place of the ruleset's. */
export interface ToleranceSetting {
  ruleCode: string
  regulatorCode: string
  tolerance: Tolerance
}

export interface ToleranceSettings {
  /** Granted to this provider for this collection. */
  overrides?: readonly ToleranceSetting[]
  /** Edited in the specification, for everyone. */
  specification?: readonly ToleranceSetting[]
  /** Requirements and guidance that the specification gives in place of the ruleset's. */
  words?: readonly { ruleCode: string; description: string; guidanceUrl: string }[]
}

/** Result of one rule for one regulator: a row of the quality report. */
export interface RuleResult {
  ruleCode: string
  name: string
  /** What the rule requires, under the specification's name for it. */
  description: string
  guidanceUrl: string
  entity: string
  kind: 'operational' | 'quality'
  regulatorCode: string
  isPrimary: boolean
  category: string
  tolerance: Tolerance
  isProviderToleranceOverride: boolean
  populationCount: number
  failureCount: number
  /** Failures over population in percent, two decimals. */
  failurePercent: number
  /** What a range tolerance is held against; null for other rules and when there is no previous record. */
  measuredPercent: number | null
  /** The two figures that such a rule compares: of this file, and of the record before. Absent for other rules. */
  measuredNow?: number | null
  measuredBefore?: number | null
  /** How it compares them: its percentage may be points, or what is missing. Absent as these are. */
  measuredIn?: MeasuredChange
  /** 1 outside tolerance, 0 inside. */
  status: 0 | 1
}

interface Counts {
  populationCount: number
  failureCount: number
  measuredPercent: number | null
  measuredNow?: number | null
  measuredBefore?: number | null
}

const regulatorsFor = (rule: Rule, countryCode: string): RuleRegulator[] => {
  const primary = rule.regulators.filter(regulator => regulator.country === countryCode)
  // A specialist row stands under a primary one; a rule that is not run for the provider's country has none.
  return primary.length === 0
    ? []
    : [...primary, ...rule.regulators.filter(regulator => !regulator.isPrimary)]
}

/** Whether a rule is run for providers of a country. */
export const appliesIn = (rule: Rule, countryCode: string): boolean =>
  regulatorsFor(rule, countryCode).length > 0

const settingFor = (
  settings: readonly ToleranceSetting[] | undefined,
  rule: Rule,
  regulator: RuleRegulator,
) =>
  settings?.find(
    setting => setting.ruleCode === rule.code && setting.regulatorCode === regulator.regulatorCode,
  )

const resultOf = (
  rule: Rule,
  regulator: RuleRegulator,
  counts: Counts,
  settings: ToleranceSettings,
): RuleResult => {
  const override = settingFor(settings.overrides, rule, regulator)
  const words = settings.words?.find(({ ruleCode }) => ruleCode === rule.code)
  const tolerance =
    override?.tolerance ??
    settingFor(settings.specification, rule, regulator)?.tolerance ??
    regulator.tolerance
  return {
    ruleCode: rule.code,
    name: rule.name,
    description: words?.description ?? rule.requirement,
    guidanceUrl: words?.guidanceUrl ?? rule.guidanceUrl,
    entity: rule.entity,
    kind: rule.kind,
    regulatorCode: regulator.regulatorCode,
    isPrimary: regulator.isPrimary,
    category: regulator.category,
    tolerance,
    isProviderToleranceOverride: override !== undefined,
    populationCount: counts.populationCount,
    failureCount: counts.failureCount,
    measuredPercent: counts.measuredPercent,
    ...(counts.measuredNow === undefined
      ? {}
      : { measuredNow: counts.measuredNow, measuredBefore: counts.measuredBefore ?? null }),
    ...(rule.measure && { measuredIn: rule.measure.change }),
    failurePercent: failurePercent(counts.failureCount, counts.populationCount),
    status: toleranceStatus(tolerance, counts),
  }
}

/** A figure to two decimals; null where there is none. */
const figure = (value: unknown): number | null =>
  typeof value === 'number' ? Math.round(value * 100) / 100 : null

const countsOf = (rule: Rule, row: Row): Counts => {
  // What measures a change has no population where there is nothing to compare with (reference §3.2).
  if (rule.failuresSql === null && row.measuredPercent === null) {
    return {
      populationCount: 0,
      failureCount: 0,
      measuredPercent: null,
      measuredNow: figure(row.measuredNow),
    }
  }
  return {
    populationCount: Number(row.populationCount),
    failureCount: Math.round(Number(row.failureCount)),
    measuredPercent: figure(row.measuredPercent),
    ...(rule.measure && {
      measuredNow: figure(row.measuredNow),
      measuredBefore: figure(row.measuredBefore),
    }),
  }
}

/** Rules that are counted by one pass through rows. */
type Pass = readonly Rule[]

/** Rules in as few passes as there can be, in the order in which their rows come first. */
const passesOf = (rules: readonly Rule[]): Pass[] => [
  ...Map.groupBy(rules, rule => rule.rowsSql ?? rule).values(),
]

/** Columns that are the same for every rule: its number, and what it counts. */
const passSql = (pass: Pass, numberOf: (rule: Rule) => number): string => {
  const [first] = pass
  if (first && pass.length === 1)
    return `select ${numberOf(first)} as rule, "populationCount", "failureCount", "measuredPercent", ${first.measure ? '"measuredNow", "measuredBefore"' : 'null as "measuredNow", null as "measuredBefore"'} from (${first.countSql}\n)`
  const unnested = (value: (number: number) => string) =>
    `unnest([${pass.map(rule => value(numberOf(rule))).join(', ')}])`
  // Whether a row fails is asked only of those that the rule looks at.
  const failing = pass.map(
    rule =>
      `case when (${rule.condition.population}\n) then coalesce((${rule.condition.fails}\n), false) end as r${numberOf(rule)}`,
  )
  return `select ${unnested(number => String(number))} as rule, ${unnested(number => `count(r${number})`)} as "populationCount", ${unnested(number => `count(*) filter (where r${number})`)} as "failureCount", null as "measuredPercent", null as "measuredNow", null as "measuredBefore" from (select ${failing.join(', ')}\n${first?.rowsSql ?? ''})`
}

/** Counts rules by one query. */
const countRules = async (database: Database, rules: readonly Rule[]): Promise<Counts[]> => {
  const numbers = new Map(rules.map((rule, index) => [rule, index]))
  const queries = passesOf(rules).map(pass => passSql(pass, rule => numbers.get(rule) ?? 0))
  const rows = await database.rows(unionAll(queries))
  const byRule = new Map(rows.map(row => [row.rule, row]))
  return rules.map((rule, index) => {
    const row = byRule.get(index)
    if (!row) throw new Error(`The query of ${rule.code} gave no row.`)
    return countsOf(rule, row)
  })
}

/** Most rules of a small record that are counted by one query, where many share their passes. */
const mostTogether = 24

/** Rules of a small record in batches of one query each; those of one pass stay together. */
const togetherOf = (rules: readonly Rule[]): Rule[][] => {
  const batches: { rules: Rule[]; passes: number }[] = []
  for (const pass of passesOf(rules).sort((one, other) => one.length - other.length)) {
    const last = batches.at(-1)
    if (last && last.passes < countedTogether && last.rules.length + pass.length <= mostTogether) {
      last.rules.push(...pass)
      last.passes += 1
    } else batches.push({ rules: [...pass], passes: 1 })
  }
  return batches.map(batch => batch.rules)
}

/** What a rule counts on a record, or why it cannot be run on it. */
export type Counted = Counts | { fault: string }

/**
 * Counts rules on a record whose fields are derived, keeping nothing: for finding out what they would find. A rule with a fault
 * keeps no other one from being counted.
 */
export const countRulesOn = (source: AnalysisSource, rules: readonly Rule[]): Promise<Counted[]> =>
  withDatabase({ ...forReading(source), threads: 1 }, async database => {
    const counted = new Map<Rule, Counted>()
    for (const batch of togetherOf(rules)) {
      try {
        const counts = await countRules(database, batch)
        for (const [at, found] of counts.entries()) if (batch[at]) counted.set(batch[at], found)
      } catch {
        source.signal.throwIfAborted()
        for (const rule of batch) counted.set(rule, await countAlone(database, rule, source.signal))
      }
    }
    return rules.map(rule => counted.get(rule) ?? { fault: '' })
  })

const countWithRoom = async (database: Database, rule: Rule): Promise<Counted> => {
  const { inParts } = rule
  if (inParts === null) return (await countRules(database, [rule]))[0] ?? { fault: '' }
  const counts = await withRoom(database, rule.entity, 1, parts =>
    countInParts(database, inParts.countSql, parts),
  )
  return { ...counts, measuredPercent: null }
}

const countAlone = async (database: Database, rule: Rule, signal: AbortSignal): Promise<Counted> => {
  try {
    return await countWithRoom(database, rule)
  } catch (error) {
    signal.throwIfAborted()
    return { fault: (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '' }
  }
}

/** Results of a rule for the regulators of a provider's country, of what was counted. */
export const resultsOf = (
  rule: Rule,
  countryCode: string,
  counts: Counts,
  settings: ToleranceSettings,
): RuleResult[] =>
  regulatorsFor(rule, countryCode).map(regulator => resultOf(rule, regulator, counts, settings))

interface DueRule {
  rule: Rule
  regulators: readonly RuleRegulator[]
}

/** What rules need of each other. */
const nothing: ReadonlySet<string> = new Set()

/** Rules that are applied together. */
type Batch = readonly Rule[]

const applyBatch = async (database: Database, rules: Batch, failures: FailureWriter): Promise<Counts[]> => {
  const counts = await countRules(database, rules)
  const failing = rules.filter((_, index) => (counts[index]?.failureCount ?? 0) > 0)
  if (failing.length > 0) await failures.keep(database, failing)
  return counts
}

/** Applies a rule to the rows of its entity part by part, as many as find room; one that compares whole files, at once. */
const applyInParts = async (
  database: Database,
  rule: Rule,
  failures: FailureWriter,
  fewest: number,
): Promise<Counts[]> => {
  if (!rule.inParts) return applyBatch(database, [rule], failures)
  const { countSql } = rule.inParts
  const counts = await withRoom(database, rule.entity, fewest, async parts => {
    const found = await countInParts(database, countSql, parts)
    if (found.failureCount > 0) await failures.keepInParts(database, rule, parts)
    return found
  })
  return [{ ...counts, measuredPercent: null }]
}

/**
 * Steps that apply rules: one that finds no room beside others in parts, where all of its rows at once are too many; with a
 * number of parts, in these from the first.
 */
const ruleSteps = (
  batches: readonly Batch[],
  failures: FailureWriter,
  parts: number | undefined,
  onCounts: (rule: Rule, counts: Counts) => void,
): Step[] =>
  batches.map(batch => {
    const note = (rules: Batch, found: readonly Counts[]): void => {
      for (const [index, rule] of rules.entries()) {
        const counts = found[index]
        if (counts) onCounts(rule, counts)
      }
    }
    const beside = async (connection: Database): Promise<void> =>
      note(batch, await applyBatch(connection, batch, failures))
    const alone = async (connection: Database): Promise<void> => {
      for (const rule of batch) note([rule], await applyInParts(connection, rule, failures, parts ?? 1))
    }
    return { reads: nothing, makes: [], run: parts === undefined ? beside : alone, alone }
  })

/** Gathers what the students' findings will stand beside: it does not wait for any of them. */
const gathering = (ruleset: Ruleset, file: string): Step => ({
  reads: nothing,
  makes: [],
  run: async connection => {
    try {
      await gatherStudents(connection, ruleset)
      await setStudentsAside(connection, file)
    } catch (error) {
      if (isOutOfMemory(error)) await dropStudents(connection)
      throw error
    }
  },
})

/**
 * Runs every rule of the ruleset that the provider's country has, on a record whose fields are derived, and keeps the failing
 * records for `ruleFailures` (at most 100,000 of each rule; counts are exact). One result for each rule and regulator,
 * primary first. Running it again replaces what it kept; a run that is stopped or fails keeps nothing. The context's signal
 * stops it within a rule. Each query has one thread: most of its time is planning, and threads that share one small query wait
 * for each other.
 */
export const runQualityRules = async (
  context: AnalysisContext,
  ruleset: Ruleset,
  { facts, ...settings }: ToleranceSettings & { facts: SubmissionFacts },
): Promise<RuleResult[]> =>
  withDatabase({ ...forReading(context), threads: 1 }, async database => {
    const due = ruleset.rules
      .map((rule): DueRule => ({ rule, regulators: regulatorsFor(rule, facts.provider.countryCode) }))
      .filter(({ regulators }) => regulators.length > 0)
    const isSmall = holdsRecords(context)
    const failures = await createFailureWriter(context.failuresFolder, isSmall)
    const rules = due.map(({ rule }) => rule)
    const batches = isSmall ? togetherOf(rules) : rules.map(rule => [rule])
    const counts = new Map<Rule, Counts>()
    const applied = ruleSteps(batches, failures, context.parts, (rule, found) => {
      counts.set(rule, found)
      context.onProgress({ done: counts.size, total: due.length, unit: 'rules' })
    })
    // In parts each rule has all to itself.
    const others = context.parts === undefined ? context.threads - 1 : 0
    const forked = await Promise.all(Array.from({ length: others }, () => database.fork()))
    const writeFailures = async (): Promise<void> => {
      const failing = await failures.end()
      await writeStudents(database, context.failuresFolder, ruleset, failing)
      await writeFirstFailures(database, context.failuresFolder, failing)
    }
    if (isSmall || !ruleset.manifest.students) {
      await runSteps([database, ...forked], applied)
      await gatherStudents(database, ruleset)
      await writeFailures()
    } else {
      const file = join(context.workFolder, 'students.parquet')
      // It takes longer than any rule, so it comes first.
      await runSteps([database, ...forked], [gathering(ruleset, file), ...applied])
      await takeStudentsUp(database, file)
      await writeFailures()
      await rm(file)
    }
    return due.flatMap(({ rule, regulators }) => {
      const figures = counts.get(rule)
      return figures ? regulators.map(regulator => resultOf(rule, regulator, figures, settings)) : []
    })
  })
