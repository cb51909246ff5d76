import pg from 'pg'
import { createStatementNames } from './statementNames.ts'

/*
 * The one place that makes pools and clients (`tests/connections.test.ts` sees to that). A connection may be cut at any time.
 * Whatever was asked over it is rejected; besides, its client emits an error, which ends the process where nobody listens.
 */

/**
 * A database whose machine lost its power, or that a firewall hides, cuts nothing: it says nothing any more. The system gives
 * such a connection up after a quarter of an hour; these do after seconds where it is idle, and where it owes an answer after
 * the time that no statement of ours takes.
 */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
export const answerWithinMs = 60_000

/**
 * How long the connections of a pool stay without use. A new one costs the database its process, the sign-in and every plan anew,
 * some tens of ms; people who come in waves had it opened and closed all the time with pg's ten seconds.
 */
export const staysIdle = { idleTimeoutMillis: 300_000 } as const

/** A connection leads to a standby. Its rows may be old, and nothing can be changed there. */
export class StandbyDatabase extends Error {
  override readonly name = 'StandbyDatabase'
  /** As of a server that takes no connections for now: whoever asks waits until the address leads to the primary again. */
  readonly code = '57P03'
  constructor() {
    super('it is a standby, which may have old data. The address has to lead to the primary')
  }
}

/** Asks a new connection where it leads, before anybody reads from it: a proxy or a name may lead to a standby after a failover. */
const refuseStandby: pg.PoolConfig['verify'] = (client, done) => {
  client
    .query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
    .then(({ rows }) => done(rows[0]?.isStandby ? new StandbyDatabase() : undefined), done)
}

/**
 * A pool whose connections may be cut. A connection to a standby is refused with StandbyDatabase. An idle connection that is lost is replaced at the next use; one that is lost in use
 * rejects its query.
 */
export const createPool = (config: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({ verify: refuseStandby, ...config })
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

/**
 * Says for whom a transaction works, `[scope, organisation]`: row-level security reads it. Nothing is compiled: the engines of
 * installations do that with what is reckoned to be dear, as the facts of hundreds of submissions are, which takes
 * longer than to answer it.
 */
export const scopeStatement =
  "select set_config('bedel.scope', $1, true), set_config('bedel.organisation', $2, true), set_config('jit', 'off', true)"

/** The first words of a transaction, as Kysely says them. */
const beginnings: ReadonlySet<unknown> = new Set([
  'begin',
  'start transaction isolation level repeatable read',
])
/**
 * How a transaction opens. Their answers say nothing, so nobody waits for them: they travel with the first statement behind
 * them.
 */
const openings: ReadonlySet<unknown> = new Set([...beginnings, scopeStatement])

/** What may travel with an opening. Whatever writes waits: behind a `begin` that failed it would be done by itself. */
const onlyReads = /^\s*select\b/i

const nothing = { command: '', rowCount: 0, rows: [] }

/** For a pool of clients that prepare their statements: the class of the clients, and the names that all of them use. */
export const preparing = () => ({ Client: PreparingClient, statementNames: createStatementNames() })

/**
 * A client that prepares the statements with parameters that are asked again and again. Where its pool has `pipeline` on, it does not wait
 * for the opening of a transaction. Where an opening fails, so does every statement behind it, with what the opening
 * failed with, until the transaction is rolled back.
 */
export class PreparingClient extends pg.Client {
  private opening: Promise<unknown> | undefined
  private readonly nameOf: ReturnType<typeof createStatementNames>

  constructor(config: pg.ClientConfig & Partial<Pick<ReturnType<typeof preparing>, 'statementNames'>> = {}) {
    super(config)
    this.nameOf = config.statementNames ?? createStatementNames()
  }

  // biome-ignore lint/suspicious/noExplicitAny: the method has a dozen forms, of which the one of a text with its values is meant.
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
    // Those are always understood, whatever a pooler has forgotten.
    const name = Array.isArray(values) && !beginnings.has(text) ? this.nameOf(text as string) : undefined
    const args = name === undefined ? [text, values, ...others] : [{ name, text, values }, ...others]
    return super.query(...(args as [string])) as unknown as Promise<unknown>
  }

  /** What is asked before anybody else has a turn, as the opening of a transaction and its first statement, goes out as one piece. */
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
