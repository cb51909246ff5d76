import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { bytes as bytesInWords } from '../../src/domain/bytes.ts'
import { type Message, message } from '../../src/messages/message.ts'

/** A file that is not a zip, or a zip that is refused. */
export class ZipFault extends Error {
  override readonly name = 'ZipFault'
  readonly reason: Message

  constructor(reason: Message, options?: ErrorOptions) {
    super(reason.code, options)
    this.reason = reason
  }
}

const isDamaged = message('specification', 'zip.damaged')

/** The most that a zip may hold: a few kilobytes can be made to expand to gigabytes. */
export interface ZipLimits {
  files: number
  /** Of all its files together, expanded. */
  bytes: number
}

const open = async (zip: Buffer): Promise<ZipFile> => {
  try {
    return await fromBufferPromise(zip, { lazyEntries: true, decodeStrings: true })
  } catch (error) {
    const hasEnd = zip.includes('PK\x05\x06')
    throw new ZipFault(hasEnd ? isDamaged : message('specification', 'zip.none'), { cause: error })
  }
}

/** The library compares the size while it expands, and never expands more; it leaves the checksum to us. */
const contentOf = async (zip: ZipFile, entry: Entry): Promise<Buffer> => {
  const name = entry.fileName
  if (entry.isEncrypted()) throw new ZipFault(message('specification', 'zip.encrypted', { name }))
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw new ZipFault(message('specification', 'zip.packed', { name }))
  const isWrong = message('specification', 'zip.damagedFile', { name })
  const content = await zip
    .openReadStreamPromise(entry)
    .then(buffer)
    .catch(error => {
      throw new ZipFault(isWrong, { cause: error })
    })
  if (crc32(content) !== entry.crc32) throw new ZipFault(isWrong)
  return content
}

/**
 * The files of a zip by their names, without folders. Writes nothing to the disk, and expands nothing beyond the limits.
 * Throws ZipFault if the zip cannot be read, is larger than allowed, or has a file without a name or two of the same name.
 */
export const filesInZip = async (zip: Buffer, limits: ZipLimits): Promise<Map<string, Buffer>> => {
  const files = new Map<string, Buffer>()
  let bytes = 0
  const opened = await open(zip)
  if (opened.entryCount > limits.files)
    throw new ZipFault(message('specification', 'zip.manyFiles', { most: limits.files }))
  try {
    for await (const entry of opened.eachEntry()) {
      const name = entry.fileName
      if (name.endsWith('/')) continue
      if (name === '') throw new ZipFault(message('specification', 'zip.unnamed'))
      bytes += entry.uncompressedSize
      if (bytes > limits.bytes)
        throw new ZipFault(message('specification', 'zip.large', { limit: bytesInWords(limits.bytes) }))
      if (files.has(name)) throw new ZipFault(message('specification', 'zip.twice', { name }))
      files.set(name, await contentOf(opened, entry))
    }
  } catch (error) {
    if (error instanceof ZipFault) throw error
    throw new ZipFault(isDamaged, { cause: error })
  }
  return files
}
