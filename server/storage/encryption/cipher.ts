import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/*
 * An encrypted object: 8 bytes that name the format, a salt of 24 bytes, then chunks of 64 KiB, each with the tag of
 * AES-256-GCM behind it; the last one may be shorter, also empty. The key of the chunks is made of the object's own key, the
 * salt and the object's name, so that writing an object again never uses a key twice and no object passes for another. The
 * nonce is the number of the chunk and whether it is the last, so that a chunk that is missing, moved or cut is found.
 */
const magic = Buffer.from('BEDELAE1', 'latin1')
const saltBytes = 24
const chunkBytes = 64 * 1024
const tagBytes = 16

/** Bytes before the first chunk. */
const headerBytes = magic.length + saltBytes

/** What the store has is not what was written: a byte was changed, something is missing, or it belongs elsewhere. */
export class ObjectDamagedError extends Error {
  override readonly name = 'ObjectDamagedError'
  constructor(objectKey: string, options?: ErrorOptions) {
    super(`The object "${objectKey}" of the store was altered or is not whole.`, options)
  }
}

/** What an object is encrypted with. */
export interface ObjectCipher {
  /** Name of the object. */
  objectKey: string
  /** 32 bytes. */
  fileKey: Uint8Array
}

const chunkKey = ({ objectKey, fileKey }: ObjectCipher, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', fileKey, salt, `bedel:object:${objectKey}`, 32))

const nonceOf = (number: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Cuts a stream into pieces of one size; the last is shorter, also empty, and comes with `isLast`. */
async function* cut(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  // One piece more than is given out is held: only then is the last one known.
  let space = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const piece of content)
    for (let at = 0; at < piece.length; ) {
      if (filled === size) {
        yield { bytes: space, isLast: false }
        space = Buffer.allocUnsafe(size)
        filled = 0
      }
      const taken = Math.min(size - filled, piece.length - at)
      space.set(piece.subarray(at, at + taken), filled)
      filled += taken
      at += taken
    }
  yield { bytes: space.subarray(0, filled), isLast: true }
}

/** The bytes of an encrypted object for this content. */
export async function* encrypted(
  content: AsyncIterable<Uint8Array>,
  cipher: ObjectCipher,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const key = chunkKey(cipher, salt)
  yield Buffer.concat([magic, salt])
  let number = 0
  for await (const { bytes, isLast } of cut(content, chunkBytes)) {
    const sealing = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast))
    yield Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()])
  }
}

/** Which of the objects that were written under one name is being read, once its beginning has been. */
export interface Reading {
  header?: Buffer
}

/**
 * The content of an encrypted object. Throws ObjectDamagedError at the first chunk that is not as it was written, and for another
 * object than a reading has begun with.
 */
export async function* decrypted(
  object: AsyncIterable<Uint8Array>,
  cipher: ObjectCipher,
  reading: Reading = {},
): AsyncGenerator<Buffer> {
  const pieces = withHeader(object, cipher.objectKey)
  try {
    const { value: header } = await pieces.next()
    if (!header?.subarray(0, magic.length).equals(magic)) throw new ObjectDamagedError(cipher.objectKey)
    reading.header ??= Buffer.from(header)
    if (!reading.header.equals(header)) throw new ObjectDamagedError(cipher.objectKey)
    yield* opened(pieces, chunkKey(cipher, header.subarray(magic.length)), cipher.objectKey)
  } finally {
    await pieces.return(undefined)
  }
}

/** Reads bytes of an encrypted object as it is stored. */
type ReadStored = (from: number, to: number) => Promise<Buffer>

/**
 * A part of the content of an encrypted object of this size: only the chunks that it lies in are read. Throws
 * ObjectDamagedError where one of them is not as it was written.
 */
export const decryptedRange = async (
  read: ReadStored,
  objectSize: number,
  { from, to }: { from: number; to: number },
  cipher: ObjectCipher,
): Promise<Buffer> => {
  const header = await read(0, headerBytes)
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic))
    throw new ObjectDamagedError(cipher.objectKey)
  const key = chunkKey(cipher, header.subarray(magic.length))
  const end = Math.min(to, contentSize(objectSize))
  if (end <= from) return Buffer.alloc(0)
  const first = Math.floor(from / chunkBytes)
  const last = Math.floor((end - 1) / chunkBytes)
  const sealedBytes = chunkBytes + tagBytes
  const lastOfAll = Math.ceil((objectSize - headerBytes) / sealedBytes) - 1
  const stored = await read(headerBytes + first * sealedBytes, headerBytes + (last + 1) * sealedBytes)
  const content: Buffer[] = []
  for (let number = first; number <= last; number++) {
    const at = (number - first) * sealedBytes
    content.push(
      openChunk(
        stored.subarray(at, at + sealedBytes),
        key,
        nonceOf(number, number === lastOfAll),
        cipher.objectKey,
      ),
    )
  }
  return Buffer.concat(content).subarray(from - first * chunkBytes, end - first * chunkBytes)
}

/** The content of one chunk. */
const openChunk = (bytes: Buffer, key: Buffer, nonce: Buffer, objectKey: string): Buffer => {
  if (bytes.length < tagBytes) throw new ObjectDamagedError(objectKey)
  const opening = createDecipheriv('aes-256-gcm', key, nonce)
  opening.setAuthTag(bytes.subarray(bytes.length - tagBytes))
  const content = opening.update(bytes.subarray(0, bytes.length - tagBytes))
  try {
    opening.final()
  } catch (error) {
    throw new ObjectDamagedError(objectKey, { cause: error })
  }
  return content
}

/** The content of the chunks behind a header. */
async function* opened(
  chunks: AsyncIterable<Uint8Array>,
  key: Buffer,
  objectKey: string,
): AsyncGenerator<Buffer> {
  let number = 0
  for await (const { bytes, isLast } of cut(chunks, chunkBytes + tagBytes)) {
    const content = openChunk(bytes, key, nonceOf(number++, isLast), objectKey)
    if (content.length > 0) yield content
  }
}

/** The header of an object as the first piece, then the rest as it comes. */
async function* withHeader(object: AsyncIterable<Uint8Array>, objectKey: string): AsyncGenerator<Buffer> {
  const header = Buffer.alloc(headerBytes)
  let filled = 0
  for await (const piece of object) {
    const taken = Math.min(headerBytes - filled, piece.length)
    if (taken > 0) {
      header.set(piece.subarray(0, taken), filled)
      filled += taken
      if (filled === headerBytes) yield header
    }
    if (piece.length > taken) yield Buffer.from(piece.buffer, piece.byteOffset + taken, piece.length - taken)
  }
  if (filled < headerBytes) throw new ObjectDamagedError(objectKey)
}

/** Bytes of the content of an encrypted object of this size. */
export const contentSize = (objectSize: number): number => {
  const chunks = Math.ceil((objectSize - headerBytes) / (chunkBytes + tagBytes))
  return Math.max(0, objectSize - headerBytes - chunks * tagBytes)
}
