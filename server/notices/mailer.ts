import { connect } from 'node:net'
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

/** The mail server has the whole mail and did not say what becomes of it: the person may get it. */
export class MailUnconfirmed extends Error {
  override readonly name = 'MailUnconfirmed'
}

const timeoutMs = 10_000
/** The longest that a mail may take: a server that sends a byte now and then is never silent. */
const wholeMs = 60_000

/** What the server says to these is about the mail: to a greeting, a sign-in or our own address it is about us. */
const aboutMail = /^(?:RCPT TO|DATA)$/
/** Answers that are about us wherever they come: a command was not understood or came at the wrong time, or we have to sign in. */
const aboutUs: ReadonlySet<number> = new Set([500, 501, 502, 503, 504, 521, 530, 534, 535, 538])

const codeOf = (error: object): number | undefined =>
  'responseCode' in error ? Number(error.responseCode) : undefined

/** Whether the server refuses this mail for good, whoever brings it. */
const isRefusal = (error: object): boolean => {
  const code = codeOf(error) ?? 0
  return 'command' in error && aboutMail.test(String(error.command)) && code >= 500 && !aboutUs.has(code)
}

/** A client of the mail server. `send` throws MailRefusal, MailUnconfirmed, or another error for what may pass. */
export const createMailer = ({ url, from }: MailSettings, mostMs = wholeMs) => {
  const domain = /@([^@<>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

  /** A way to the server for one mail, which is cut when it takes too long. */
  const open = () => {
    let isHandedOver = false
    let isAskedFor = false
    const nothing = (): void => undefined
    const log = {
      level: nothing,
      trace: nothing,
      info: nothing,
      warn: nothing,
      error: nothing,
      fatal: nothing,
    }
    const transport = createTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // What the library keeps to itself: whether the server has asked for the content, with 354, before it confirmed it.
      transactionLog: true,
      logger: {
        ...log,
        debug: ({ tnx }: { tnx?: string }, said?: string) => {
          if (tnx === 'server' && said?.startsWith('354')) isAskedFor = true
        },
      },
      getSocket: ({ host = 'localhost', secure = false, port = secure ? 465 : 587 }, give) => {
        const socket = connect({ host, port: Number(port) })
        const limit = setTimeout(() => socket.destroy(new Error('The mail server took too long.')), mostMs)
        socket.once('close', () => clearTimeout(limit))
        socket.once('error', give)
        socket.once('connect', () => {
          socket.off('error', give)
          give(null, { connection: socket })
        })
      },
    })
    transport.use('stream', ({ message }, done) => {
      const create = message.createReadStream.bind(message)
      message.createReadStream = options =>
        create(options).once('end', () => {
          isHandedOver = true
        })
      done()
    })
    return { transport, isHandedOver: () => isHandedOver, isAskedFor: () => isAskedFor }
  }

  return {
    send: async ({ id, to, subject, text }: OutgoingMail): Promise<void> => {
      const { transport, isHandedOver, isAskedFor } = open()
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
        if (!isAskedFor()) throw new Error('The mail server does not answer in order.')
      } catch (error) {
        if (!(error instanceof Error)) throw error
        if (isRefusal(error)) throw new MailRefusal(error.message, { cause: error })
        // Only a refusal says that it was not taken.
        if (isHandedOver() && !((codeOf(error) ?? 0) >= 400))
          throw new MailUnconfirmed(error.message, { cause: error })
        throw error
      }
    },
  }
}
export type Mailer = ReturnType<typeof createMailer>
