import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ObjectStore } from './objectStore.ts'

/** A second name for content that nothing may replace: `file.xml` becomes `file.<16 hex digits>.xml`. */
export const sealedName = (key: string): string =>
  key.replace(/(\.[^./]+)?$/, extension => `.${randomBytes(8).toString('hex')}${extension}`)

/** Owner of a key with this name, sealed or not: the second segment of the key; undefined for other keys. */
export const ownerOfFile = (key: string, name: string): string | undefined => {
  const [, owner, copy = ''] = key.split('/')
  return copy.replace(/\.[0-9a-f]{16}(?=\.[^.]+$)/, '') === name ? owner : undefined
}

export interface S3Store extends ObjectStore {
  kind: 's3'
  /** The posted bytes for this key, with their length if the store reports it; undefined if nothing has arrived. */
  incoming: (key: string) => Promise<{ content: Readable; size: number | undefined } | undefined>
  /** Removes only the posted bytes for this key. */
  removeIncoming: (key: string) => Promise<void>
}

/** Whether the store is an S3 bucket, to which browsers post past this server. */
export const isS3 = (store: ObjectStore): store is S3Store => store.kind === 's3'
