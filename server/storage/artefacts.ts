import type { Readable } from 'node:stream'
import { ObjectDamagedError } from './encryption/cipher.ts'
import { type ByteRange, ObjectMissing, type ObjectStore, type StoredObject } from './objectStore.ts'

/*
 * What the analysis of a submission is made of goes to the object store and comes from it by these functions, and by
 * nothing else: personal data of students, which no signed address ever names.
 */

/** Writes an object of an artefact. Its key names one attempt of one stage, so nothing else is ever written there. */
export const writeArtefact = (store: ObjectStore, key: string, content: Readable): Promise<StoredObject> =>
  store.put(key, content)

/** The bytes of an object of an artefact; each piece is good until the next is asked for. Throws ObjectMissing. */
export const readArtefact = (store: ObjectStore, key: string): AsyncIterable<Uint8Array> => store.pieces(key)

/** A part of an object of an artefact; undefined where the store does not have it, or not as it was written. */
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
