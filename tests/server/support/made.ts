import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { decrypted } from '../../../server/storage/encryption/cipher.ts'
import type { WrappedKey } from '../../../server/storage/encryption/masterKeys.ts'
import { filePieces } from '../../../server/storage/filePieces.ts'
import { openMasterKeys } from '../../../server/storage/index.ts'
import { statusNameOf } from '../../../src/domain/status.ts'
import type { Installation } from './installation.ts'
import { filesInZip } from './zip.ts'

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** Everything that has been made of one submission, without what differs between two runs: instants, workers, tries. */
export interface Made {
  status: string
  students: number | null
  /** Hash of the file as it was received, and as it lies in the store now. */
  file: string | null
  stored: string | null
  events: string[]
  /** Stages with their outcome and what is kept with it. */
  stages: string
  findings: { count: number; hash: string }
  rules: { count: number; failures: number; hash: string }
  /** Every failing record of every rule, a line for each, as the download has them. */
  failingRecords: { lines: number; hash: string } | null
  reports: { count: number; hash: string }
  /** Hash of the record that is kept for next year, which stands in the store. */
  history: string | null
  /** Who was given which notice of it, in words. */
  notices: string[]
  /** Its lines of the activity log. */
  activity: string[]
  /** The issues that were raised from it, with their events. */
  issues: string[]
  /** Hash of the manifest of the files that are delivered, which has the hash of each. */
  delivery: string | null
}

interface Row {
  status_id: number
  student_count: number | null
  file_hash: string | null
  object_key: string | null
  failures_file_key: string | null
  has_stored_file: boolean
  events: string[]
  stages: string
  findings: string
  finding_count: number
  rules: string
  rule_count: number
  failures: number
  reports: string
  report_count: number
  history_key: string | null
  notices: string[]
  activity: string[]
  issues: string[]
  tsv_delivery_location: string | null
}

/** Reads an object of the store where that is no folder. */
type ReadObject = (key: string) => Promise<Buffer>

/** What an installation has made of a submission, read from its database and its store. */
export const madeOf = async (
  { rows, ...from }: Pick<Installation, 'rows'> & (Pick<Installation, 'dataDir'> | { read: ReadObject }),
  submissionId: string,
): Promise<Made> => {
  const [row] =
    await rows<Row>(`select status_id, student_count, file_hash, object_key, failures_file_key, has_stored_file,
    array(select event from submission_event where submission_id = s.id order by sequence) as events,
    (select coalesce(jsonb_agg(jsonb_build_array(stage, outcome, detail) order by stage), '[]')::text
      from stage_result where submission_id = s.id) as stages,
    (select coalesce(jsonb_agg(to_jsonb(f) order by ordinal), '[]')::text
      from schema_finding f where submission_id = s.id) as findings,
    (select count(*)::int from schema_finding where submission_id = s.id) as finding_count,
    (select coalesce(jsonb_agg(to_jsonb(q) order by ordinal, code), '[]')::text
      from quality_rule_result q where submission_id = s.id) as rules,
    (select count(*)::int from quality_rule_result where submission_id = s.id) as rule_count,
    (select coalesce(sum(failure_count), 0)::int from quality_rule_result where submission_id = s.id) as failures,
    (select coalesce(jsonb_agg(to_jsonb(r) order by kind, code), '[]')::text
      from report r where submission_id = s.id) as reports,
    (select count(*)::int from report where submission_id = s.id) as report_count,
    (select content ->> 'key' from report where submission_id = s.id and kind = 'history'
      and code = 'HISTORY') as history_key,
    array(select concat_ws(' ', organisation_id, kind, mode, detail) as notice
      from notice where submission_id = s.id order by notice) as notices,
    array(select concat_ws(' ', type_id, username, organisation_id, filename, is_anonymised, detail)
      from activity_log where submission_id = s.id order by id) as activity,
    array(select concat_ws(' ', i.subject, i.code, i.regulator_code, i.status, i.is_explained,
        (select string_agg(e.event, ' ' order by e.sequence) from chart_event e where e.chart = 'issue' and e.subject = i.id::text)) as issue
      from issue i where i.raised_from = s.id order by issue) as issues,
    tsv_delivery_location
    from submission s where id = '${submissionId}'`)
  if (!row) throw new Error(`There is no submission ${submissionId}.`)
  const readInFolder = async (key: string): Promise<Buffer> => {
    const [wrapped] = await rows<WrappedKey>(
      `select master, wrapped from file_key where object_key = '${key}'`,
    )
    if (!wrapped || 'read' in from) throw new Error(`There is no key of ${key}.`)
    const { dataDir } = from
    const masters = openMasterKeys(join(dataDir, 'keys'))
    const fileKey = masters.unwrap(key, wrapped)
    const object = filePieces(() => open(join(dataDir, 'store', 'objects', ...key.split('/'))))
    return Buffer.concat(await Array.fromAsync(decrypted(object, { objectKey: key, fileKey })))
  }
  const objectOf = 'read' in from ? from.read : readInFolder
  /** The first file of a zip in the store, as text. */
  const firstIn = async (key: string): Promise<string> => {
    const [first] = (await filesInZip(await objectOf(key))).values()
    return String(first)
  }
  const failing = row.failures_file_key && (await firstIn(row.failures_file_key))
  const set = row.tsv_delivery_location && (await firstIn(row.tsv_delivery_location))
  // A second upload of the same journey has another id, which stands in what is made of it; so does the attempt that made the
  // record for next year, in the key of its file. Its size stays beside it.
  const plain = (text: string) =>
    text.replaceAll(submissionId, 'submission').replaceAll(/history\.\d+\.parquet/g, 'history.parquet')
  return {
    status: statusNameOf(row.status_id),
    students: row.student_count,
    file: row.file_hash,
    stored: row.has_stored_file && row.object_key ? sha256(await objectOf(row.object_key)) : null,
    events: row.events,
    stages: plain(row.stages),
    findings: { count: row.finding_count, hash: sha256(plain(row.findings)) },
    rules: { count: row.rule_count, failures: row.failures, hash: sha256(plain(row.rules)) },
    failingRecords: failing ? { lines: failing.split('\n').length - 1, hash: sha256(plain(failing)) } : null,
    reports: { count: row.report_count, hash: sha256(plain(row.reports)) },
    history: row.history_key && sha256(await objectOf(row.history_key)),
    notices: row.notices,
    activity: row.activity,
    issues: row.issues,
    delivery: set && sha256(plain(set)),
  }
}
