import { crc32, inflateRawSync } from 'node:zlib'
import { bytes as bytesInWords } from '../../src/domain/bytes.ts'
import { type Message, message } from '../../src/messages/message.ts'

/** A file that is no zip, or one that is not taken. */
export class ZipFault extends Error {
  override readonly name = 'ZipFault'
  readonly reason: Message

  constructor(reason: Message, options?: ErrorOptions) {
    super(reason.code, options)
    this.reason = reason
  }
}

const isDamaged = message('specification', 'zip.damaged')

/** What a zip may hold: a few kilobytes can be made to unfold to gigabytes. */
export interface ZipLimits {
  files: number
  /** Of all its files together, unfolded. */
  bytes: number
}

interface Entry {
  name: string
  method: number
  flags: number
  crc: number
  packed: number
  size: number
  at: number
}

const signatures = { end: 0x06054b50, entry: 0x02014b50, file: 0x04034b50 }
const lengths = { end: 22, entry: 46, file: 30, comment: 0xffff }

const endOf = (zip: Buffer): number => {
  const last = zip.length - lengths.end
  for (let at = last; at >= Math.max(0, last - lengths.comment); at -= 1)
    if (zip.readUInt32LE(at) === signatures.end) return at
  throw new ZipFault(message('specification', 'zip.none'))
}

function* entriesOf(zip: Buffer, limits: ZipLimits): Generator<Entry> {
  const end = endOf(zip)
  const count = zip.readUInt16LE(end + 10)
  if (count > limits.files)
    throw new ZipFault(message('specification', 'zip.manyFiles', { most: limits.files }))
  let at = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== signatures.entry) throw new ZipFault(isDamaged)
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + lengths.entry, at + lengths.entry + nameLength)
    yield {
      name,
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      at: zip.readUInt32LE(at + 42),
    }
    at += lengths.entry + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}

const contentOf = (zip: Buffer, { name, flags, method, crc, packed, size, at }: Entry): Buffer => {
  if (flags & 1) throw new ZipFault(message('specification', 'zip.encrypted', { name }))
  if (zip.readUInt32LE(at) !== signatures.file) throw new ZipFault(isDamaged)
  const from = at + lengths.file + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  const stored = zip.subarray(from, from + packed)
  if (method !== 0 && method !== 8) throw new ZipFault(message('specification', 'zip.packed', { name }))
  // More than the entry announces is not unfolded.
  const content = method === 0 ? stored : inflateRawSync(stored, { maxOutputLength: Math.max(1, size) })
  if (content.length !== size || crc32(content) !== crc)
    throw new ZipFault(message('specification', 'zip.damagedFile', { name }))
  return content
}

/**
 * The files of a zip by their names, without folders. Nothing is written anywhere, and nothing beyond the limits is unfolded.
 * Throws ZipFault where it cannot be read, is larger than allowed, or names a file twice.
 */
export const filesInZip = (zip: Buffer, limits: ZipLimits): Map<string, Buffer> => {
  const files = new Map<string, Buffer>()
  let bytes = 0
  try {
    for (const entry of entriesOf(zip, limits)) {
      if (entry.name.endsWith('/')) continue
      bytes += entry.size
      if (bytes > limits.bytes)
        throw new ZipFault(message('specification', 'zip.large', { limit: bytesInWords(limits.bytes) }))
      if (files.has(entry.name))
        throw new ZipFault(message('specification', 'zip.twice', { name: entry.name }))
      files.set(entry.name, contentOf(zip, entry))
    }
  } catch (error) {
    if (error instanceof ZipFault) throw error
    throw new ZipFault(isDamaged, { cause: error })
  }
  return files
}
