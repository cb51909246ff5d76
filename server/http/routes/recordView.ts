import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { type Outlet, onlyNaming } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { isOutsideForAny } from '../../../src/domain/tolerance.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { Ruleset } from '../../analysis/index.ts'
import type { StoredRule } from '../../database/queries/results.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import type { SpecificationStore } from '../../pipeline/index.ts'
import { disclosureTo, isWhole, type RecordView, recordView } from '../../privacy/index.ts'

/** The ruleset that a submission is processed under. Throws not-found for one that has none. */
export const rulesetOf = async (specifications: SpecificationStore, row: SubmissionRow): Promise<Ruleset> => {
  if (row.schema_version === null || row.ruleset_version === null)
    throw new ProblemError(problem('not-found', message('problems', 'noReport')))
  const versions = { schemaVersion: row.schema_version, rulesetVersion: row.ruleset_version }
  return (await specifications.load(versions)).ruleset
}

/** A rule with what it found for each regulator. */
type RuleOfRegulators = Pick<StoredRule, 'outside'> & {
  rows: Pick<StoredRule['rows'][number], 'regulatorCode' | 'status'>[]
}

/** The rules that the reader sees: a specialist regulator those that name it, with its own figures. */
export const rulesFor = <Rule extends RuleOfRegulators>(
  actor: UserPrincipal,
  rules: readonly Rule[],
): Rule[] => {
  const named = onlyNaming(actor)
  if (named === undefined) return [...rules]
  return rules.flatMap(rule => {
    const rows = rule.rows.filter(({ regulatorCode }) => regulatorCode === named)
    return rows.length === 0 ? [] : [{ ...rule, rows, outside: isOutsideForAny(rows) }]
  })
}

/** Whether the reader sees the credibility report: a specialist regulator those that name it. */
export const seesReport = (
  actor: UserPrincipal,
  report: Pick<Ruleset['reports'][number], 'specialist'> | undefined,
): boolean => {
  const named = onlyNaming(actor)
  return named === undefined || (report?.specialist.includes(named) ?? false)
}

/** The view of one reader, with what tells the files apart that are kept for readers of its kind. */
export interface ReaderView extends RecordView {
  /** Whether nothing is withheld. */
  isWhole: boolean
  /** The regulator whose rules alone the reader sees. */
  regulator: string | undefined
  /** Ends the name of a file that is kept for readers of this kind; empty where it holds everything. */
  suffix: string
}

/**
 * The view that a reader has of records of a ruleset, on a page or in a file, by role and organisation (specification 1
 * §6).
 */
export const recordViewOf = (
  actor: UserPrincipal,
  ruleset: Ruleset,
  outlet: Outlet,
  language: Language,
): ReaderView => {
  const disclosure = disclosureTo(actor, outlet, language)
  const regulator = onlyNaming(actor)
  const whole = isWhole(disclosure)
  return {
    ...recordView(ruleset, disclosure, regulator),
    isWhole: whole,
    regulator,
    suffix: `${whole ? '' : '.ordinary'}${regulator === undefined ? '' : `.${regulator}`}`,
  }
}

/** Key of the zip with every failing record as readers of this kind get it. */
export const keptKey = (whole: string, { suffix }: Pick<ReaderView, 'suffix'>): string =>
  suffix === '' ? whole : whole.replace(/\.zip$/, `${suffix}.zip`)
