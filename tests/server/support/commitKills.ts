import pg from 'pg'
import type { CommitPoint } from './commitMoments.ts'

/**
 * Loaded before a server (`--import`): kills its process at a numbered point when a test asks for it by a message. Points
 * are the commits of its transactions, counted from the message on, each with three moments: before the commit is sent,
 * when it is sent and not answered, and when it is answered and nobody has heard of it yet (a message of it is then still
 * to be sent, an answer to be given, a job's end to be noticed).
 */
let point: CommitPoint | undefined
const die = (): void => {
  process.kill(process.pid, 'SIGKILL')
}
/** Parts of pg's overloads do not matter here: what is given is passed on. */
type Query = (this: pg.Client, ...given: unknown[]) => unknown
const query = pg.Client.prototype.query as Query

const watched: Query = function (...given) {
  const [first] = given
  const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text
  if (point === undefined || !/^\s*commit\b/i.test(text ?? '')) return query.apply(this, given)
  point = { ...point, commit: point.commit - 1 }
  if (point.commit > 0) return query.apply(this, given)
  if (point.moment === 'before') die()
  const answer = query.apply(this, given)
  if (point.moment === 'sent') die()
  else void Promise.resolve(answer).then(die, die)
  return answer
}
pg.Client.prototype.query = watched as typeof pg.Client.prototype.query

process.on('message', (next: CommitPoint | null) => {
  point = next ?? undefined
})
// The channel alone does not keep the server from ending.
process.channel?.unref()
