import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { type LiveFrame, liveFrame } from '../../../src/domain/wire/live.ts'
import type { ProcessingServer } from './processingServer.ts'

/** An open live connection. */
export interface Opened {
  frames: LiveFrame[]
  /** Resolves when a frame fits, those that came before included. */
  until: (fits: (frame: LiveFrame) => boolean) => Promise<LiveFrame>
  /** Close code, once the socket is closed. */
  closed: Promise<number>
  close: () => void
}

/** Live connections of a server, by ticket or as somebody. */
export const liveConnections = (serverOf: () => ProcessingServer) => {
  const ticket = async (user: string | UserPrincipal, instId: string): Promise<string> =>
    (await serverOf().call<{ token: string }>(user, 'POST', '/token/live-ticket', { body: { instId } })).body
      .token

  const open = (instId: string, token: string, origin?: string): Opened => {
    const address = `${serverOf().origin.replace('http', 'ws')}/api/live?instId=${instId}&token=${token}`
    const socket = new WebSocket(
      address,
      origin ? ({ headers: { origin } } as unknown as string[]) : undefined,
    )
    const frames: LiveFrame[] = []
    const waiting = new Set<() => void>()
    socket.onmessage = ({ data }) => {
      frames.push(liveFrame.parse(JSON.parse(String(data))))
      for (const look of [...waiting]) look()
    }
    const closed = new Promise<number>(resolve => {
      socket.onclose = ({ code }) => resolve(code)
    })
    const until = (fits: (frame: LiveFrame) => boolean): Promise<LiveFrame> =>
      new Promise(resolve => {
        const look = () => {
          const found = frames.find(fits)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      })
    return { frames, until, closed, close: () => socket.close() }
  }

  const connect = async (user: string | UserPrincipal, instId: string): Promise<Opened> => {
    const opened = open(instId, await ticket(user, instId))
    await opened.until(({ type }) => type === 'HELLO')
    return opened
  }

  return { ticket, open, connect }
}
