import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Database } from './database.ts'
import { type FailingRule, failingRecords, failingRule } from './failureFiles.ts'
import { type FailurePage, type FailuresOfRule, failuresOf } from './failures.ts'
import { withStudents } from './students.ts'

/*
 * The first failing records of each rule, in a file of their own beside all of them. Most pages that people open are the first
 * ones of a rule: these are read without a database, and without any file in plain.
 */

/** Its name beside the failing records. */
export const firstFailuresFile = 'first.ndjson'

/** Records of a rule that it has: a page of the largest size. */
const recordsOfRule = 100
/** Longest text of the records of a rule, in bytes. Of a rule whose records are longer it has none: a database reads them. */
const longestOfRule = 65_536

const texts = z.array(z.string().nullable()).nullable()
/** The line of a rule. */
const firstOfRule = z.object({
  rule: failingRule,
  records: z.array(
    z.object({
      line: z.number(),
      byte: z.number(),
      keys: texts,
      details: texts,
      student: z.number().nullable(),
    }),
  ),
})

/** How the line of a rule begins, with the break before it. No line has a break in it, so this stands nowhere else. */
const beginningOf = (code: string): string => `\n{"code":${JSON.stringify(code)},`

/** Writes the file into a folder of failing records in which the findings by student are by now. */
export const writeFirstFailures = async (
  database: Database,
  failuresFolder: string,
  rules: readonly FailingRule[],
): Promise<void> => {
  const first = `(select * from ${failingRecords(failuresFolder, rules)} where n <= ${recordsOfRule})`
  const rows =
    rules.length === 0
      ? []
      : // As text, a rule at a time: to bring each value over from the database takes longer than to find them.
        await database.rows(
          `select rule, case when sum(strlen(record)) <= ${longestOfRule} then string_agg(record, ',' order by n) else '' end as records
           from (select rule, n, cast(to_json({line: line, byte: byte, keys: keys, details: details, student: student}) as varchar) as record
             from ${withStudents({ failuresFolder }, first)}) group by rule`,
        )
  const records = new Map(rows.map(row => [Number(row.rule), String(row.records)]))
  const lineOf = (rule: FailingRule): string =>
    `${beginningOf(rule.code)}"rule":${JSON.stringify(rule)},"records":[${records.get(rule.number) ?? ''}]}`
  await writeFile(join(failuresFolder, firstFailuresFile), `${rules.map(lineOf).join('')}\n`)
}

/** Whether a page may be one of the first ones: it begins there, in the order of the file, and nothing is searched for. */
export const isFirstPage = ({ offset, search, sort }: FailurePage): boolean =>
  offset < recordsOfRule && !search?.text && !sort

/** Such a page, of the bytes of the file; undefined where it reaches beyond the first ones. */
export const firstFailures = (
  bytes: Uint8Array,
  { ruleCode, offset, limit }: Pick<FailurePage, 'ruleCode' | 'offset' | 'limit'>,
): FailuresOfRule | undefined => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const before = file.indexOf(beginningOf(ruleCode))
  if (before < 0) return { total: 0, rows: [], students: [] }
  const line = file.subarray(before + 1, file.indexOf('\n', before + 1)).toString('utf8')
  const { rule, records } = firstOfRule.parse(JSON.parse(line))
  const [first, beyond] = [Math.trunc(offset), Math.trunc(offset) + Math.trunc(limit)]
  if (beyond > records.length && rule.records > records.length) return undefined
  return { total: rule.records, ...failuresOf(rule, records.slice(first, beyond)) }
}
