import * as z from 'zod/mini'
import { reminderSkips } from '../lateness.ts'
import { limits } from '../limits.ts'
import { call } from './call.ts'
import { collectionReference, instant, instId, uuid } from './common.ts'

/* Reminders of the agency to providers that have to act (decisions §16). */

const asked = {
  instIds: z.array(instId).check(z.minLength(1), z.maxLength(5000)),
  /** Added to each e-mail. */
  words: z.string().check(z.trim(), z.maxLength(limits.reminderWords)),
  /** Whether providers that were reminded in the last days get none. */
  skipsRecent: z.boolean(),
  /** Code of a rule to write about: to providers whose latest results are outside its tolerance, whoever acts next. */
  rule: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
}

const skipped = z.object({ instId, name: z.string(), reason: z.enum(reminderSkips) })
export type SkippedReminder = z.output<typeof skipped>

const reminder = z.object({
  instId,
  name: z.string(),
  /** Names of the contacts who get the e-mail. */
  people: z.array(z.string()),
  subject: z.string(),
  paragraphs: z.array(z.string()),
})
export type ReminderWire = z.output<typeof reminder>

export const previewReminders = call({
  method: 'POST',
  path: '/collections/{reference}/reminders/preview',
  summary: 'What providers would be sent, to whom, and which ones would be left out. Nothing is sent.',
  permission: 'monitoring.remind',
  body: z.object(asked),
  response: z.object({ reminders: z.array(reminder), skipped: z.array(skipped) }),
})

export const sendReminders = call({
  method: 'POST',
  path: '/collections/{reference}/reminders',
  summary:
    'Reminds providers by e-mail to their contacts and by notice. Each reminder is recorded. The same id again sends nothing more.',
  permission: 'monitoring.remind',
  body: z.object({ id: uuid, ...asked }),
  response: z.object({ sent: z.number(), people: z.number(), skipped: z.array(skipped) }),
})

const sent = z.object({
  id: uuid,
  collection: z.object({ reference: collectionReference, name: z.string() }),
  at: instant,
  by: z.string(),
  subject: z.string(),
  text: z.string(),
  people: z.number(),
})
export type SentReminder = z.output<typeof sent>

export const listReminders = call({
  method: 'GET',
  path: '/providers/{instId}/reminders',
  summary: 'Reminders that the agency sent to a provider, the newest first; at most 50.',
  permission: 'monitoring.remind',
  response: z.object({ reminders: z.array(sent) }),
})
