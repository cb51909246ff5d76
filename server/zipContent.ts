import { Readable } from 'node:stream'
import type yazl from 'yazl'

/**
 * What a zip gives, to be read. A file that cannot be read ends it with that fault. yazl tells faults as events: where nobody
 * has begun to read yet, or has given up, they must not be the end of the process.
 */
export const contentOf = (zip: yazl.ZipFile): Readable => {
  const output = zip.outputStream as Readable
  output.on('error', () => undefined)
  zip.on('error', error => output.destroy(error as Error))
  return Readable.from(output)
}
