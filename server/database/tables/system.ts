import type { ColumnType, Generated } from 'kysely'
import type { Defaulted, Details, Instant, InstantOrNull, Json } from './columns.ts'

/** Logs, live messages, sign-ins and the demonstration. */
export interface SystemTables {
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
  live_sequence: { inst_id: string; last: number }
  live_message: {
    inst_id: string
    sequence: number
    payload: Json<Record<string, unknown>>
    created_utc: ColumnType<Date, Date | undefined, Date>
  }
  live_ticket: {
    ticket_hash: string
    user_id: string
    inst_id: string
    sign_in_id: string
    organisation_id: string
    expires_utc: Instant
    used_utc: InstantOrNull
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
  demonstration: {
    id: Defaulted<number>
    state: string
    done: Defaulted<number>
    total: Defaulted<number>
    message: Defaulted<string>
  }
}
