import type { ColumnType, Generated } from 'kysely'
import type { RecordDescription } from '../../../src/domain/record.ts'
import type { Tolerance } from '../../../src/domain/tolerance.ts'
import type { CalendarDate, Defaulted, Instant, InstantOrNull, Json, JsonOrNull } from './columns.ts'

/** Organisations, what files are checked against, and collections. */
export interface CollectionTables {
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
  specification_rule: {
    specification_id: number
    rule_code: string
    description: string
    guidance_url: string
    updated_utc: Instant
    updated_by: string
    reason: Defaulted<string>
  }
  specification_tolerance: {
    specification_id: number
    rule_code: string
    regulator_code: string
    tolerance: Json<Tolerance>
    updated_utc: ColumnType<Date, Date | undefined, Date>
    updated_by: string
    reason: Defaulted<string>
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
    /** The record that it is for; null if an earlier release published it. */
    record: JsonOrNull<RecordDescription>
  }
  stream: {
    id: string
    name: string
    is_available: boolean
  }
  collection: {
    id: string
    reference: string
    name: string
    stream_id: string
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
    approvers_differ: Defaulted<boolean>
    stay_targets: string | null
    pause_reason: string | null
    validation_on: CalendarDate | null
    opens_on: CalendarDate | null
    closes_on: CalendarDate | null
    scheduled_by: unknown
    schedule_refusal: string | null
  }
}
