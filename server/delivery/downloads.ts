import { sql, type Transaction } from 'kysely'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { pageOf } from '../database/queries/page.ts'
import { anywhere } from '../database/queries/pattern.ts'
import type { Database } from '../database/schema.ts'
import { recordAudit } from '../decisions/records.ts'
import type { DeliveryRecord } from './deliveryRow.ts'

type Tx = Transaction<Database>

/** Notes in the log of downloads, and in the audit, that a person downloads a delivery (specification 1 §6). */
export const recordDownload = async (
  tx: Tx,
  delivery: Pick<DeliveryRecord, 'id' | 'name' | 'customerId' | 'collectionReference'>,
  actor: UserPrincipal,
  at: Date,
): Promise<void> => {
  const { id, name, customerId, collectionReference } = delivery
  await sql`insert into delivery_download (delivery_id, customer_id, downloaded_utc, user_id, user_name, organisation_id)
    values (${id}::uuid, ${customerId}, ${at}, ${actor.userId}, ${actor.name}, ${actor.organisationId})`.execute(
    tx,
  )
  const detail = { name, customer: customerId, collection: collectionReference }
  await recordAudit(tx, { actor, event: 'DELIVERY_DOWNLOADED', subject: id, at, detail })
}

/** A line of the log of downloads. */
export interface DownloadLine {
  downloaded: Date
  user: string
  /** Organisation for which the person downloaded. */
  organisation: string
  deliveryId: string
  /** Name of the delivery. */
  name: string
  customer: string
  reference: string
  collectionName: string
}

/** A page of the log of downloads that the transaction's scope sees, newest first, with how many lines there are. */
export const listDownloads = async (
  tx: Tx,
  { search, ...page }: { search: string; limit: number; offset: number },
): Promise<{ downloads: DownloadLine[]; total: number }> => {
  const { rows, total } = await pageOf<DownloadLine>(
    tx,
    {
      columns: sql`l.downloaded_utc as downloaded, l.user_name as user, w.published_name as organisation,
        d.id as "deliveryId", d.name, o.published_name as customer, c.reference, c.name as "collectionName"`,
      from: sql`from delivery_download l
        join delivery d on d.id = l.delivery_id
        join organisation o on o.id = d.customer_id
        join organisation w on w.id = l.organisation_id
        join collection c on c.id = d.collection_id
        where concat_ws(' ', l.user_name, w.published_name, d.name, o.published_name, c.reference, c.name)
          ilike ${anywhere(search)}`,
      order: sql`l.downloaded_utc desc, l.id desc`,
    },
    page,
  )
  return { downloads: rows, total }
}
