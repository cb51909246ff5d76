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
  /** File with its failing records: columns `row`, `line`, `byte`, `keys`, `details`. */
  file: z.string(),
})
/** A rule that found records at fault, and where these are. */
export type FailingRule = z.output<typeof failingRule>

const listFile = 'rules.json'

/** The rules that found records at fault, by their codes. */
export const failingRules = async (folder: string): Promise<FailingRule[]> =>
  z.array(failingRule).parse(JSON.parse(await readFile(join(folder, listFile), 'utf8')))

/** Keeps failing records in a new, empty folder: a file for each rule that has some. The list of these rules comes last. */
export const createFailureWriter = async (folder: string) => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const kept: FailingRule[] = []
  let last = 0
  return {
    keep: async (database: Database, rule: Rule, rows: readonly number[]): Promise<void> => {
      if (rule.failuresSql === null) return
      const { code, description, entity } = rule
      const file = `${++last}.parquet`
      const path = join(folder, file)
      try {
        await nameFailing(database, rows)
        await database.run(
          `copy (${rule.failuresSql}) to ${literal(path)} (format parquet, compression zstd)`,
        )
      } catch (error) {
        // A rule that found no room is applied again, to another file.
        await rm(path, { force: true })
        throw error
      }
      kept.push({
        code,
        description,
        entity,
        keyNames: [...rule.keyNames],
        detailNames: [...rule.detailNames],
        file,
      })
    },
    end: (): Promise<void> =>
      writeFile(
        join(folder, listFile),
        JSON.stringify(kept.sort((one, other) => (one.code < other.code ? -1 : 1))),
      ),
  }
}
export type FailureWriter = Awaited<ReturnType<typeof createFailureWriter>>
