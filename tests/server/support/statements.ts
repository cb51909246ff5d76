import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import pg from 'pg'

/** Parts of pg's overloads do not matter here: what is given is passed on. */
type Query = (this: pg.Client, ...given: unknown[]) => unknown

/** What a request that a server of this process answers has asked the database. */
interface Asking {
  url: string
  statements: string[]
}

const asking = new AsyncLocalStorage<Asking>()
let last: Asking | undefined
let isWatching = false

const watch = (): void => {
  if (isWatching) return
  isWatching = true
  subscribe('http.server.request.start', started => {
    const { request } = started as { request: IncomingMessage }
    last = { url: request.url ?? '', statements: [] }
    asking.enterWith(last)
  })
  const query = pg.Client.prototype.query as Query
  const watched: Query = function (...given) {
    const [first] = given
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text
    asking.getStore()?.statements.push(text ?? '')
    return query.apply(this, given)
  }
  pg.Client.prototype.query = watched as typeof pg.Client.prototype.query
}

/** What the work gives, and the statements that it has sent to the database from this process, in their order, without values. */
export const statementsOf = async <T>(
  work: () => Promise<T>,
): Promise<{ answer: T; statements: readonly string[] }> => {
  watch()
  const asked: Asking = { url: '', statements: [] }
  return { answer: await asking.run(asked, work), statements: asked.statements }
}

/** What `ask` answers, and the statements that the last request of it has sent to the database, in their order, without values. */
export const withStatements = async <T>(
  ask: () => Promise<T>,
): Promise<{ answer: T; statements: readonly string[] }> => {
  watch()
  const answer = await ask()
  return { answer, statements: last?.statements ?? [] }
}
