import type { ColumnType, Generated } from 'kysely'
import type { IssueStatus, IssueSubject } from '../../src/domain/issue.ts'
import type { SubmissionMode } from '../../src/domain/status.ts'
import type { Tolerance } from '../../src/domain/tolerance.ts'
import type { CollectionPlace } from '../../src/machines/collection-state/index.ts'
import type { ContentPlace } from '../../src/machines/schema-state/index.ts'
import type { SpecificationPlace } from '../../src/machines/specification-state/index.ts'

/**
 * The tables of `migrations/`, as Kysely sees them: snake_case as in the SQL, bigint as number (a type parser of the
 * pool), instants as Date, JSON as text on the way in and parsed on the way out.
 */
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
type Defaulted<T> = ColumnType<T, T | undefined, T>
type Instant = ColumnType<Date, Date, Date>
type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>
type Details = ColumnType<Record<string, unknown>, string | undefined, string>
/** A calendar date, yyyy-MM-dd (a type parser of the pool). */
type CalendarDate = string

export interface Database {
  organisation: {
    id: string
    type: 'provider' | 'agency' | 'statutory_customer'
    name: string
    published_name: string
    onboarded: Defaulted<boolean>
  }
  regulator: { code: string; name: string; short_name: string; type_code: string }
  regulator_country: { regulator_code: string; country_code: string }
  provider: {
    inst_id: string
    ukprn: string
    country_code: string
    region: string | null
    regulator_code: string
    risk_code: string
    updated_utc: ColumnType<Date, Date | undefined, Date>
  }
  specification: {
    id: Generated<number>
    version: string
    state_id: number
    stream_id: Defaulted<string>
    schema_version: string
    ruleset_version: string
    created_utc: ColumnType<Date, Date | undefined, Date>
    created_by: string
    updated_utc: ColumnType<Date, Date | undefined, Date>
    updated_by: string
    deleted_utc: InstantOrNull
    event_number: Defaulted<number>
  }
  schema_version: {
    id: Generated<number>
    version: string
    state_id: number
    updated_utc: Instant
    updated_by: string
  }
  ruleset_version: {
    id: Generated<number>
    version: string
    schema_version: string
    state_id: number
    updated_utc: Instant
    updated_by: string
  }
  specification_event: {
    specification_id: number
    sequence: number
    event: string
    from_state: SpecificationPlace
    to_state: SpecificationPlace
    actor: Json<Record<string, unknown>>
    payload: Details
    facts: Json<Record<string, unknown>>
    effects: Json<readonly string[]>
    occurred_utc: Instant
  }
  content_event: {
    kind: 'schema' | 'ruleset'
    version: string
    sequence: number
    event: string
    from_state: ContentPlace
    to_state: ContentPlace
    actor: Json<Record<string, unknown>>
    facts: Json<Record<string, unknown>>
    occurred_utc: Instant
  }
  specification_rule: {
    specification_id: number
    rule_code: string
    description: string
    guidance_url: string
    updated_utc: Instant
    updated_by: string
  }
  collection: {
    id: string
    reference: string
    name: string
    stream_id: Defaulted<string>
    reference_period_start: CalendarDate
    reference_period_end: CalendarDate
    state_id: number
    specification_id: number | null
    allow_submissions: Defaulted<boolean>
    disallow_create_issues: Defaulted<boolean>
    support_contact: string | null
    submission_deadline: CalendarDate | null
    version: Defaulted<number>
    additional_reports_released: Defaulted<boolean>
    signs_in_portal: Defaulted<boolean>
  }
  collection_event: {
    collection_id: string
    sequence: number
    event: string
    from_state: CollectionPlace
    to_state: CollectionPlace
    actor: Json<Record<string, unknown>>
    payload: Details
    facts: Json<Record<string, unknown>>
    effects: Json<readonly string[]>
    occurred_utc: Instant
  }
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
  specification_tolerance: {
    specification_id: number
    rule_code: string
    regulator_code: string
    tolerance: Json<Tolerance>
    updated_utc: ColumnType<Date, Date | undefined, Date>
    updated_by: string
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
  known_engagement: { key: number; inst_id: string }
  transfer_out: {
    submission_id: string
    inst_id: string
    sid: string
    numhus: string
    destination_ukprn: string
    /** Null where a release wrote it that did not know of consents. */
    collection_id: string | null
  }
  transfer_consent: {
    collection_id: string
    sender_inst_id: string
    receiver_inst_id: string
    given_utc: Instant
    given_by: string
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
    tracker_comment: ColumnType<string | null, number | null, number | null>
    tracker_done: Defaulted<boolean>
    assignee_id: string | null
    assignee_name: string | null
    is_in_work: Defaulted<boolean>
    requester_id: string | null
    wanted_tolerance: JsonOrNull<Tolerance>
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
  deadline_reminder: {
    collection_id: string
    submission_deadline: CalendarDate
    days: number
    reminded_utc: Instant
  }
  issue_event: {
    issue_id: string
    inst_id: string
    sequence: number
    event: string
    from_status: IssueStatus
    to_status: IssueStatus
    actor: Json<Record<string, unknown>>
    payload: Details
    facts: Json<Record<string, unknown>>
    occurred_utc: Instant
    effects: Json<readonly string[]>
  }
  issue_comment: { issue_id: string; inst_id: string; sequence: number; text: string }
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
    returned_utc: Instant | null
    file_size: number | null
    object_key: string | null
    signed_name: string | null
    authenticated_utc: Instant | null
    form_hash: string | null
  }
  explanation_file: {
    id: string
    submission_id: string
    inst_id: string
    file_name: string
    uploader_id: string
    created_utc: Instant
  }
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
  activity_log: {
    id: Generated<number>
    collection_id: string
    inst_id: string
    submission_id: string | null
    type_id: number
    created_utc: Instant
    username: string
    organisation_id: string | null
    filename: string | null
    is_anonymised: Defaulted<boolean>
    detail: Details
  }
  audit_line: {
    id: Generated<number>
    occurred_utc: Instant
    actor_id: string
    actor_organisation: string
    inst_id: string | null
    action: string
    subject: string | null
    outcome: 'done' | 'refused'
    status: number
    reason: string | null
    detail: Details
  }
  handover: {
    id: Generated<number>
    kind: string
    submission_id: string
    stage: string | null
    due_utc: Instant
  }
  live_sequence: { inst_id: string; last: number }
  live_message: {
    inst_id: string
    sequence: number
    payload: Json<Record<string, unknown>>
    created_utc: ColumnType<Date, Date | undefined, Date>
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
  oidc_model: {
    model: string
    id: string
    payload: Json<Record<string, unknown>>
    grant_id: string | null
    uid: string | null
    user_code: string | null
    expires_utc: InstantOrNull
    consumed_utc: InstantOrNull
  }
  signing_key: {
    purpose: string
    secret: Json<Record<string, unknown>>
    created_utc: ColumnType<Date, Date | undefined, Date>
  }
  live_ticket: {
    ticket_hash: string
    user_id: string
    inst_id: string
    sign_in_id: string | null
    expires_utc: Instant
    used_utc: InstantOrNull
  }
  demonstration: {
    id: Defaulted<number>
    state: string
    done: Defaulted<number>
    total: Defaulted<number>
    message: Defaulted<string>
  }
}
