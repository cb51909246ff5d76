import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ObjectStore } from './objectStore.ts'

/** Another name beside this one, for content that nothing may replace: `file.xml` becomes `file.<16 hex digits>.xml`. */
export const sealedName = (key: string): string =>
  key.replace(/(\.[^./]+)?$/, extension => `.${randomBytes(8).toString('hex')}${extension}`)

/** Whose object of this name the key is, sealed or not: the second part of the key; undefined for every other key. */
export const ownerOfFile = (key: string, name: string): string | undefined => {
  const [, owner, copy = ''] = key.split('/')
  return copy.replace(/\.[0-9a-f]{16}(?=\.[^.]+$)/, '') === name ? owner : undefined
}

export interface S3Store extends ObjectStore {
  kind: 's3'
  /** What a signed post has brought for this key, with its length where the store tells it; undefined while nothing has arrived. */
  incoming: (key: string) => Promise<{ content: Readable; size: number | undefined } | undefined>
  /** Removes what a signed post has brought for this key, and nothing else. */
  removeIncoming: (key: string) => Promise<void>
}

/** Whether the store is an S3 bucket, to which browsers post past this server. */
export const isS3 = (store: ObjectStore): store is S3Store => store.kind === 's3'
