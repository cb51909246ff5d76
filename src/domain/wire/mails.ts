import * as z from 'zod/mini'
import { noticeKinds } from '../notice.ts'
import { call } from './call.ts'
import { instant, uuid } from './common.ts'

/** What happens to mails: they are sent, shown to their receiver by the demonstration, or there are none. */
export const mailWays = ['sent', 'shown', 'none'] as const

const mailSettings = z.object({
  /** Where the person's mails go, as the identity service says; null where it says no address. */
  address: z.nullable(z.string()),
  way: z.enum(mailWays),
  /** Kinds of notices that the person ever reads, and whether they come by e-mail as well. */
  kinds: z.array(z.object({ kind: z.enum(noticeKinds), isWanted: z.boolean() })),
})
export type MailSettingsWire = z.output<typeof mailSettings>

export const getMailSettings = call({
  method: 'GET',
  path: '/notices/mail',
  summary: 'Which notices the signed-in person wants by e-mail.',
  permission: 'signed-in',
  response: mailSettings,
})

export const setMailSettings = call({
  method: 'PUT',
  path: '/notices/mail',
  summary: 'Says which kinds of notices the signed-in person wants by e-mail; all others are not wanted.',
  permission: 'signed-in',
  body: z.object({ kinds: z.array(z.enum(noticeKinds)).check(z.maxLength(noticeKinds.length)) }),
  response: mailSettings,
})

const mail = z.object({
  id: uuid,
  at: instant,
  address: z.string(),
  subject: z.string(),
  text: z.string(),
})
export type MailWire = z.output<typeof mail>

export const listMails = call({
  method: 'GET',
  path: '/notices/mails',
  summary: 'The last hundred mails to the signed-in person, the newest first.',
  permission: 'signed-in',
  response: z.object({ mails: z.array(mail) }),
})
