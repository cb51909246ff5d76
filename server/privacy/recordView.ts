import { singleRecord } from '../../src/domain/privacy.ts'
import { type FailureView, type Ruleset, recordFinding } from '../analysis/index.ts'
import { type Disclosure, everything, withoutSpecialCategory } from './disclosure.ts'
import { anything, shownFailure } from './records.ts'

/** How a reader gets the records that fail rules. A rule that the ruleset does not know any more is withheld. */
export interface RecordView extends FailureView {
  disclosure: Disclosure
  /** Codes of the rules whose records the reader may ask for; undefined for all. */
  ruleCodes: readonly string[] | undefined
}

/** The view of a reader who sees records by this disclosure; a regulator that is named sees the rules that name it alone. */
export const recordView = (
  ruleset: Ruleset,
  disclosure: Disclosure,
  named: string | undefined,
): RecordView => {
  const rules = new Map(ruleset.rules.map(rule => [rule.code, rule]))
  return {
    disclosure,
    ruleCodes:
      named === undefined
        ? undefined
        : ruleset.rules
            .filter(({ regulators }) => regulators.some(({ regulatorCode }) => regulatorCode === named))
            .map(({ code }) => code),
    notice: code => disclosure.notice([...singleRecord, ...(rules.get(code)?.recordClasses ?? anything)]),
    reasons: code => {
      const { keyClasses = [], detailClasses = [] } = rules.get(code) ?? {}
      return [...keyClasses, ...detailClasses].map(classes => disclosure.notice(classes))
    },
    show: failure =>
      shownFailure(disclosure, rules.get(failure.ruleCode) ?? { keyClasses: [], detailClasses: [] }, failure),
    nameOf: code => rules.get(code)?.name ?? code,
    hintOf: code => rules.get(code)?.hint ?? null,
    findingOf: (code, details) => {
      const rule = rules.get(code)
      return recordFinding(
        rule,
        details,
        at => disclosure.notice(rule?.detailClasses[at] ?? anything) !== undefined,
      )
    },
  }
}

/** The view of all readers for whom a file is kept: who may see everything, or everything but special category data. */
export const keptView = (ruleset: Ruleset, isEverything: boolean, named: string | undefined): RecordView =>
  recordView(ruleset, isEverything ? everything : withoutSpecialCategory, named)
