import { type Kysely, sql, type Transaction } from 'kysely'
import type { OrganisationType } from '../../src/domain/organisation.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { product } from '../../src/domain/product.ts'
import { message } from '../../src/messages/message.ts'
import type { Clock } from '../clock.ts'
import { type Database, withScope } from '../database/index.ts'
import { recordRefusal } from '../decisions/records.ts'
import { ExplainedRefusal } from '../explainedRefusal.ts'
import type { ClaimFault } from './claimFaults.ts'
import type { Person } from './exchange.ts'

type Tx = Transaction<Database>

/** Why somebody was not let in, or misses a role: a fault of the claim, or an organisation that is not theirs. */
export type UserFault = ClaimFault | { reason: 'not-a-member'; organisation: string }

/** Somebody who has tried to sign in, as administrators see them. */
export interface User {
  userId: string
  name: string
  email: string | null
  organisations: { id: string; name: string | null; type: OrganisationType; roles: string[] }[]
  faults: UserFault[]
  firstAt: Date
  lastAt: Date
  /** When the last sign-in was refused; null if it was not. */
  refusedAt: Date | null
}

/** Everybody who has tried to sign in and is still known, by name. The scope has to be 'all'. */
export const listUsers = async (tx: Tx): Promise<User[]> => {
  const { rows } = await sql<User>`
    select p.user_id as "userId", coalesce(p.name, p.user_id) as name, p.email, p.faults,
      coalesce(p.first_utc, p.said_utc) as "firstAt", p.said_utc as "lastAt", p.refused_utc as "refusedAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'name', o.published_name, 'type', m.type, 'roles', m.roles) order by m.id)
        from (
          select one.id, one.type, jsonb_agg(distinct role.name order by role.name) as roles
          from (
            select id, type, roles from jsonb_to_recordset(p.organisations) as said(id text, type text, roles text[])
            union all
            select g.organisation_id, r.type, g.roles from granted_role g join organisation r on r.id = g.organisation_id
            where g.subject = p.user_id
          ) one cross join unnest(one.roles) as role(name)
          group by one.id, one.type
        ) m left join organisation o on o.id = m.id and o.type = m.type
      ), '[]') as organisations
    from person p order by coalesce(p.name, p.user_id), p.user_id`.execute(tx)
  return rows
}

/** Whom the agency names for questions about a collection, of the latest one; its own name if it names nobody. */
const whomToAsk = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ contact: string | null }>`
    select support_contact as contact from collection where coalesce(support_contact, '') <> ''
    order by reference desc limit 1`.execute(tx)
  return rows[0]?.contact ?? product.name
}

/** An actor of no organisation, for the audit of somebody who was not let in. */
const strangerOf = ({ userId, name, claimed }: Person): UserPrincipal => ({
  kind: 'user',
  userId,
  name,
  organisationId: claimed[0]?.id.slice(0, 80) ?? '',
  organisationType: 'provider',
  roles: [],
  isPrimaryRegulator: false,
})

/** What administrators and the help desk learn about sign-ins that were refused, or that lack a role (decisions §20). */
export const createUsers = ({ db, clock }: { db: Kysely<Database>; clock: Clock }) => {
  const keep = (tx: Tx, userId: string, faults: readonly UserFault[], refusedAt: Date | null) =>
    sql`update person set faults = ${JSON.stringify(faults)}::jsonb, refused_utc = ${refusedAt}
      where user_id = ${userId} and (faults <> ${JSON.stringify(faults)}::jsonb or refused_utc is distinct from ${refusedAt})`.execute(
      tx,
    )

  return {
    /**
     * Lets a person in, and keeps what is wrong with their claim. A refusal is kept and audited, and thrown with a person to ask.
     */
    letIn: async <T extends { faults: UserFault[] }>(person: Person, admit: () => Promise<T>): Promise<T> => {
      const { userId } = person
      try {
        const admitted = await admit()
        await withScope(db, { scope: 'all' }, tx => keep(tx, userId, admitted.faults, null))
        return admitted
      } catch (error) {
        if (!(error instanceof ExplainedRefusal)) throw error
        const { problem, reasons } = error
        const contact = await withScope(db, { scope: 'all' }, async tx => {
          const at = clock.now()
          await keep(tx, userId, reasons as UserFault[], at)
          await recordRefusal(
            tx,
            { actor: strangerOf(person), event: 'SIGN_IN', subject: userId, at, detail: { reasons } },
            problem,
          )
          return whomToAsk(tx)
        })
        const reason = message('server', 'askWhom', { reason: problem.reason, contact, user: userId })
        throw new ExplainedRefusal({ ...problem, reason }, reasons)
      }
    },
  }
}
export type Users = ReturnType<typeof createUsers>
