import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setInterval as every } from 'node:timers'

/** How a mail server answers wrongly. */
export const mailLies = [
  /** Takes the mail and cuts the connection in place of an answer. */
  'dropsAnswer',
  'confirmsTwice',
  /** Gives each of its answers twice. */
  'saysAllTwice',
  /** Takes the mail and answers with a page. */
  'answersHtml',
  'greetsWithHtml',
  'refusesForNow',
  'refusesContentForNow',
  /** Says that it does not know a command that every mail server knows. */
  'knowsNoCommand',
  'hangs',
  /** Sends a byte now and then, so that it is never silent. */
  'drips',
] as const
export type MailLie = (typeof mailLies)[number]

const html =
  'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<html><body>Sign in to this network</body></html>\r\n'

/**
 * A mail server that speaks just enough SMTP, and lies where `lieTo` says so for a connection. It refuses mails to `refused` for
 * good. `delivered` is what arrived at receivers, whatever the server answered.
 */
export const startLyingMail = async (refused: string) => {
  let lieTo: (connection: number) => MailLie | undefined = () => undefined
  let connections = 0
  const delivered: { to: string; id: string }[] = []
  const sockets = new Set<Socket>()

  const server = createServer(socket => {
    const lie = lieTo(connections)
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    const say = (answer: string): void => {
      const twice = lie === 'saysAllTwice' || (lie === 'confirmsTwice' && answer.startsWith('250 Taken'))
      socket.write(`${answer}\r\n`.repeat(twice ? 2 : 1))
    }
    if (lie === 'hangs') return
    if (lie === 'drips') {
      const dripping = every(() => socket.write('2'), 20)
      socket.on('close', () => clearInterval(dripping))
      return
    }
    if (lie === 'greetsWithHtml') return void socket.end(html)

    let to = ''
    let body: string | undefined
    /** The answer to a mail; undefined where the connection ends in its place. */
    const answerTo = (text: string): string | undefined => {
      if (lie === 'refusesContentForNow') return '451 Not now'
      delivered.push({ to, id: /^Message-ID: <([^@]+)@/im.exec(text)?.[1] ?? '' })
      if (lie === 'dropsAnswer') socket.destroy()
      else if (lie === 'answersHtml') socket.end(html)
      else return '250 Taken'
      return undefined
    }
    const answer = (line: string): string | undefined => {
      if (body !== undefined) {
        if (line !== '.') {
          body += `${line}\n`
          return undefined
        }
        const text = body
        body = undefined
        return answerTo(text)
      }
      const [, address = ''] = /^RCPT TO:<(.*)>/.exec(line) ?? []
      if (lie === 'knowsNoCommand' && address) return '500 Unknown command'
      if (address === refused) return '550 There is no such person'
      if (lie === 'refusesForNow' && address) return '450 Not now'
      if (address) to = address
      if (line !== 'DATA') return line === 'QUIT' ? '221 Bye' : '250 Good'
      if (to === '') return '503 No receiver'
      body = ''
      return '354 Go on'
    }
    let rest = ''
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const given = answer(line)
        if (given !== undefined) say(given)
      }
    })
    say('220 Mail')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered,
    /** Lies to each connection from now on as it is told, counting from 0. */
    lie: (to: typeof lieTo): void => {
      connections = 0
      lieTo = to
    },
    connections: (): number => connections,
    stop: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
