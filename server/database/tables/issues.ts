import type { IssueStatus, IssueSubject } from '../../../src/domain/issue.ts'
import type { Tolerance } from '../../../src/domain/tolerance.ts'
import type { Defaulted, Instant, JsonOrNull } from './columns.ts'

/** Issues, what is written and attached to them, and notes of providers. */
export interface IssueTables {
  issue: {
    id: string
    collection_id: string
    inst_id: string
    subject: IssueSubject
    code: string
    name: string
    regulator_code: string
    status: IssueStatus
    version: number
    raised_from: string
    raised_utc: Instant
    raised_by: string
    raiser_id: string | null
    raiser_organisation_id: string | null
    updated_utc: Instant
    is_explained: Defaulted<boolean>
    tracker_key: string | null
    tracker_link: string | null
    tracker_comment: number | null
    tracker_done: Defaulted<boolean>
    assignee_id: string | null
    assignee_name: string | null
    is_in_work: Defaulted<boolean>
    requester_id: string | null
    wanted_tolerance: JsonOrNull<Tolerance>
  }
  issue_comment: { issue_id: string; inst_id: string; sequence: number; text: string }
  issue_attachment: {
    id: string
    issue_id: string
    inst_id: string
    sequence: number | null
    file_name: string
    file_size: number | null
    object_key: string | null
    uploader_id: string
    created_utc: Instant
  }
  explanation_file: {
    id: string
    submission_id: string
    inst_id: string
    file_name: string
    uploader_id: string
    created_utc: Instant
  }
  provider_reminder: {
    id: string
    collection_id: string
    inst_id: string
    sent_utc: Instant
    sent_by: string
    sent_by_id: string
    subject: string
    text: string
    people: number
  }
  provider_note: {
    collection_id: string
    inst_id: string
    subject: IssueSubject
    code: string
    text: string
    written_utc: Instant
    written_by: string
    writer_organisation_id: string | null
  }
}
