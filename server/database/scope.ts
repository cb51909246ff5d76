import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, type Kysely, type Transaction, type TransactionBuilder } from 'kysely'
import type { Principal } from '../../src/domain/principal.ts'
import { attempts } from '../limits.ts'
import { isGivenUp } from './away.ts'
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

type LastStep = () => Promise<void>

/** Last steps of the transactions under way. */
const lastSteps = new WeakMap<Transaction<Database>, LastStep[]>()

/**
 * Adds a last step to a transaction of `withScope` or `withSnapshot`: it runs after the work and before the commit. Throws where the
 * work has already ended, so that nothing runs behind a last step but another one.
 */
export const beforeCommit = (tx: Transaction<Database>, step: LastStep): void => {
  const steps = lastSteps.get(tx)
  if (!steps) throw new Error('This transaction is not open, or its work has ended.')
  steps.push(step)
}

/** Longest pause before the second attempt, in ms; it grows with each attempt. */
const pauseMs = 25

const run = <T>(
  transaction: TransactionBuilder<Database>,
  scope: Scope,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> =>
  transaction.execute(async tx => {
    const steps: LastStep[] = []
    lastSteps.set(tx, steps)
    try {
      await setScope(tx, scope)
      const result = await work(tx)
      lastSteps.delete(tx)
      for (const step of steps) await step()
      return result
    } finally {
      lastSteps.delete(tx)
    }
  })

const runWithRetry = async <T>(...args: Parameters<typeof run<T>>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(...args)
    } catch (error) {
      if (attempt === attempts.transactions || !isGivenUp(error)) throw error
      // Those that ended each other would meet again without a pause of different lengths.
      await setTimeout(Math.random() * pauseMs * attempt)
    }
  }
}

/**
 * Runs the work in one transaction of this scope; a throw rolls it back. When PostgreSQL ends the transaction because of another one
 * (a deadlock, a serialization failure), the work runs again, up to six times: so it must change nothing outside the transaction
 * that may not be changed twice.
 */
export const withScope = <T>(
  db: Kysely<Database>,
  scope: Scope,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> => runWithRetry(db.transaction(), scope, work)

/** The same, with all that is read as it was when the first of it was. */
export const withSnapshot = <T>(
  db: Kysely<Database>,
  scope: Scope,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> => runWithRetry(db.transaction().setIsolationLevel('repeatable read'), scope, work)
