import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ObjectStore } from './objectStore.ts'

/** Another name beside this one, for content that nothing may replace: `file.xml` becomes `file.<16 hex digits>.xml`. */
export const sealedName = (key: string): string =>
  key.replace(/(\.[^./]+)?$/, extension => `.${randomBytes(8).toString('hex')}${extension}`)

export interface S3Store extends ObjectStore {
  kind: 's3'
  /** What a signed post has brought for this key; undefined while nothing has arrived. */
  incoming: (key: string) => Promise<Readable | undefined>
}

export const isS3 = (store: ObjectStore): store is S3Store => store.kind === 's3'
