import { createTransport } from 'nodemailer'

/** Where mail goes out (decisions §14). */
export interface MailSettings {
  /** smtp:// or smtps://, with user and password where the server wants them. */
  url: string
  /** Address of the sender, with a name or without. */
  from: string
}

export interface OutgoingMail {
  /** Of the portal: each try carries the same, so that a mail that arrives twice is known as one. */
  id: string
  to: string
  subject: string
  text: string
}

/** The mail server refuses the mail for good: another try changes nothing. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal'
}

const timeoutMs = 10_000

/** What the server says to these is about the mail: to a greeting, a sign-in or our own address it is about us. */
const aboutMail = /^(?:RCPT TO|DATA)$/

/** Whether the server refuses this mail for good, whoever brings it. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error &&
  'command' in error &&
  aboutMail.test(String(error.command)) &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500

/** A client of the mail server. `send` throws MailRefusal, or another error for what may pass. */
export const createMailer = ({ url, from }: MailSettings) => {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  const domain = /@([^@<>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async ({ id, to, subject, text }: OutgoingMail): Promise<void> => {
      try {
        await transport.sendMail({
          from,
          // As an object: what the identity service said is one address, and never a list of them.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          headers: { 'auto-submitted': 'auto-generated' },
        })
      } catch (error) {
        if (isRefusal(error)) throw new MailRefusal(error.message, { cause: error })
        throw error
      }
    },
  }
}
export type Mailer = ReturnType<typeof createMailer>
