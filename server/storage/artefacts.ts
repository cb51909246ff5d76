import type { Readable } from 'node:stream'
import { ObjectDamagedError } from './encryption/cipher.ts'
import { type ByteRange, ObjectMissing, type ObjectStore, type StoredObject } from './objectStore.ts'

/*
 * The only functions that store and read the data of an analysis. It is personal data of students: no signed URL ever names it.
 */

/** Writes an object of an artefact. The key names one attempt of one stage, so it is never written twice. */
export const writeArtefact = (store: ObjectStore, key: string, content: Readable): Promise<StoredObject> =>
  store.put(key, content)

/** The bytes of an object of an artefact. Each piece is valid until the next is requested. Throws ObjectMissing. */
export const readArtefact = (store: ObjectStore, key: string): AsyncIterable<Uint8Array> => store.pieces(key)

/** A part of an object of an artefact; undefined if the store does not have it intact. */
export const readArtefactRange = async (
  store: ObjectStore,
  key: string,
  range: ByteRange,
): Promise<Uint8Array | undefined> => {
  try {
    return await store.readRange(key, range)
  } catch (error) {
    if (error instanceof ObjectMissing || error instanceof ObjectDamagedError) return undefined
    throw error
  }
}
