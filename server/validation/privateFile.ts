import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Space } from '../disk.ts'

/**
 * Writes what arrives to a new file that nobody else may read. Gives its bytes; undefined where there are more than `atMost`, of
 * which the rest is not read, so that the sender can still be answered. Rejects with NearlyFull where the space is used up.
 */
export const writePrivateFile = async (
  content: Readable,
  path: string,
  atMost: number,
  space: Space,
  signal: AbortSignal,
): Promise<number | undefined> => {
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    for await (const piece of content.iterator({ destroyOnReturn: false })) {
      signal.throwIfAborted()
      size += piece.length
      if (size > atMost) return undefined
      await space.use(piece.length)
      await file.writeFile(piece)
    }
    return size
  } finally {
    await file.close()
  }
}
