import type { RuleFinding, ValidateResult } from './validate.ts'

const count = (amount: number, one: string, many = `${one}s`): string =>
  `${amount.toLocaleString('en-GB')} ${amount === 1 ? one : many}`

const toleranceWords = ({ conjoinedTolerances }: RuleFinding): string =>
  `tolerance ${conjoinedTolerances || 'none'}`

const ruleLines = (rule: RuleFinding): string[] => {
  const { ruleCode, description, failureCount, populationCount, records } = rule
  return [
    '',
    `${ruleCode}: ${failureCount} of ${populationCount} outside tolerance, ${toleranceWords(rule)}`,
    `  ${description}`,
    ...records.map(({ line, rowIdentifier }) => `  line ${line}: ${rowIdentifier}`),
    ...(failureCount > records.length
      ? [`  … and ${count(failureCount - records.length, 'more record')}`]
      : []),
  ]
}

/**
 * The result for people. The first line tells the first thing that is wrong: CODE, the words, line and column; after it
 * every other schema finding in the same form, then the rules with their records, and a summary.
 */
export const textOf = (result: ValidateResult): string => {
  const { file, fault, findings, findingsTotal, rules, schema, rightToProcess } = result
  const place = (line: number, column: number) => `line ${line}, column ${column}`
  const lines = findings.map(
    ({ code, message, line, column, path }) => `${code}: ${message} (${place(line, column)}; ${path})`,
  )
  if (findingsTotal > findings.length) lines.push(`… and ${findingsTotal - findings.length} more`)
  if (fault) lines.unshift(`${fault.code}: ${fault.message} (${place(fault.line, fault.column)})`)
  lines.push(
    ...rightToProcess.map(
      ({ item, found, expected }) => `RIGHT_TO_PROCESS: ${item}: found ${found}, expected ${expected}`,
    ),
  )
  const failing = rules?.failing ?? []
  const outside = failing.filter(({ status }) => status === 1)
  const inside = failing.filter(({ status }) => status === 0)
  lines.push(...outside.flatMap(ruleLines).slice(lines.length === 0 ? 1 : 0))
  const summary = fault
    ? `${file} cannot be read as XML.`
    : schema === null
      ? `${file} is well-formed XML.`
      : findingsTotal > 0
        ? `${file}: ${count(findingsTotal, 'schema error')} against ${schema}. No rule was run.`
        : `${file} fits the schema ${schema}.${rules ? ` ${count(rules.run, 'rule')} run, ${count(outside.length, 'rule')} outside tolerance.` : ''}`
  const allowed = inside.map(
    rule => `  ${rule.ruleCode}  ${rule.failureCount} of ${rule.populationCount}, ${toleranceWords(rule)}`,
  )
  return [
    ...lines,
    ...(lines.length > 0 ? [''] : []),
    summary,
    ...(allowed.length > 0 ? ['Failures inside tolerance:', ...allowed] : []),
  ].join('\n')
}

/** The result for programs: one JSON document on one line. */
export const jsonOf = (result: ValidateResult): string => JSON.stringify(result)
