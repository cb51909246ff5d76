import { type Finding, schemaPath } from 'bedel-record'
import { inEnglish } from '../../server/messages.ts'
import type { RuleFinding } from '../../server/validation/check.ts'
import { isOutside } from '../../src/domain/tolerance.ts'
import { toleranceLabel } from '../../src/domain/toleranceLabel.ts'
import type { ValidateResult } from './validate.ts'

/** Places listed for one group of findings; the JSON has them all. */
const placesShown = 5

const count = (amount: number, one: string, many = `${one}s`): string =>
  `${amount.toLocaleString('en-GB')} ${amount === 1 ? one : many}`

const more = (amount: number, one: string): string[] =>
  amount > 0 ? [`    … and ${count(amount, `more ${one}`)}`] : []

const messageOf = ({ message, suggestion }: Finding): string =>
  suggestion === undefined ? message : `${message} Did you mean ${suggestion}?`

const findingLine = (finding: Finding): string =>
  `${finding.code}: ${messageOf(finding)} (line ${finding.line}, column ${finding.column}; ${finding.path})`

const findingGroup = ([first, ...others]: readonly Finding[]): string[] => {
  if (!first) return []
  const listed = [first, ...others].slice(0, placesShown)
  return [
    '',
    `  ${others.length + 1} × ${first.code} at ${schemaPath(first)}`,
    ...(first.expected === undefined ? [] : [`    Expected: ${first.expected}`]),
    ...listed.map(
      finding =>
        `    line ${finding.line}, column ${finding.column}: ${messageOf(finding)} (${finding.path})`,
    ),
    ...more(others.length + 1 - listed.length, 'place'),
  ]
}

const findingLines = ({ findings, findingsTotal, schema }: ValidateResult): string[] => {
  const [first] = findings
  if (!first) return []
  const groups = Map.groupBy(findings, finding => `${finding.code} ${schemaPath(finding)}`)
  const uncounted = findingsTotal - findings.length
  return [
    findingLine(first),
    '',
    `${count(findingsTotal, 'schema error')} against ${schema}:`,
    ...[...groups.values()].sort((one, other) => other.length - one.length).flatMap(findingGroup),
    ...(uncounted > 0 ? ['', `  … and ${count(uncounted, 'more error')} that are only counted`] : []),
  ]
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

const summaryOf = ({ file, fault, findingsTotal, schema, rules }: ValidateResult): string => {
  if (fault) return `${file} cannot be read as XML.`
  if (schema === null) return `${file} is well-formed XML.`
  if (findingsTotal > 0)
    return `${file}: ${count(findingsTotal, 'schema error')} against ${schema}. No rule was run.`
  const outside = rules?.failing.filter(isOutside) ?? []
  const run = rules && ` ${count(rules.run, 'rule')} run, ${count(outside.length, 'rule')} outside tolerance.`
  return `${file} fits the schema ${schema}.${run ?? ''}`
}

const notCheckedLines = ({ rules }: ValidateResult): string[] =>
  rules === null || rules.notChecked.length === 0
    ? []
    : [
        `${count(rules.notChecked.length, 'rule')} not checked here, because the register of providers is on the server only:`,
        ...rules.notChecked.map(code => `  ${code}`),
      ]

/** Digits of a hash that people compare. */
const shownDigits = 12

/** What the file was checked with. */
const contentLine = ({ content }: ValidateResult): string[] => {
  if (!content) return []
  const hash = (name: string, sha256: string | null) => `${name} (SHA-256 ${sha256?.slice(0, shownDigits)})`
  const parts = [
    content.specification === null ? [] : [`Specification ${content.specification}`],
    [`schema ${hash(content.schema, content.schemaHash)}`],
    content.ruleset === null ? [] : [`ruleset ${hash(content.ruleset, content.rulesetHash)}`],
  ].flat()
  const line = `${parts.join(', ')}.`
  return [line.charAt(0).toUpperCase() + line.slice(1)]
}

/**
 * The result for people. The first line names the specification, with version and hash. The next tells the first thing that is
 * wrong: CODE, the words, line and column. Then the schema errors by code and field with their first places, the rules with their first records, and a summary.
 */
export const textOf = (result: ValidateResult): string => {
  const { fault, rules, rightToProcess } = result
  const place = fault ? `(line ${fault.line}, column ${fault.column})` : ''
  const failing = rules?.failing ?? []
  const outside = failing.filter(isOutside)
  const allowed = failing
    .filter(rule => !isOutside(rule))
    .map(
      rule => `  ${rule.ruleCode}  ${rule.failureCount} of ${rule.populationCount}, ${toleranceText(rule)}`,
    )
  const blocks = [
    fault ? [`${fault.code}: ${fault.message} ${place}`] : [],
    findingLines(result),
    rightToProcess.map(
      ({ item, found, expected }) => `RIGHT_TO_PROCESS: ${item}: found ${found}, expected ${expected}`,
    ),
    outside.flatMap(ruleLines).slice(1),
    [
      summaryOf(result),
      ...notCheckedLines(result),
      ...(allowed.length > 0 ? ['Failures inside tolerance:', ...allowed] : []),
    ],
  ]
  const found = blocks
    .filter(block => block.length > 0)
    .map(block => block.join('\n'))
    .join('\n\n')
  return [...contentLine(result), found].join('\n')
}

/** The result for programs: one JSON document on one line. */
export const jsonOf = ({ rules, ...result }: ValidateResult): string =>
  JSON.stringify({
    ...result,
    rules: rules && {
      ...rules,
      failing: rules.failing.map(rule => ({ ...rule, conjoinedTolerances: conjoinedTolerances(rule) })),
    },
  })
