import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { type Database, literal } from './database.ts'
import { nameFailing } from './ruleset/compile.ts'
import type { Rule } from './ruleset/ruleset.ts'

const failingRule = z.object({
  code: z.string(),
  description: z.string(),
  entity: z.string(),
  keyNames: z.array(z.string()),
  detailNames: z.array(z.string()),
  /** File with its failing records, and the number that tells them from those of other rules in that file. */
  file: z.string(),
  number: z.number(),
  /** Failing records that are kept. */
  records: z.number(),
})
/** A rule that found records at fault, and where these are. */
export type FailingRule = z.output<typeof failingRule>

const listFile = 'rules.json'

/** The rules that found records at fault, by their codes. */
export const failingRules = async (folder: string): Promise<FailingRule[]> =>
  z.array(failingRule).parse(JSON.parse(await readFile(join(folder, listFile), 'utf8')))

/**
 * The failing records of rules as SQL: columns `rule` (its number), `n` (its place among them, from 1),
 * `row`, `line`, `byte`, `keys`, `details`.
 */
export const failingRecords = (folder: string, rules: readonly FailingRule[]): string => {
  const files = [...new Set(rules.map(({ file }) => literal(join(folder, file))))]
  const numbers = rules.map(({ number }) => number)
  return `(select * from read_parquet([${files.join(', ')}]) where rule in (${numbers.join(', ')}))`
}

/**
 * Keeps failing records in a new, empty folder: those that one connection has found in one file, written at the end, as a file
 * for each rule would cost more than most rules. The list of the rules comes last.
 */
export const createFailureWriter = async (folder: string) => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const kept: FailingRule[] = []
  const files = new Map<Database, string>()

  const fileOf = async (database: Database): Promise<string> => {
    const known = files.get(database)
    if (known !== undefined) return known
    const file = `${files.size + 1}.parquet`
    files.set(database, file)
    await database.run(
      'create temp table kept (rule integer, n integer, "row" bigint, line bigint, byte bigint, keys varchar[], details varchar[])',
    )
    return file
  }

  let last = 0
  return {
    keep: async (database: Database, rule: Rule): Promise<void> => {
      if (rule.failingSql === null || rule.failuresSql === null) return
      const { code, description, entity } = rule
      const file = await fileOf(database)
      const number = ++last
      await nameFailing(database, rule.failingSql)
      const { Count: records } = await database.row(
        `insert into temp.kept select ${number}, row_number() over (order by "row"), "row", line, byte, keys, details from (${rule.failuresSql}) order by "row"`,
      )
      kept.push({
        code,
        description,
        entity,
        keyNames: [...rule.keyNames],
        detailNames: [...rule.detailNames],
        file,
        number,
        records: Number(records),
      })
    },
    /** Writes the files; gives the rules that found records at fault. */
    end: async (): Promise<FailingRule[]> => {
      for (const [database, file] of files)
        await database.run(
          `copy temp.kept to ${literal(join(folder, file))} (format parquet, compression zstd)`,
        )
      kept.sort((one, other) => (one.code < other.code ? -1 : 1))
      await writeFile(join(folder, listFile), JSON.stringify(kept))
      return kept
    },
  }
}
export type FailureWriter = Awaited<ReturnType<typeof createFailureWriter>>
