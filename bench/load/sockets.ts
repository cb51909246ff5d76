import type { Installation } from '../../tests/server/support/installation.ts'
import type { TokenOf } from './people.ts'

/** So many sockets are opened at once: browsers do not come back all in one moment either. */
const atOnce = 20

/** Opens live connections of all providers in turn, and notes how long each message took from its decision on, in ms. */
export const openSockets = async (
  {
    installation,
    tokenOf,
    failed,
  }: {
    installation: Installation
    tokenOf: TokenOf
    failed: (what: string) => void
  },
  count: number,
  providers: readonly string[],
): Promise<{ delays: readonly number[]; open: () => number }> => {
  const delays: number[] = []
  const sockets: WebSocket[] = []
  const open = async (index: number): Promise<void> => {
    const origin = installation.apis[index % installation.apis.length] ?? ''
    const instId = providers[index % providers.length] ?? ''
    const response = await fetch(`${origin}/api/token/live-ticket`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(instId)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ instId }),
    })
    if (!response.ok) return failed(`ticket ${response.status}`)
    const { token } = (await response.json()) as { token: string }
    const address = `${origin.replace('http', 'ws')}/api/live?instId=${instId}&token=${token}`
    const socket = new WebSocket(address)
    socket.addEventListener('message', ({ data }) => {
      const { occurredAt } = JSON.parse(String(data)) as { occurredAt?: string }
      if (occurredAt !== undefined) delays.push(Date.now() - Date.parse(occurredAt))
    })
    await new Promise<void>(resolve => {
      socket.addEventListener('open', () => resolve(), { once: true })
      socket.addEventListener('error', () => resolve(), { once: true })
    })
    if (socket.readyState === WebSocket.OPEN) sockets.push(socket)
    else failed('socket')
  }
  for (let first = 0; first < count; first += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - first) }, (_, index) => open(first + index)),
    )
  return {
    delays,
    open: () => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length,
  }
}
