import { sql, type Transaction } from 'kysely'
import type { ChangesMade } from '../../src/domain/carryOver.ts'
import type { Tolerance } from '../../src/domain/tolerance.ts'
import type { Ruleset, ToleranceSetting } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>
type Rule = Ruleset['rules'][number]

/** Words of a rule in one specification, in place of its ruleset's. */
export interface RuleWords {
  ruleCode: string
  description: string
  guidanceUrl: string
  updatedUtc: Date
}

/** What a specification says otherwise than its ruleset. */
export interface Configuration {
  tolerances: readonly (ToleranceSetting & { updatedUtc: Date })[]
  words: readonly RuleWords[]
}

/** What a specification says otherwise than its ruleset; nothing where there is no specification. */
export const configurationOf = async (tx: Tx, specificationId: number | null): Promise<Configuration> => {
  const tolerances = await sql<Configuration['tolerances'][number]>`
    select rule_code as "ruleCode", regulator_code as "regulatorCode", tolerance, updated_utc as "updatedUtc"
    from specification_tolerance where specification_id = ${specificationId}`.execute(tx)
  const words = await sql<RuleWords>`
    select rule_code as "ruleCode", description, guidance_url as "guidanceUrl", updated_utc as "updatedUtc"
    from specification_rule where specification_id = ${specificationId}`.execute(tx)
  return { tolerances: tolerances.rows, words: words.rows }
}

/** The same with who made each change, when and why. */
export const changesMadeIn = async (tx: Tx, specificationId: number): Promise<ChangesMade> => {
  const tolerances = await sql<ChangesMade['tolerances'][number]>`
    select rule_code as "ruleCode", regulator_code as "regulatorCode", tolerance, updated_utc as at, updated_by as by, reason
    from specification_tolerance where specification_id = ${specificationId} order by regulator_code`.execute(
    tx,
  )
  const texts = await sql<ChangesMade['texts'][number]>`
    select rule_code as "ruleCode", description, guidance_url as "guidanceUrl", updated_utc as at, updated_by as by, reason
    from specification_rule where specification_id = ${specificationId}`.execute(tx)
  return { tolerances: tolerances.rows, texts: texts.rows }
}

/** A rule as a specification has it. */
export interface ConfiguredRule {
  rule: Rule
  /** The rule's requirement, or what the specification says in place of it. */
  description: string
  guidanceUrl: string
  regulators: readonly { regulatorCode: string; category: string; tolerance: Tolerance }[]
  /** Whether anything of it differs from the ruleset. */
  isChanged: boolean
  /** When it was last changed; undefined where it never was. */
  updatedUtc: Date | undefined
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The rules of a ruleset as a specification has them, in the order of the ruleset. */
export const configuredRules = (ruleset: Ruleset, { tolerances, words }: Configuration): ConfiguredRule[] => {
  const settings = Map.groupBy(tolerances, ({ ruleCode }) => ruleCode)
  const wordsOf = new Map(words.map(one => [one.ruleCode, one]))
  return ruleset.rules.map(rule => {
    const own = settings.get(rule.code) ?? []
    const said = wordsOf.get(rule.code)
    const description = said?.description ?? rule.requirement
    const guidanceUrl = said?.guidanceUrl ?? rule.guidanceUrl
    const regulators = rule.regulators.map(({ regulatorCode, category, tolerance }) => ({
      regulatorCode,
      category,
      tolerance: own.find(one => one.regulatorCode === regulatorCode)?.tolerance ?? tolerance,
    }))
    const instants = [...own, ...(said ? [said] : [])].map(({ updatedUtc }) => updatedUtc.getTime())
    return {
      rule,
      description,
      guidanceUrl,
      regulators,
      isChanged:
        description !== rule.requirement ||
        guidanceUrl !== rule.guidanceUrl ||
        regulators.some(({ tolerance }, at) => !isSameTolerance(tolerance, rule.regulators[at]?.tolerance)),
      updatedUtc: instants.length === 0 ? undefined : new Date(Math.max(...instants)),
    }
  })
}

/** Whether two tolerances say the same; the database may have changed the order of their keys. */
export const isSameTolerance = (one: Tolerance | undefined, other: Tolerance | undefined): boolean =>
  one?.conjunction === other?.conjunction &&
  same(
    one?.parts.map(({ type, from, to }) => [type, from, to]),
    other?.parts.map(({ type, from, to }) => [type, from, to]),
  )
