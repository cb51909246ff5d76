import type { FastifyInstance } from 'fastify'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { shownSupportCode } from '../../../src/domain/supportSession.ts'
import * as wire from '../../../src/domain/wire/supportSessions.ts'
import { message } from '../../../src/messages/message.ts'
import { granted } from '../../decisions/decider.ts'
import type { SupportSession, SupportSessions } from '../../support/index.ts'
import { route } from '../route.ts'
import { uuidForm } from './submissionAccess.ts'

/** A call that waits for something to happen answers after so many ms: proxies cut off silent connections later. */
const waitedMs = 5000

const idOf = ({ sessionId }: { sessionId: string }): string => {
  if (!uuidForm.test(sessionId))
    throw new ProblemError(problem('not-found', message('problems', 'noSupportSession')))
  return sessionId
}

/** The calls of support sessions. */
export const supportSessionRoutes = (app: FastifyInstance, sessions: SupportSessions): void => {
  const { clock } = app.bedel
  const wired = (session: SupportSession): wire.SupportSessionWire => ({
    id: session.id,
    state: session.place,
    sharer: session.sharerName,
    watcher: session.watcherName,
    expires: session.expires.toISOString(),
    now: clock.now().toISOString(),
  })

  /** Calls that wait must not hold up the end of the server. */
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())

  route(app, wire.offerSupportSession, async ({ actor }) => {
    const offered = await sessions.offer(actor)
    if (!offered.ok) throw new ProblemError(offered.problem)
    return { session: wired(offered.record), code: shownSupportCode(offered.code) }
  })
  route(app, wire.joinSupportSession, async ({ actor, body }) =>
    wired((await granted(sessions.join(actor, body.code))).record),
  )
  route(app, wire.endSupportSession, async ({ actor, params }) =>
    wired((await granted(sessions.end(actor, idOf(params)))).record),
  )
  route(app, wire.sendSupportEntries, async ({ actor, params, body }) => {
    const { session, dropped } = await granted(sessions.send(actor, idOf(params), body.entries))
    return { session: wired(session), dropped }
  })
  route(app, wire.readSupportEntries, async ({ actor, params, query, reply }) => {
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    const signal = AbortSignal.any([left.signal, closing.signal])
    const read = sessions.read(actor, idOf(params), Number(query.after ?? 0), waitedMs, signal)
    const { session, entries, last } = await granted(read)
    return { session: wired(session), entries, last }
  })
}
