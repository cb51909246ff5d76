import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { type Database, isUnbound, literal, unionAll } from './database.ts'
import { failuresKept, nameFailing, nameRows, type Rows } from './ruleset/compileRule.ts'
import type { Rule } from './ruleset/ruleset.ts'

export const failingRule = z.object({
  code: z.string(),
  requirement: z.string(),
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

/** Which rows of a list somebody asks for. */
export interface Page {
  offset: number
  limit: number
}

/** The list of the rules in a folder of failing records. */
export const listFile = 'rules.json'

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

type FailingSql = Rule & { failingSql: string; failuresSql: string }

/** A rule and the number of its records in the file. */
interface Numbered {
  rule: FailingSql
  number: number
}

const hasFailing = (rule: Rule): rule is FailingSql => rule.failingSql !== null && rule.failuresSql !== null

/**
 * Keeps failing records in a new, empty folder: those that one connection has found in one file, written at the end, as a file
 * for each rule would cost more than most rules. Of a small record, the rows at fault are found by the query that shows them,
 * and those of several rules by one query. The list of the rules comes last.
 */
export const createFailureWriter = async (folder: string, isSmall: boolean) => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const kept: Omit<FailingRule, 'records'>[] = []
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

  /** The records that some SQL shows, numbered from those on that are there. */
  const shown = (number: number, from: string, before = 0): string =>
    `select ${number}, ${before} + row_number() over (order by "row") as n, "row", line, byte, keys, details from (${from})`

  const listed = ({ code, requirement, entity, keyNames, detailNames }: Rule, file: string, number: number) =>
    kept.push({
      code,
      requirement,
      entity,
      keyNames: [...keyNames],
      detailNames: [...detailNames],
      file,
      number,
    })

  /** Keeps all that the work inserts under these numbers, or none: what finds no room begins again under other numbers. */
  const wholly = async (
    database: Database,
    numbers: readonly number[],
    work: () => Promise<void>,
  ): Promise<void> => {
    try {
      await work()
    } catch (error) {
      await database.run(`delete from temp.kept where rule in (${numbers.join(', ')})`)
      throw error
    }
  }

  const insert = async (database: Database, { rule, number }: Numbered): Promise<void> => {
    await nameFailing(database, rule.failingSql)
    await database.run(`insert into temp.kept ${shown(number, rule.failuresSql)} order by "row"`)
  }

  /** Inserts by one query what can be, as far as the ruleset tells; gives the rules that are left, all where it does not bind. */
  const insertAtOnce = async (
    database: Database,
    failing: readonly Numbered[],
  ): Promise<readonly Numbered[]> => {
    const queries = failing.flatMap(({ rule, number }) =>
      rule.failuresAtOnceSql === null ? [] : [shown(number, rule.failuresAtOnceSql)],
    )
    if (queries.length === 0) return failing
    try {
      await database.run(`insert into temp.kept ${unionAll(queries)}`)
    } catch (error) {
      if (!isUnbound(error)) throw error
      return failing
    }
    return failing.filter(({ rule }) => rule.failuresAtOnceSql === null)
  }

  let last = 0
  return {
    /** Keeps the failing records of rules: of all of them, or of none where there is no room. */
    keep: async (database: Database, rules: readonly Rule[]): Promise<void> => {
      const failing = rules.filter(hasFailing).map(rule => ({ rule, number: ++last }))
      if (failing.length === 0) return
      const file = await fileOf(database)
      const numbers = failing.map(({ number }) => number)
      await wholly(database, numbers, async () => {
        const left = isSmall ? await insertAtOnce(database, failing) : failing
        for (const one of left) await insert(database, one)
      })
      for (const { rule, number } of failing) listed(rule, file, number)
    },

    /** Keeps the failing records of a rule part by part, in ascending rows: all of them, or none where there is no room. */
    keepInParts: async (database: Database, rule: Rule, parts: readonly Rows[]): Promise<void> => {
      const { inParts } = rule
      if (inParts === null || !hasFailing(rule)) return
      const number = ++last
      const file = await fileOf(database)
      await wholly(database, [number], async () => {
        let before = 0
        for (const part of parts) {
          await nameRows(database, part)
          await nameFailing(database, inParts.failingSql)
          await database.run(
            `insert into temp.kept select * from (${shown(number, rule.failuresSql, before)}) where n <= ${failuresKept} order by n`,
          )
          const { there } = await database.row(
            `select count(*) as there from temp.kept where rule = ${number}`,
          )
          before = Number(there)
          if (before >= failuresKept) break
        }
      })
      listed(rule, file, number)
    },

    /** Writes the files; gives the rules that found records at fault. */
    end: async (): Promise<FailingRule[]> => {
      const records = new Map<number, number>()
      for (const [database, file] of files) {
        for (const row of await database.rows(
          'select rule, count(*) as records from temp.kept group by rule',
        ))
          records.set(Number(row.rule), Number(row.records))
        await database.run(
          `copy temp.kept to ${literal(join(folder, file))} (format parquet, compression zstd)`,
        )
      }
      const rules = kept
        .map((rule): FailingRule => ({ ...rule, records: records.get(rule.number) ?? 0 }))
        .sort((one, other) => (one.code < other.code ? -1 : 1))
      await writeFile(join(folder, listFile), JSON.stringify(rules))
      return rules
    },
  }
}
export type FailureWriter = Awaited<ReturnType<typeof createFailureWriter>>
