import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { MasterKeys, WrappedKeys } from '../storage/index.ts'

/** Secrets that are wrapped anew in one transaction. */
const batchSize = 500

/** Name of a webhook's secret for the master keys: what is wrapped for one opens no other. */
export const secretName = (endpointId: string): string => `webhook/${endpointId}`

interface Row {
  id: string
  master: string
  wrapped: Buffer
}

/** The secrets of all webhooks as they are wrapped, for a rotation of the master key. Their texts stay, so no provider notices. */
export const createSecretKeys = (db: Kysely<Database>, masters: MasterKeys): WrappedKeys => ({
  rewrap: async () => {
    for (let count = 0; ; ) {
      const rewrapped = await withScope(db, { scope: 'all' }, async tx => {
        const { rows } = await sql<Row>`select id, secret_master as master, secret_wrapped as wrapped
          from webhook_endpoint where secret_master <> ${masters.currentName()}
          order by id limit ${batchSize} for no key update`.execute(tx)
        for (const row of rows) {
          const name = secretName(row.id)
          const { master, wrapped } = masters.wrap(name, masters.unwrap(name, row))
          await sql`update webhook_endpoint set secret_master = ${master}, secret_wrapped = ${wrapped}
            where id = ${row.id}::uuid`.execute(tx)
        }
        return rows.length
      })
      if (rewrapped === 0) return count
      count += rewrapped
    }
  },

  mastersInUse: async () => {
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<{ master: string }>`select distinct secret_master as master from webhook_endpoint
        where secret_master is not null`.execute(tx),
    )
    return new Set(rows.map(({ master }) => master))
  },
})
