import type { Hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Space } from '../disk.ts'

/** What the work gives, or the signal's reason as soon as there is one: a sender can let a piece wait for ever. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })

/**
 * Writes what arrives to a new file that nobody else may read. Gives its bytes; undefined where there are more than `atMost`, of
 * which the rest is not read, so that the sender can still be answered. Rejects with NearlyFull where the space is used up, and
 * with the signal's reason. `hash` is fed with every piece.
 */
export const writePrivateFile = async (
  content: Readable,
  path: string,
  atMost: number,
  space: Space,
  signal: AbortSignal,
  hash?: Hash,
): Promise<number | undefined> => {
  const file = await open(path, 'wx', 0o600)
  const pieces = content.iterator({ destroyOnReturn: false })
  let size = 0
  try {
    for (;;) {
      signal.throwIfAborted()
      const { done, value: piece } = await orAborted(pieces.next(), signal)
      if (done) return size
      size += piece.length
      if (size > atMost) return undefined
      await space.use(piece.length)
      hash?.update(piece)
      await file.writeFile(piece)
    }
  } finally {
    // Not awaited: it ends after the piece that was still waited for.
    pieces.return?.().catch(() => undefined)
    await file.close()
  }
}
