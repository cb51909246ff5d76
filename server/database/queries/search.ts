import { sql, type Transaction } from 'kysely'
import { type SubmissionMode, statusOf } from '../../../src/domain/status.ts'
import type { Database } from '../schema.ts'
import { anywhere } from './pattern.ts'

type Tx = Transaction<Database>

/** Status of what was withdrawn: there is no submission (decisions §12). */
const noneId = statusOf('UNKNOWN').id

export interface FoundProvider {
  inst_id: string
  name: string
  ukprn: string
}

/** Providers that the scope sees, by part of their name, or by UKPRN or id; those whose name begins with the text first. */
export const findProviders = async (tx: Tx, text: string, limit: number): Promise<FoundProvider[]> => {
  const { rows } = await sql<FoundProvider>`
    select p.inst_id, o.name, p.ukprn from provider p join organisation o on o.id = p.inst_id
    where may_see(p.inst_id) and (o.name ilike ${anywhere(text)} or ${text} in (p.ukprn, p.inst_id))
    order by starts_with(lower(o.name), lower(${text})) desc, o.name limit ${limit}`.execute(tx)
  return rows
}

export interface FoundSubmission {
  id: string
  collection_id: string
  inst_id: string
  mode: SubmissionMode
  status_id: number
  file_name: string
  provider_name: string
  collection_reference: string
  collection_name: string
}

/**
 * Submissions of these modes that the scope sees, the newest first. Any is found by part of the file name or the beginning of
 * the id. The latest of each collection is also found by the name of the provider.
 */
export const findSubmissions = async (
  tx: Tx,
  { text, modes, limit }: { text: string; modes: readonly SubmissionMode[]; limit: number },
): Promise<FoundSubmission[]> => {
  const { rows } = await sql<FoundSubmission>`
    select s.id, s.collection_id, s.inst_id, s.mode, s.status_id, s.file_name,
      o.name as provider_name, c.reference as collection_reference, c.name as collection_name
    from submission s join organisation o on o.id = s.inst_id join collection c on c.id = s.collection_id
    where s.mode = any(${[...modes]}::text[]) and s.status_id <> ${noneId}
      and (s.file_name ilike ${anywhere(text)} or starts_with(s.id::text, lower(${text}))
        or s.is_latest and o.name ilike ${anywhere(text)})
    order by s.is_latest desc, s.created_utc desc, s.id limit ${limit}`.execute(tx)
  return rows
}
