import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ImpactChange, ImpactFigures, ImpactFindings } from '../../src/domain/impact.ts'
import { ruleMatcher } from '../../src/domain/sameRule.ts'
import { isOutside } from '../../src/domain/tolerance.ts'
import { type Message, message } from '../../src/messages/message.ts'
import {
  type AnalysisPart,
  type AnalysisSource,
  countRulesOn,
  deriveFields,
  isCountedAlike,
  isDerivedAlike,
  type RuleResult,
  type Ruleset,
  resultsOf,
} from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { findSubmission } from '../lifecycle/index.ts'
import {
  type AnalysisReader,
  factsWithHistory,
  overridesUnder,
  type SpecificationStore,
  stageContextOf,
} from '../pipeline/index.ts'
import { configurationOf } from '../specifications/index.ts'
import type { ObjectStore } from '../storage/index.ts'

type Rule = Ruleset['rules'][number]
type Counted = Awaited<ReturnType<typeof countRulesOn>>[number]

/** Memory of one measuring, in MB, as a worker's database has it: there are several at once. */
const memoryMb = 128

const figuresOf = ({ failureCount, populationCount, status }: RuleResult): ImpactFigures => ({
  failures: failureCount,
  population: populationCount,
  isOutside: isOutside({ status }),
})

const isSame = (one: ImpactFigures | null, other: ImpactFigures | null): boolean =>
  one?.failures === other?.failures && one?.isOutside === other?.isOutside

/** Under which code the specification has a rule of the results. */
type CodeNow = (code: string) => string

/** Results by rule and regulator. */
const byRegulator = (results: readonly RuleResult[], codeNow: CodeNow): Map<string, RuleResult> =>
  new Map(results.map(result => [`${codeNow(result.ruleCode)}/${result.regulatorCode}`, result]))

const changesOf = (
  before: readonly RuleResult[],
  after: readonly RuleResult[],
  codeNow: CodeNow,
): ImpactChange[] => {
  const [old, now] = [byRegulator(before, codeNow), byRegulator(after, codeNow)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap(key => {
    const [was, is] = [old.get(key), now.get(key)]
    const known = is ?? was
    const figures = { before: was ? figuresOf(was) : null, after: is ? figuresOf(is) : null }
    if (!known || isSame(figures.before, figures.after)) return []
    const { ruleCode, name, regulatorCode } = known
    return [{ ruleCode, name, regulatorCode, ...figures }]
  })
}

/** What a specification would change for one submission, or why that cannot be said. */
export type Measured = { findings: ImpactFindings } | { refusal: Message }

/**
 * Holds a specification against the results that a submission has. A rule that counts as before is only held
 * against its new tolerance; the others are run on the kept data, with their fields derived anew where those are others.
 * Nothing of the submission changes. The signal ends it: a large record takes longer than a person would wait.
 */
export const createMeasure = (tools: {
  db: Kysely<Database>
  store: ObjectStore
  reader: Pick<AnalysisReader, 'read'>
  specifications: SpecificationStore
}) => {
  const { db, store, reader, specifications } = tools

  const gathered = (submissionId: string, specificationId: number) =>
    withScope(db, { scope: 'all' }, async tx => {
      const submission = await findSubmission(tx, submissionId)
      if (!submission) throw new Error(`There is no submission ${submissionId}.`)
      const context = await stageContextOf(tx, submission)
      const { rows } = await sql<{ result: { rows: RuleResult[] } }>`
        select result from quality_rule_result where submission_id = ${submissionId}::uuid order by ordinal`.execute(
        tx,
      )
      const specification = await sql<{ schemaVersion: string; rulesetVersion: string }>`
        select schema_version as "schemaVersion", ruleset_version as "rulesetVersion" from specification
        where id = ${specificationId}`.execute(tx)
      const [versions] = specification.rows
      if (!versions) throw new Error(`There is no specification ${specificationId}.`)
      return {
        context,
        versions,
        before: rows.flatMap(({ result }) => result.rows),
        configuration: await configurationOf(tx, specificationId),
      }
    })

  /** Counts rules on the kept data; on fields that are derived anew where the kept ones are others. */
  const count = async (
    submissionId: string,
    rules: readonly Rule[],
    own: Ruleset,
    former: Ruleset,
    context: Parameters<typeof factsWithHistory>[1]['context'],
    signal: AbortSignal,
  ): Promise<Counted[]> => {
    if (rules.length === 0) return []
    const isAlike = rules.every(rule => isDerivedAlike(rule, own, former))
    const needed: AnalysisPart[] = isAlike ? ['records', 'derived'] : ['records']
    const counted = async (source: AnalysisSource): Promise<Counted[]> => {
      const analysis = { ...source, memoryMb, onProgress: () => undefined }
      if (!isAlike)
        await deriveFields(analysis, own, await factsWithHistory({ store }, { context, analysis }))
      return countRulesOn(analysis, rules)
    }
    return reader.read(submissionId, needed, counted, signal)
  }

  return async (submissionId: string, specificationId: number, signal: AbortSignal): Promise<Measured> => {
    const { context, versions, before, configuration } = await gathered(submissionId, specificationId)
    if (before.length === 0) return { refusal: message('specification', 'impact.noResults') }
    const { ruleset: own } = await specifications.load(versions)
    const { ruleset: former } = await specifications.load(context.versions)
    if (JSON.stringify(own.tables) !== JSON.stringify(former.tables))
      return { refusal: message('specification', 'impact.otherSchema') }
    const { countryCode } = context.facts.provider
    const settings = {
      overrides: overridesUnder(own, context.tolerances.overrides),
      specification: configuration.tolerances,
      words: configuration.words,
    }
    const match = ruleMatcher(
      former.rules.map(({ code }) => code),
      own.rules.map(({ code }) => code),
    )
    const codeNow: CodeNow = code => match(code) ?? code
    const formerRules = new Map(former.rules.map(rule => [codeNow(rule.code), rule]))
    const known = Map.groupBy(before, ({ ruleCode }) => codeNow(ruleCode))
    const due = own.rules.filter(({ regulators }) =>
      regulators.some(({ country }) => country === countryCode),
    )
    const knownOf = (rule: Rule): RuleResult | undefined => {
      return isCountedAlike(rule, own, formerRules.get(rule.code), former)
        ? known.get(rule.code)?.[0]
        : undefined
    }
    const unknown = due.filter(rule => knownOf(rule) === undefined)
    const counted = await count(submissionId, unknown, own, former, context, signal)
    const countOf = new Map(unknown.map((rule, at) => [rule.code, counted[at]]))
    const faults: { ruleCode: string; name: string; message: string }[] = []
    const after = due.flatMap(rule => {
      const figures = knownOf(rule) ?? countOf.get(rule.code)
      if (figures && !('fault' in figures)) return resultsOf(rule, countryCode, figures, settings)
      faults.push({ ruleCode: rule.code, name: rule.name, message: figures?.fault ?? '' })
      // What a rule finds that cannot be run is not known; that it would be gone is not said.
      return known.get(rule.code) ?? []
    })
    return { findings: { changes: changesOf(before, after, codeNow), faults, counted: unknown.length } }
  }
}
export type Measure = ReturnType<typeof createMeasure>
