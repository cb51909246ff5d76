import { createHash } from 'node:crypto'

/** SHA-256 of content, in hex digits. Reads all of it. */
export const hashOf = async (content: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of content) hash.update(piece)
  return hash.digest('hex')
}
