import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Principal } from '../../src/domain/principal.ts'
import { scopeStatement } from './connections.ts'
import type { Database } from './schema.ts'

/** For whom a transaction works: row-level security shows and takes only that organisation's rows (decisions §2). */
export type Scope = { scope: 'all' } | { scope: 'own' | 'regulator'; organisation: string }

/** What an actor may see: a provider its own, a regulator its countries' providers, the agency and the system all. */
export const scopeOf = (actor: Principal): Scope => {
  if (actor.kind === 'system' || actor.organisationType === 'agency') return { scope: 'all' }
  const scope = actor.organisationType === 'provider' ? 'own' : 'regulator'
  return { scope, organisation: actor.organisationId }
}

/** Changes the scope of a transaction under way: used where a decision goes on to the system's own tables. */
export const setScope = async (tx: Transaction<Database>, scope: Scope): Promise<void> => {
  const organisation = scope.scope === 'all' ? '' : scope.organisation
  await tx.executeQuery(CompiledQuery.raw(scopeStatement, [scope.scope, organisation]))
}

/** Runs the work in one transaction of this scope; a throw rolls it back. */
export const withScope = <T>(
  db: Kysely<Database>,
  scope: Scope,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async tx => {
    await setScope(tx, scope)
    return work(tx)
  })

/** The same, with all that is read as it was when the first of it was. */
export const withSnapshot = <T>(
  db: Kysely<Database>,
  scope: Scope,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => {
      await setScope(tx, scope)
      return work(tx)
    })
