import { sql, type Transaction } from 'kysely'
import type { IssueSubject } from '../../../src/domain/issue.ts'
import type { Database } from '../schema.ts'

export interface NoteRow {
  subject: IssueSubject
  code: string
  name: string
  /** Of the rule's first row, its primary regulator's; of a report the provider's own. */
  regulator_code: string
  text: string
  written_utc: Date
  written_by: string
  organisation: { id: string; name: string } | null
}

/**
 * The notes of a submission's provider in its collection, rules before reports, each with the name that this submission
 * has for it.
 */
export const notesOf = async (tx: Transaction<Database>, submissionId: string): Promise<NoteRow[]> => {
  const { rows } = await sql<NoteRow>`
    select n.subject, n.code, coalesce(q.name, p.title, n.code) as name,
      coalesce(q.result -> 'rows' -> 0 ->> 'regulatorCode', o.regulator_code) as regulator_code, n.text, n.written_utc, n.written_by,
      case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.published_name) end as organisation
    from submission s
    join provider_note n on n.collection_id = s.collection_id and n.inst_id = s.inst_id
    join provider o on o.inst_id = s.inst_id
    left join quality_rule_result q on n.subject = 'rule' and q.submission_id = s.id and q.code = n.code
    left join report p on n.subject = 'report' and p.submission_id = s.id and p.kind = 'credibility' and p.code = n.code
    left join organisation w on w.id = n.writer_organisation_id
    where s.id = ${submissionId}::uuid
    order by n.subject desc, q.ordinal nulls last, n.code`.execute(tx)
  return rows
}
