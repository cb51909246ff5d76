import * as z from 'zod/mini'
import { supportEntriesAtOnce, supportSessionPlaces } from '../supportSession.ts'
import { call } from './call.ts'
import { instant, uuid } from './common.ts'

/** A support session, as both sides see it. */
const supportSession = z.object({
  id: uuid,
  state: z.enum(supportSessionPlaces),
  /** Who lets support look on. */
  sharer: z.string(),
  /** Who looks on; null for nobody. */
  watcher: z.nullable(z.string()),
  /** The end of the code's time; after support has joined, the end of the session. */
  expires: instant,
  /** The time of the server, which alone decides about the end. */
  now: instant,
})
export type SupportSessionWire = z.output<typeof supportSession>

/** An entry of a recording. What `recording.ts` does not name is dropped. */
const entry = z.record(z.string(), z.unknown())

export const offerSupportSession = call({
  method: 'POST',
  path: '/support-sessions',
  summary: 'Starts a support session, and answers the code with which support can look on.',
  permission: 'signed-in',
  response: z.object({ session: supportSession, code: z.string() }),
})

export const sendSupportEntries = call({
  method: 'POST',
  path: '/support-sessions/{sessionId}/entries',
  summary: 'Sends what the actors of the browser do, and answers the state of the session. May send nothing.',
  permission: 'signed-in',
  body: z.object({ entries: z.array(entry).check(z.maxLength(supportEntriesAtOnce)) }),
  response: z.object({
    session: supportSession,
    /** Entries that are not passed on: they are none, or too many. */
    dropped: z.number(),
  }),
})

export const endSupportSession = call({
  method: 'POST',
  path: '/support-sessions/{sessionId}/end',
  summary: 'Ends a support session. Either side can.',
  permission: 'signed-in',
  response: supportSession,
})

export const joinSupportSession = call({
  method: 'POST',
  path: '/support-sessions/join',
  summary: 'Lets support look on at the browser of the person who has this code.',
  permission: 'monitoring.inspector',
  body: z.object({ code: z.string().check(z.minLength(1), z.maxLength(40)) }),
  response: supportSession,
})

export const readSupportEntries = call({
  method: 'GET',
  path: '/support-sessions/{sessionId}/entries',
  summary: 'What was sent after an entry. Answers later, within seconds, if there is nothing yet.',
  permission: 'monitoring.inspector',
  query: z.object({ after: z.optional(z.string().check(z.regex(/^\d{1,9}$/))) }),
  response: z.object({
    session: supportSession,
    entries: z.array(entry),
    /** Number of the last entry, to ask for what follows. */
    last: z.number(),
  }),
})
