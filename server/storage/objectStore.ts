import type { Readable } from 'node:stream'
import type { ObjectCipher } from './encryption/cipher.ts'

/** What the store knows about a stored object. */
export interface StoredObject {
  /** Bytes. */
  size: number
  /** Hex digits of the content's SHA-256 as it was stored; undefined where the store cannot say without reading it. */
  sha256: string | undefined
}

/** What a signed post allows: one object, once, of a size in the range, until it expires. */
export interface PostConditions {
  maxBytes: number
  /** Size that the sender announced; anything else is refused. */
  exactBytes?: number | undefined
  /** SHA-256 that the sender announced, in hex digits: nothing else becomes the object. */
  sha256?: string | undefined
  expires: Date
}

/** Where a browser posts a file to: every field goes before the file in the form. */
export interface SignedPost {
  url: string
  fields: Record<string, string>
}

/** A part of an object, from the first byte up to but not including the last. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * Files by key. Keys are made by the server (`objectKey`), never from a user's file name. A signed post can never change
 * what was sealed or put; `put` replaces an object, so that a step can be run again.
 */
export interface ObjectStore {
  kind: 'folder' | 's3'
  signedPost: (key: string, conditions: PostConditions) => Promise<SignedPost>
  /**
   * Takes what a signed post has brought for this key out of the reach of that post. Gives the object and the key under
   * which it stays from now on; undefined while nothing has arrived. Whoever was told that it was posted (`isPosted`) waits a
   * moment for a store that shows it late.
   */
  seal: (
    key: string,
    options?: { isPosted: boolean },
  ) => Promise<(StoredObject & { key: string }) | undefined>
  /** `sha256` gives the hash to be kept with the object, once the content has been read; that of the content without it. */
  put: (key: string, content: Readable, sha256?: () => string) => Promise<StoredObject>
  /** A stream of the object's bytes. Rejects with ObjectMissing when there is none. */
  open: (key: string) => Promise<Readable>
  /** The same bytes, opened when they are first asked for: each piece is good until the next is asked for. */
  pieces: (key: string) => AsyncIterable<Uint8Array>
  /** Bytes of the object from `from` up to but not including `to`, as many as there are. Rejects with ObjectMissing. */
  readRange: (key: string, range: ByteRange) => Promise<Buffer>
  stat: (key: string) => Promise<StoredObject | undefined>
  /** Rejects where objects can neither be kept nor fetched: the server is away, or it has no such bucket. */
  look: () => Promise<void>
  /** Removes the object, and what a signed post has brought for its key; a missing one is no error. */
  remove: (key: string) => Promise<void>
  /** Tries again to remove what the store has not removed when it was told to. Absent where nothing is noted. */
  removeLeft?: () => Promise<void>
  /** Every key that begins with the prefix. */
  list: (prefix: string) => Promise<string[]>
  /** A short-lived address that saves the object under this file name. It is for this user, whose downloads take turns. */
  signedDownload: (
    key: string,
    options: { fileName: string; seconds: number; userId: string },
  ) => Promise<string>
  /**
   * What an object is encrypted with, and copies of it with it; undefined where it has no key, or none any more. Absent where
   * nothing is encrypted.
   */
  cipherOf?: (key: string) => Promise<ObjectCipher | undefined>
  /** Removes what interrupted uploads left behind, older than the given instant; gives how many. */
  sweep: (before: Date) => Promise<number>
}

/** Thrown when an object is read that the store does not have. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing'
  constructor(key: string, options?: ErrorOptions) {
    super(`The store has no object "${key}".`, options)
  }
}

const segment = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** Parts of a submission's analysis. */
export type ArtefactPart = 'records' | 'derived' | 'failures'

/** A part of the analysis with the stage and the attempt that have made it. */
export type ArtefactName = `${ArtefactPart}.${string}.${number}`

/** Names of the objects of one submission; attachments are of an issue. What a stage makes has the number of its attempt. */
export type ObjectName =
  | 'file.xml'
  | `part.${number}.${string}`
  | `schema-errors.${number}.csv`
  | `schema-errors.without-special.${number}.csv`
  | `${ArtefactName}.${'pack' | 'json'}`
  | `quality-rule-failures.${number}.zip`
  | `rule-failures.${string}.csv`
  | `failing-records.${string}.${'xlsx' | 'zip'}`
  | `error-log.${string}.${number}.${'fault' | 'dead'}.txt`
  | `history.${number}.parquet`
  | `pseudonymised.${number}.xml`
  | 'tables.zip'
  | `delivery.${number}.zip`
  | `partition.${string}.pack`
  | 'sign-off-form.pdf'
  | `attachment.${string}`
  | `signed-form.${string}`

/** The key of an object of a submission, or of an issue: `<instId>/<uuid>/<name>`. */
export const objectKey = (instId: string, submissionId: string, name: ObjectName): string => {
  const key = `${instId}/${submissionId}/${name}`
  if (!isObjectKey(key)) throw new Error(`"${key}" is not a key of the object store.`)
  return key
}

/** Whether this text is a key: three segments of plain characters. */
export const isObjectKey = (key: string): boolean => {
  const segments = key.split('/')
  return segments.length === 3 && segments.every(part => segment.test(part))
}
