import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { patience } from '../limits.ts'

/** Where mail goes out (decisions §14). */
export interface MailSettings {
  /** smtp:// or smtps://, with user and password if the server requires them. */
  url: string
  /** Sender's address, with or without a name. */
  from: string
}

export interface OutgoingMail {
  /** Id in the portal. Each attempt sends the same one, so that mail programs recognise duplicates. */
  id: string
  to: string
  subject: string
  text: string
}

/** The mail server refuses the mail permanently. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal'
}

/** The mail server received the whole mail but did not confirm it. The person may get it. */
export class MailUnconfirmed extends Error {
  override readonly name = 'MailUnconfirmed'
}

/** Commands whose answers concern the mail. Answers to others, such as the greeting or sign-in, concern our access. */
const aboutMail = /^(?:RCPT TO|DATA)$/
/** Answers that concern our access after any command: an unknown command, a wrong sequence, or a missing sign-in. */
const aboutUs: ReadonlySet<number> = new Set([500, 501, 502, 503, 504, 521, 530, 534, 535, 538])

const codeOf = (error: object): number | undefined =>
  'responseCode' in error ? Number(error.responseCode) : undefined

/** Whether the server refuses this mail permanently. */
const isRefusal = (error: object): boolean => {
  const code = codeOf(error) ?? 0
  return 'command' in error && aboutMail.test(String(error.command)) && code >= 500 && !aboutUs.has(code)
}

/** A client of the mail server. `send` throws MailRefusal, MailUnconfirmed, or another error if a retry may help. */
export const createMailer = ({ url, from }: MailSettings, mostMs = patience.mailMs) => {
  const domain = /@([^@<>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

  /** A connection for one mail, closed at the time limit. */
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
      connectionTimeout: patience.mailSilenceMs,
      greetingTimeout: patience.mailSilenceMs,
      socketTimeout: patience.mailSilenceMs,
      // The library does not report whether the server asked for the content (354) before it confirmed the mail. Its log does.
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
          // An object is always one address. A text from the identity service could be a list.
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
        // Only a refusal proves that the server did not accept it.
        if (isHandedOver() && !((codeOf(error) ?? 0) >= 400))
          throw new MailUnconfirmed(error.message, { cause: error })
        throw error
      }
    },
  }
}
export type Mailer = ReturnType<typeof createMailer>
