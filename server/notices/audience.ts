import { sql, type Transaction } from 'kysely'
import { type Audience, audienceOf, type Reader } from '../../src/domain/audience.ts'
import { hearersOfCollection } from '../../src/domain/notice.ts'
import type { OrganisationType } from '../../src/domain/organisation.ts'
import type { Database } from '../database/schema.ts'

/** Who is told that a collection opens: people who have signed in, for nobody else is known. The scope has to be 'all'. */
export const audienceOfOpening = async (tx: Transaction<Database>): Promise<Audience> => {
  const types = hearersOfCollection('live')
  const organisations = await sql<{ id: string; type: OrganisationType }>`
    select id, type from organisation where type = any(${types}::text[])`.execute(tx)
  const readers = await sql<Reader>`
    with held as (
      select p.user_id, o.id as organisation_id, o.type, one.roles
      from person p cross join lateral jsonb_to_recordset(p.organisations) as one(id text, type text, roles text[])
      join organisation o on o.id = one.id and o.type = one.type
      union all
      select g.subject, o.id, o.type, g.roles from granted_role g join organisation o on o.id = g.organisation_id)
    select h.organisation_id as "organisationId", h.type as "organisationType", h.user_id as "userId",
      array_agg(distinct role) as roles, bool_or(p.email is not null) as "hasAddress",
      exists (select 1 from mail_wish w where w.user_id = h.user_id and w.kind = 'collectionOpened') as "wantsMail"
    from held h join person p on p.user_id = h.user_id cross join lateral unnest(h.roles) as role
    where h.type = any(${types}::text[])
    group by h.organisation_id, h.type, h.user_id`.execute(tx)
  return audienceOf(organisations.rows, readers.rows, 'collectionOpened')
}
