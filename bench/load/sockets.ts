import type { Installation } from '../../tests/server/support/installation.ts'
import { post } from './calls.ts'
import { type LiveSocket, openLiveSocket } from './liveSocket.ts'
import type { TokenOf } from './people.ts'

/** So many sockets are opened at once: browsers do not come back all in one moment either. */
const atOnce = 20

const before = '"occurredAt":"'
/** Length of a moment as messages say it, like 2026-11-27T12:00:00.000Z. */
const momentLength = 24

/** When what a message tells happened; undefined where it does not say. It is found without reading the rest. */
export const occurredAt = (message: Buffer): number | undefined => {
  const begin = message.indexOf(before)
  if (begin < 0) return undefined
  const from = begin + before.length
  return Date.parse(message.toString('latin1', from, from + momentLength))
}

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
  const sockets: LiveSocket[] = []
  const note = (message: Buffer): void => {
    const moment = occurredAt(message)
    if (moment !== undefined) delays.push(Date.now() - moment)
  }
  const open = async (index: number): Promise<void> => {
    const origin = installation.apis[index % installation.apis.length] ?? ''
    const instId = providers[index % providers.length] ?? ''
    const { status, body } = await post<{ token: string }>(
      `${origin}/api/token/live-ticket`,
      await tokenOf(instId),
      { instId },
    )
    if (!body) return failed(`ticket ${status}`)
    const address = `${origin.replace('http', 'ws')}/api/live?instId=${instId}&token=${body.token}`
    sockets.push(await openLiveSocket(address, note))
  }
  for (let first = 0; first < count; first += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - first) }, (_, index) =>
        open(first + index).catch(() => failed('socket')),
      ),
    )
  return { delays, open: () => sockets.filter(({ isOpen }) => isOpen()).length }
}
