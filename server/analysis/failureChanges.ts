import { csvLine } from '../../src/domain/csv.ts'
import { type RecordChange, recordChanges } from '../../src/domain/qualityReport.ts'
import { type Database, openDatabase, withDatabase } from './database.ts'
import type { AnalysisSource } from './facts.ts'
import { type FailingRule, failingRecords, failingRules, type Page } from './failureFiles.ts'
import { type FailureView, failureOf, type RuleFailure } from './failures.ts'

/** The failing records of one rule in two uploads: this one and an earlier one. */
export interface TwoUploads {
  now: AnalysisSource
  /** Undefined for a first upload, all of whose records are new. */
  before: AnalysisSource | undefined
  ruleCode: string
  /** Code of the same rule in the earlier one; undefined where it had none. */
  codeBefore: string | undefined
}

/** The failures need no database but the files that they are in. */
const inMemory = ({ now, before }: TwoUploads) => ({
  ...now,
  databaseFile: ':memory:',
  otherFolders: before ? [before.failuresFolder] : [],
})

interface Side {
  rule: FailingRule | undefined
  /** Rows with the identifiers of the record as one text, `k`. */
  records: string
}

const nothing =
  "(select null::integer as n, null::bigint as line, null::bigint as byte, null::varchar[] as keys, null::varchar[] as details, '' as k where false)"

const sideOf = async (source: AnalysisSource | undefined, ruleCode: string | undefined): Promise<Side> => {
  if (!source) return { rule: undefined, records: nothing }
  const { failuresFolder } = source
  const rules = await failingRules(failuresFolder)
  const rule = rules.find(({ code }) => code === ruleCode)
  return {
    rule,
    records: rule
      ? `(select n, line, byte, keys, details, keys::varchar as k from ${failingRecords(failuresFolder, [rule])})`
      : nothing,
  }
}

/**
 * The records by what has become of them: `new` fail now and did not before, `still` in both, `mended` failed before and do
 * not any more, corrected or left out. A record is the same where its identifiers are.
 */
const selections = (now: Side, before: Side): Record<RecordChange, { side: Side; from: string }> => ({
  new: { side: now, from: `select a.* from ${now.records} a anti join ${before.records} b using (k)` },
  still: { side: now, from: `select a.* from ${now.records} a semi join ${before.records} b using (k)` },
  mended: { side: before, from: `select a.* from ${before.records} a anti join ${now.records} b using (k)` },
})

const rowsOf = async (
  database: Database,
  { side, from }: { side: Side; from: string },
  end: string,
): Promise<RuleFailure[]> => {
  const { rule } = side
  if (!rule) return []
  const rows = await database.rows(`select line, byte, keys, details from (${from}) order by n ${end}`)
  return rows.map(row => failureOf(rule, row))
}

const selectionsOf = async ({ now, before, ruleCode, codeBefore }: TwoUploads) =>
  selections(await sideOf(now, ruleCode), await sideOf(before, codeBefore))

/** How many records of each kind there are, and a page of those of one. Of mended ones, lines are those of the earlier file. */
export const failureChanges = async (
  uploads: TwoUploads,
  { kind, offset, limit }: Page & { kind: RecordChange },
): Promise<{ counts: Record<RecordChange, number>; rows: RuleFailure[] }> => {
  const found = await selectionsOf(uploads)
  return withDatabase(inMemory(uploads), async database => {
    const counted = await database.row(
      `select ${recordChanges.map(each => `(select count(*) from (${found[each].from})) as "${each}"`).join(', ')}`,
    )
    return {
      counts: { new: Number(counted.new), still: Number(counted.still), mended: Number(counted.mended) },
      rows: await rowsOf(database, found[kind], `limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}`),
    }
  })
}

/** All of them as CSV, a batch of lines at a time: what has become of the record, its identifiers and values, its line. */
export async function* failureChangesCsv(
  uploads: TwoUploads,
  {
    heading,
    line,
    finding,
    nameOf,
  }: { heading: string; line: string; finding: string; nameOf: (kind: RecordChange) => string },
  { show, findingOf }: Pick<FailureView, 'show' | 'findingOf'>,
): AsyncGenerator<string> {
  const found = await selectionsOf(uploads)
  const rule = found.new.side.rule ?? found.mended.side.rule
  if (!rule) return
  yield csvLine([heading, ...rule.keyNames, ...rule.detailNames, line, finding])
  const database = await openDatabase(inMemory(uploads))
  try {
    for (const kind of recordChanges) {
      const { side, from } = found[kind]
      const own = side.rule
      if (!own) continue
      const batches = database.batches(`select line, byte, keys, details from (${from}) order by n`)
      for await (const batch of batches)
        yield batch
          .map(row => {
            const failure = failureOf(own, row)
            const shown = show(failure)
            const values = [...shown.keys, ...shown.details].map(({ value }) => value)
            const details = failure.details.map(({ value }) => value)
            return csvLine([nameOf(kind), ...values, shown.line, findingOf(own.code, details)])
          })
          .join('')
    }
  } finally {
    database.close()
  }
}
