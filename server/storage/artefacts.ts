import type { Readable } from 'node:stream'
import type { ObjectStore, StoredObject } from './objectStore.ts'

/*
 * What the analysis of a submission is made of goes to the object store and comes from it by these two functions, and by
 * nothing else: personal data of students, which no signed address ever names.
 */

/** Writes an object of an artefact. Its key names one attempt of one stage, so nothing else is ever written there. */
export const writeArtefact = (store: ObjectStore, key: string, content: Readable): Promise<StoredObject> =>
  store.put(key, content)

/** The bytes of an object of an artefact; each piece is good until the next is asked for. Throws ObjectMissing. */
export const readArtefact = (store: ObjectStore, key: string): AsyncIterable<Uint8Array> => store.pieces(key)
