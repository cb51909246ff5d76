import type { ColumnType, Generated } from 'kysely'
import type { SubmissionMode } from '../../../src/domain/status.ts'
import type { Tolerance } from '../../../src/domain/tolerance.ts'
import type { TransferPlace } from '../../../src/domain/transfer.ts'
import type { CalendarDate, Defaulted, Details, Instant, InstantOrNull, Json, JsonOrNull } from './columns.ts'

/** Submissions, what their stages found, and what belongs to them. */
export interface SubmissionTables {
  submission: {
    id: string
    collection_id: string
    inst_id: string
    mode: SubmissionMode
    status_id: number
    version: Defaulted<number>
    is_latest: Defaulted<boolean>
    file_name: string
    file_size: number | null
    file_hash: string | null
    object_key: string | null
    has_stored_file: Defaulted<boolean>
    uploader_id: string | null
    submitter_id: string | null
    created_utc: Instant
    uploaded_utc: InstantOrNull
    uploaded_by: string
    uploader_organisation_id: string | null
    copied_from: string | null
    student_count: number | null
    failure_reason: string | null
    progress: JsonOrNull<Record<string, unknown>>
    error_file_key: string | null
    failures_file_key: string | null
    tsv_delivery_location: string | null
    upload_expires_utc: InstantOrNull
    content_discarded_utc: InstantOrNull
    specification_id: number | null
  }
  submission_event: {
    submission_id: string
    inst_id: string
    sequence: number
    event: string
    from_status_id: number
    to_status_id: number
    actor: Json<Record<string, unknown>>
    payload: Details
    facts: Json<Record<string, unknown>>
    occurred_utc: Instant
    detail: Details
    effects: Json<readonly (Record<string, unknown> & { type: string; key: string })[]>
  }
  part_upload: {
    submission_id: string
    inst_id: string
    bytes: number
    part_bytes: number
    begun_utc: Instant
  }
  stored_part: {
    submission_id: string
    inst_id: string
    number: number
    bytes: number
    sha256: string
    stored_utc: Instant
  }
  known_engagement: { key: number; inst_id: string }
  transfer_out: {
    submission_id: string
    inst_id: string
    sid: string
    numhus: string
    destination_ukprn: string
    collection_id: string
  }
  transfer_in: {
    submission_id: string
    inst_id: string
    partner_ukprn: string
    sid: string
    numhus: string
  }
  transfer: {
    collection_id: string
    sender_inst_id: string
    receiver_inst_id: string
    place: TransferPlace
    students: number
    agreed_students: number
    asked_utc: InstantOrNull
    agreed_utc: InstantOrNull
    agreed_by: string | null
    reminded_utc: InstantOrNull
  }
  transfer_message: {
    collection_id: string
    sender_inst_id: string
    receiver_inst_id: string
    number: number
    author_inst_id: string
    written_by: string
    written_utc: Instant
    text: string
  }
  tolerance_override: {
    collection_id: string
    inst_id: string
    rule_code: string
    regulator_code: string
    tolerance: Json<Tolerance>
    granted_utc: ColumnType<Date, Date | undefined, Date>
    granted_by: string
  }
  stage_lease: {
    submission_id: string
    stage: string
    fencing_token: number
    worker: string
    taken_utc: Instant
  }
  stage_attempt: {
    submission_id: string
    stage: string
    fencing_token: number
    worker: string
    started_utc: Instant
    fault: string | null
    faulted_utc: InstantOrNull
  }
  stage_result: {
    submission_id: string
    stage: string
    fencing_token: number
    outcome: string
    detail: Details
    completed_utc: Instant
  }
  schema_finding: {
    submission_id: string
    inst_id: string
    ordinal: number
    line_number: number
    column_number: number
    code: string
    error: string
    details: Json<Record<string, unknown>>
  }
  schema_finding_group: {
    submission_id: string
    inst_id: string
    ordinal: number
    code: string
    place: string
    count: number
    places: Json<{ line: number; column: number }[]>
    characters: Json<{ character: string; count: number }[]>
    example: Json<Record<string, unknown>> | null
  }
  quality_rule_result: {
    submission_id: string
    inst_id: string
    code: string
    ordinal: number
    name: string
    outside: boolean
    operational: boolean
    population_count: number
    failure_count: number
    result: Json<Record<string, unknown>>
  }
  quality_report: {
    submission_id: string
    inst_id: string
    rules: Json<Record<string, unknown>[]>
    failed: Json<Record<string, number>>
  }
  report: {
    submission_id: string
    inst_id: string
    kind: 'credibility' | 'additional' | 'history'
    code: string
    chapter_id: number | null
    title: string
    failure_count: Defaulted<number>
    content: Json<unknown>
  }
  workbook: {
    submission_id: string
    inst_id: string
    field: string
    is_whole: boolean
    regulator: string
    requested_utc: Instant
    done: Defaulted<number>
    total: number | null
    made_utc: InstantOrNull
    size: number | null
    fault: string | null
  }
  signed_form: {
    id: string
    ordinal: Generated<number>
    submission_id: string
    inst_id: string
    file_name: string
    uploader_id: string
    uploaded_by: string
    uploader_organisation_id: string | null
    created_utc: Instant
    returned_utc: InstantOrNull
    file_size: number | null
    object_key: string | null
    signed_name: string | null
    authenticated_utc: InstantOrNull
    form_hash: string | null
    refused_utc: InstantOrNull
    refusal_note: string | null
  }
  deadline_reminder: {
    collection_id: string
    submission_deadline: CalendarDate
    days: number
    reminded_utc: Instant
  }
}
