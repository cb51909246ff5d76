import { Readable } from 'node:stream'
import type { KeepErrorLog } from '../jobs/index.ts'
import { type ObjectStore, objectKey } from '../storage/objectStore.ts'

/** Keeps what went wrong where the agency's administrators can fetch it; gives the object's key. */
export const createErrorLog =
  (store: Pick<ObjectStore, 'put'>): KeepErrorLog =>
  async ({ submissionId, instId, stage, fencingToken, isDead }, text) => {
    const name = `error-log.${stage}.${fencingToken}.${isDead ? 'dead' : 'fault'}.txt` as const
    const key = objectKey(instId, submissionId, name)
    await store.put(key, Readable.from([text]))
    return key
  }
