import { inEnglish } from '../../server/messages.ts'
import type { RuleFinding, RulesChecked } from '../../server/validation/rulesChecked.ts'
import { isOutside } from '../../src/domain/tolerance.ts'
import { toleranceLabel } from '../../src/domain/toleranceLabel.ts'
import { count, more, placesShown } from './counting.ts'

/** What is reported of the rules. */
export interface RulesReport {
  /** Lines on the rules outside tolerance, with their first records. */
  outside: string[]
  outsideCount: number
  /** Lines after the summary: rules that were not checked, and failures inside tolerance. */
  after: string[]
}

const conjoinedTolerances = ({ tolerance, measuredIn }: RuleFinding): string =>
  inEnglish(toleranceLabel(tolerance, measuredIn))

const toleranceText = (rule: RuleFinding): string => `tolerance ${conjoinedTolerances(rule) || 'none'}`

const ruleLines = (rule: RuleFinding): string[] => {
  const { ruleCode, name, requirement, hint, finding, failureCount, populationCount, records } = rule
  const listed = records.slice(0, placesShown)
  return [
    '',
    `${ruleCode}: ${failureCount} of ${populationCount} outside tolerance, ${toleranceText(rule)}`,
    `    ${name}. ${requirement}`,
    ...(finding === null ? [] : [`    ${finding}`]),
    ...(hint === null ? [] : [`    What to do: ${hint}`]),
    ...(rule.isRuleDefect
      ? ['    The rule is faulty, not the file: more records fail than it checks. Tell the agency.']
      : []),
    ...listed.map(record =>
      `    line ${record.line}: ${record.rowIdentifier}. ${record.finding ?? ''}`.trimEnd(),
    ),
    ...more(failureCount - listed.length, 'record'),
  ]
}

const notCheckedLines = ({ notChecked }: RulesChecked): string[] =>
  notChecked.length === 0
    ? []
    : [
        `${count(notChecked.length, 'rule')} not checked here, because the register of providers is on the server only:`,
        ...notChecked.map(code => `  ${code}`),
      ]

/** What is reported of the rules that were run. */
export const rulesReport = (rules: RulesChecked): RulesReport => {
  const outside = rules.failing.filter(isOutside)
  const allowed = rules.failing
    .filter(rule => !isOutside(rule))
    .map(
      rule => `  ${rule.ruleCode}  ${rule.failureCount} of ${rule.populationCount}, ${toleranceText(rule)}`,
    )
  return {
    outside: outside.flatMap(ruleLines).slice(1),
    outsideCount: outside.length,
    after: [
      ...notCheckedLines(rules),
      ...(allowed.length > 0 ? ['Failures inside tolerance:', ...allowed] : []),
    ],
  }
}

/** The rules as the JSON document has them, with their tolerances in words. */
export const withTolerances = (rules: RulesChecked) => ({
  ...rules,
  failing: rules.failing.map(rule => ({ ...rule, conjoinedTolerances: conjoinedTolerances(rule) })),
})
