import { type Finding, schemaPath } from 'bedel-record'
import { count, more, placesShown } from './counting.ts'
import type { RulesReport } from './rulesReport.ts'
import type { ValidateResult } from './validate.ts'

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

const summaryOf = (
  { file, fault, findingsTotal, schema, rules }: ValidateResult,
  outside: number,
): string => {
  if (fault) return `${file} cannot be read as XML.`
  if (schema === null) return `${file} is well-formed XML.`
  if (findingsTotal > 0)
    return `${file}: ${count(findingsTotal, 'schema error')} against ${schema}. No rule was run.`
  const run = rules && ` ${count(rules.run, 'rule')} run, ${count(outside, 'rule')} outside tolerance.`
  return `${file} fits the schema ${schema}.${run ?? ''}`
}

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

const noRules: RulesReport = { outside: [], outsideCount: 0, after: [] }

/**
 * The result for people. The first line names the specification, with version and hash. The next tells the first thing that is
 * wrong: CODE, the words, line and column. Then the schema errors by code and field with their first places, the rules with their first records, and a summary.
 */
export const textOf = async (result: ValidateResult): Promise<string> => {
  const { fault, rules, rightToProcess } = result
  const place = fault ? `(line ${fault.line}, column ${fault.column})` : ''
  const report = rules ? (await import('./rulesReport.ts')).rulesReport(rules) : noRules
  const blocks = [
    fault ? [`${fault.code}: ${fault.message} ${place}`] : [],
    findingLines(result),
    rightToProcess.map(
      ({ item, found, expected }) => `RIGHT_TO_PROCESS: ${item}: found ${found}, expected ${expected}`,
    ),
    report.outside,
    [summaryOf(result, report.outsideCount), ...report.after],
  ]
  const found = blocks
    .filter(block => block.length > 0)
    .map(block => block.join('\n'))
    .join('\n\n')
  return [...contentLine(result), found].join('\n')
}

/** The result for programs: one JSON document on one line. */
export const jsonOf = async ({ rules, ...result }: ValidateResult): Promise<string> =>
  JSON.stringify({ ...result, rules: rules && (await import('./rulesReport.ts')).withTolerances(rules) })
