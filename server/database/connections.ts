import pg from 'pg'
import { createStatementNames } from './statementNames.ts'

/*
 * The only place that creates pools and clients (`tests/connections.test.ts` checks that). A connection may be cut at any time. Its
 * pending queries are then rejected, and its client emits an error, which would end the process without a listener.
 */

/**
 * A database whose machine lost power, or is behind a changed firewall, closes no connection: it is silent. The system would give up after
 * a quarter of an hour. These limits give up after seconds on an idle connection, and after a minute on a query; none of ours takes so long.
 */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/**
 * How long idle connections stay open. A new one costs the database a process, a sign-in and all plans, some tens of ms. With pg's default
 * of ten seconds, connections were opened and closed all the time.
 */
export const staysIdle = { idleTimeoutMillis: 300_000 } as const

/** The connection leads to a standby, which has old rows and accepts no changes. */
export class StandbyDatabase extends Error {
  override readonly name = 'StandbyDatabase'
  /** PostgreSQL's code for "cannot connect now": callers retry until the address leads to the primary again. */
  readonly code = '57P03'
  constructor() {
    super('it is a standby, which may have old data. The address has to lead to the primary')
  }
}

/** Checks each new connection once, before its first query: after a failover, a proxy or a name may lead to a standby. */
const refuseStandby: pg.PoolConfig['verify'] = (client, done) => {
  client
    .query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
    .then(({ rows }) => done(rows[0]?.isStandby ? new StandbyDatabase() : undefined), done)
}

/**
 * A pool that survives cut connections: an idle one is replaced at the next use, one in use rejects its query. A connection to a standby
 * is refused with StandbyDatabase.
 */
export const createPool = (config: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({ verify: refuseStandby, ...config })
  pool.on('error', () => undefined)
  // The pool listens to its idle clients only.
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

/** A client outside the pools, not yet connected. `onError` is called if its connection is cut. */
export const createClient = (
  config: pg.ClientConfig,
  onError: (error: Error) => void = () => undefined,
): pg.Client => {
  const client = new pg.Client(config)
  client.on('error', onError)
  return client
}

/**
 * Sets `[scope, organisation]` of a transaction for row-level security. It also switches off PostgreSQL's just-in-time compilation, which
 * would take longer than the queries, for example those of the facts of hundreds of submissions.
 */
export const scopeStatement =
  "select set_config('bedel.scope', $1, true), set_config('bedel.organisation', $2, true), set_config('jit', 'off', true)"

/** The first statements of a transaction, as Kysely writes them. */
const beginnings: ReadonlySet<unknown> = new Set([
  'begin',
  'start transaction isolation level repeatable read',
])
/** Statements that open a transaction. They return no rows, so they are sent together with the next statement, without a wait. */
const openings: ReadonlySet<unknown> = new Set([...beginnings, scopeStatement])

/** Statements that may be sent together with an opening. Writes wait: after a failed `begin` they would run outside a transaction. */
const onlyReads = /^\s*select\b/i

const nothing = { command: '', rowCount: 0, rows: [] }

/** Pool options for clients that prepare their statements: the client's class, and the statement names that all clients share. */
export const preparing = () => ({ Client: PreparingClient, statementNames: createStatementNames() })

/**
 * A client that prepares repeated statements with parameters. With `pipeline` on, it does not wait for the opening of a transaction. If an
 * opening fails, the statements after it fail with the same error until the rollback.
 */
export class PreparingClient extends pg.Client {
  private opening: Promise<unknown> | undefined
  private readonly nameOf: ReturnType<typeof createStatementNames>

  constructor(config: pg.ClientConfig & Partial<Pick<ReturnType<typeof preparing>, 'statementNames'>> = {}) {
    super(config)
    this.nameOf = config.statementNames ?? createStatementNames()
  }

  // biome-ignore lint/suspicious/noExplicitAny: the method has a dozen overloads; only the one with text and values matters here.
  override query(...given: any[]): any {
    const [text] = given
    if (typeof text !== 'string') return super.query(...(given as [string]))
    if (!this.pipeline) return this.send(given)
    if (openings.has(text)) return this.open(this.send(given))
    if (text === 'rollback') this.opening = undefined
    const { opening } = this
    if (!opening) return this.send(given)
    if (!onlyReads.test(text)) return opening.then(() => this.send(given))
    const answer = this.send(given)
    answer.catch(() => undefined)
    return opening.then(() => answer)
  }

  private send([text, values, ...others]: unknown[]): Promise<unknown> {
    this.sendTogether()
    // Never prepared: a pooler may have lost prepared statements.
    const name = Array.isArray(values) && !beginnings.has(text) ? this.nameOf(text as string) : undefined
    const args = name === undefined ? [text, values, ...others] : [{ name, text, values }, ...others]
    return super.query(...(args as [string])) as unknown as Promise<unknown>
  }

  /** Sends statements of one tick, such as the opening of a transaction and its first query, as one packet. */
  private sendTogether(): void {
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  private open(answer: Promise<unknown>): Promise<typeof nothing> {
    const opening = Promise.all([this.opening, answer])
    this.opening = opening
    opening.then(
      () => {
        if (this.opening === opening) this.opening = undefined
      },
      () => undefined,
    )
    return Promise.resolve(nothing)
  }
}
