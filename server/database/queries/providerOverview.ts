import { sql, type Transaction } from 'kysely'
import type { ProviderContact } from '../../../src/domain/provider.ts'
import { statusOf } from '../../../src/domain/status.ts'
import type { Database } from '../schema.ts'

type Tx = Transaction<Database>

/** Status of what was withdrawn: there is no submission (decisions §12). */
const noneId = statusOf('UNKNOWN').id

/** A provider as the portal knows it, with the name of its regulator. */
export interface OverviewProviderRow {
  inst_id: string
  ukprn: string
  name: string
  published_name: string
  country_code: string
  region: string
  regulator_code: string
  regulator_name: string
}

/** The provider of an id; undefined where the scope sees none. */
export const providerSeen = async (tx: Tx, instId: string): Promise<OverviewProviderRow | undefined> => {
  const { rows } = await sql<OverviewProviderRow>`
    select p.inst_id, p.ukprn, o.name, o.published_name, p.country_code, coalesce(p.region, '') as region, p.regulator_code,
      coalesce(r.name, p.regulator_code) as regulator_name
    from provider p join organisation o on o.id = p.inst_id left join regulator r on r.code = p.regulator_code
    where p.inst_id = ${instId} and may_see(p.inst_id)`.execute(tx)
  return rows[0]
}

/** Whom to write to or call at a provider, in their order. Only the scope 'all' sees any. */
export const contactsOf = async (tx: Tx, instId: string): Promise<ProviderContact[]> => {
  const { rows } = await sql<ProviderContact>`
    select name, role, email, phone from provider_contact where inst_id = ${instId} order by ordinal`.execute(
    tx,
  )
  return rows
}

/** A live submission of a provider. */
export interface ProviderUploadRow {
  id: string
  collection_id: string
  file_name: string
  uploaded: Date
  uploaded_by: string
  uploader_organisation: { id: string; name: string } | null
  status_id: number
  /** When it came to its status; null where nothing is known of it. */
  status_since: Date | null
  is_latest: boolean
  is_nil_return: boolean
  isFormReturned: boolean
}

/** Every live submission of a provider that the scope sees, the newest first. */
export const uploadsOfProvider = async (tx: Tx, instId: string): Promise<ProviderUploadRow[]> => {
  const { rows } = await sql<ProviderUploadRow>`
    select s.id, s.collection_id, s.file_name, coalesce(s.uploaded_utc, s.created_utc) as uploaded, s.uploaded_by,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.published_name) end as uploader_organisation,
      s.status_id, s.is_latest,
      exists (select 1 from submission_event e where e.submission_id = s.id and e.event = 'NIL_RETURN_CREATED') as is_nil_return,
      coalesce((select f.refused_utc is null from signed_form f
        where f.submission_id = s.id and f.returned_utc is not null order by f.ordinal desc limit 1), false) as "isFormReturned",
      (select max(e.occurred_utc) from submission_event e
        where e.submission_id = s.id and e.to_status_id = s.status_id and e.from_status_id <> e.to_status_id) as status_since
    from submission s left join organisation u on u.id = s.uploader_organisation_id
    where s.inst_id = ${instId} and s.mode = 'live' and s.status_id <> ${noneId}
    order by uploaded desc, s.id`.execute(tx)
  return rows
}
