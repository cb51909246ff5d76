import pg from 'pg'
import { createStatementNames } from './statementNames.ts'

/*
 * The one place that makes pools and clients (`tests/connections.test.ts` sees to that). A connection may be cut at any time.
 * Whatever was asked over it is rejected; besides, its client emits an error, which ends the process where nobody listens.
 */

/**
 * A pool whose connections may be cut. An idle connection that is lost is replaced at the next use; one that is lost in use
 * rejects its query.
 */
export const createPool = (config: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool(config)
  pool.on('error', () => undefined)
  // The pool listens to its idle clients only.
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

/** A client of its own, not yet connected, whose connection may be cut; `onError` hears of it. */
export const createClient = (
  config: pg.ClientConfig,
  onError: (error: Error) => void = () => undefined,
): pg.Client => {
  const client = new pg.Client(config)
  client.on('error', onError)
  return client
}

const statementName = createStatementNames()

/** Says for whom a transaction works, `[scope, organisation]`: row-level security reads it. */
export const scopeStatement =
  "select set_config('bedel.scope', $1, true), set_config('bedel.organisation', $2, true)"

/**
 * How a transaction opens. Their answers say nothing, so nobody waits for them: they travel with the first statement behind
 * them. Where one fails, that statement fails too: the connection is lost, or the transaction is refused from there on, or it
 * has no scope and no row is in sight.
 */
const openings: ReadonlySet<unknown> = new Set(['begin', scopeStatement])

const nothing = { command: '', rowCount: 0, rows: [] }

/**
 * A client that prepares the statements with parameters that are asked again, and does not wait for the opening of a
 * transaction; its pool has `pipeline` on.
 */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the method has a dozen forms, of which the one of a text with its values is meant.
  override query(...given: any[]): any {
    const [text, values, ...others] = given
    const name = typeof text === 'string' && Array.isArray(values) ? statementName(text) : undefined
    const args = name === undefined ? given : [{ name, text, values }, ...others]
    const answer = super.query(...(args as [string]))
    if (!this.pipeline || !openings.has(text)) return answer
    answer.catch(() => undefined)
    return Promise.resolve(nothing)
  }
}
