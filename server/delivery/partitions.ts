import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DeliveryManifest } from '../../src/domain/delivery.ts'
import { configurationTags, type DeliveryContent } from '../../src/domain/deliveryConfiguration.ts'
import { deliveryTags } from '../../src/domain/deliveryPlace.ts'
import type { Ruleset } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { ObjectDamagedError } from '../storage/encryption/cipher.ts'
import { type ObjectStore, objectKey } from '../storage/index.ts'
import { ObjectMissing } from '../storage/objectStore.ts'
import type { DeliveryRecord } from './deliveryRow.ts'
import type { PartitionFile } from './packageZip.ts'

type Tx = Transaction<Database>

/** A provider's files in a set of a whole collection, as one object of the store. */
export interface Partition {
  key: string
  manifest: DeliveryManifest
}

interface PartitionRow {
  fingerprint: string
  key: string
  size: number
  manifest: DeliveryManifest
}

/** The bytes of a partition are not those that were written. */
class PartitionDamaged extends Error {
  override readonly name = 'PartitionDamaged'
  constructor(key: string) {
    super(`The object "${key}" is not what was written.`)
  }
}

/** Bytes that are read of the store at once. */
const atOnce = 1024 * 1024

const sizeOf = ({ files }: DeliveryManifest): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** The attempt that derived the fields of a submission: what is delivered follows from its files. */
const derivedBy = async (tx: Tx, submissionId: string): Promise<string> => {
  const { rows } = await sql<{ token: string }>`select fencing_token::text as token from stage_result
    where submission_id = ${submissionId}::uuid and stage = 'ENRICHMENT'`.execute(tx)
  return rows[0]?.token ?? ''
}

/** What the files of a submission are made of and by, besides what the configuration chooses. */
export interface PartitionMaking {
  /** The release whose code and shipped rulesets make them. */
  release: string
  schemaVersion: string
  rulesetVersion: string
  /** What is delivered, and how fields are pseudonymised, by the ruleset as this release reads it. */
  ruleset: Pick<Ruleset, 'delivery' | 'pseudonymisation'>
  /** Key of the pseudonyms; null where there are none. */
  keyId: string | null
  /** The attempt that derived the fields. */
  derivedBy: string
}

/**
 * What the files of a submission follow from, as a short hash. A later release may read the same ruleset otherwise, and refuse what
 * an earlier one has let through, as an identifier that is kept: so each release makes them once itself.
 */
export const partitionFingerprint = (
  { files, levels, isPseudonymised }: Pick<DeliveryContent, 'files' | 'levels' | 'isPseudonymised'>,
  { ruleset: { delivery, pseudonymisation }, ...making }: PartitionMaking,
): string => {
  const treatments =
    pseudonymisation && [...pseudonymisation].map(([entity, fields]) => [entity, [...fields]])
  const text = JSON.stringify([files, levels, delivery, isPseudonymised && (treatments ?? 'none'), making])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/**
 * The partitions of sets of whole collections (decisions §13): each is kept as an object, and taken over by the next set of its
 * configuration as long as everything that it follows from is the same.
 */
export const createPartitions = ({ db, store }: { db: Kysely<Database>; store: ObjectStore }) => {
  const rowOf = (configurationId: string, submissionId: string): Promise<PartitionRow | undefined> =>
    withScope(db, { scope: 'all' }, async tx => {
      const { rows } = await sql<PartitionRow>`select fingerprint, object_key as key, size, manifest
        from delivery_partition where configuration_id = ${configurationId}::uuid
          and submission_id = ${submissionId}::uuid`.execute(tx)
      return rows[0]
    })

  /** The fingerprint of the files of a submission. */
  const fingerprintOf = async (
    { content }: Pick<DeliveryRecord, 'content'>,
    submissionId: string,
    made: Omit<PartitionMaking, 'derivedBy'>,
  ): Promise<string> => {
    const derived = await withScope(db, { scope: 'all' }, tx => derivedBy(tx, submissionId))
    return partitionFingerprint(content, { ...made, derivedBy: derived })
  }

  /** The bytes of a file of a partition. Throws PartitionDamaged where they are not those that were written. */
  const bytesOf = async function* (
    key: string,
    { from, to, sha256 }: { from: number; to: number; sha256: string },
  ): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    for (let at = from; at < to; at += atOnce) {
      const piece = await store.readRange(key, { from: at, to: Math.min(to, at + atOnce) })
      hash.update(piece)
      yield piece
    }
    if (hash.digest('hex') !== sha256) throw new PartitionDamaged(key)
  }

  /** The files of a partition by their places in it. */
  const placesOf = ({ files }: DeliveryManifest) => {
    let end = 0
    return files.map(({ file, bytes, sha256 }) => {
      const from = end
      end += bytes
      return { file, bytes, sha256, from, to: end }
    })
  }

  /** Whether all of a partition is as it was written. */
  const isWhole = async ({ key, manifest }: Partition): Promise<boolean> => {
    try {
      for (const place of placesOf(manifest)) for await (const _ of bytesOf(key, place));
      return true
    } catch (error) {
      const isDamaged = [PartitionDamaged, ObjectDamagedError, ObjectMissing].some(
        fault => error instanceof fault,
      )
      if (isDamaged) return false
      throw error
    }
  }

  /**
   * The partition that was kept of the submission; undefined where it follows from something else, or is gone. One of the right
   * size is damaged at times: an attempt that follows on one which has failed has each of them read first.
   */
  const kept = async (
    { configurationId, attempt }: Pick<DeliveryRecord, 'configurationId' | 'attempt'>,
    submissionId: string,
    fingerprint: string,
  ): Promise<Partition | undefined> => {
    const row = await rowOf(configurationId, submissionId)
    if (row?.fingerprint !== fingerprint) return undefined
    const stored = await store.stat(row.key)
    if (stored?.size !== row.size) return undefined
    const partition = { key: row.key, manifest: row.manifest }
    return attempt === 1 || (await isWhole(partition)) ? partition : undefined
  }

  /** Keeps the files of a folder in place of what was kept. The row goes first: what an attempt leaves can be found by it. */
  const keep = async (
    { configurationId, customerId }: Pick<DeliveryRecord, 'configurationId' | 'customerId'>,
    fingerprint: string,
    manifest: DeliveryManifest,
    folder: string,
  ): Promise<Partition> => {
    const { submissionId } = manifest
    const key = objectKey(customerId, configurationId, `partition.${submissionId}.${fingerprint}.pack`)
    const before = await rowOf(configurationId, submissionId)
    await withScope(db, { scope: 'all' }, tx =>
      sql`insert into delivery_partition (configuration_id, submission_id, fingerprint, object_key, size, manifest)
        values (${configurationId}::uuid, ${submissionId}::uuid, ${fingerprint}, ${key}, ${sizeOf(manifest)},
          ${JSON.stringify(manifest)}::jsonb)
        on conflict (configuration_id, submission_id) do update set fingerprint = excluded.fingerprint,
          object_key = excluded.object_key, size = excluded.size, manifest = excluded.manifest`.execute(tx),
    )
    const content = async function* (): AsyncGenerator<Uint8Array> {
      for (const { file } of manifest.files) yield* createReadStream(join(folder, file))
    }
    await store.put(key, Readable.from(content(), { objectMode: false }))
    if (before && before.key !== key) await store.remove(before.key)
    return { key, manifest }
  }

  /** The files of a partition with their bytes, each read when it is asked for. */
  const filesOf = ({ key, manifest }: Partition): PartitionFile[] =>
    placesOf(manifest).map(({ file, bytes, ...place }) => ({
      file,
      bytes,
      open: () => Readable.from(bytesOf(key, place), { objectMode: false }),
    }))

  /**
   * Removes what no delivery that is there or being made holds, and what deleted configurations have kept: a partition stays no
   * longer than the packages that it is in.
   */
  const sweep = async (): Promise<void> => {
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<{ configurationId: string; submissionId: string; key: string }>`
        select p.configuration_id as "configurationId", p.submission_id as "submissionId", p.object_key as key
        from delivery_partition p join delivery_configuration c on c.id = p.configuration_id
        where c.place = any(${configurationTags.placesWith('deleted')}::text[]) or not exists (select 1 from delivery d
          join delivery_submission s on s.delivery_id = d.id and s.submission_id = p.submission_id
          where d.configuration_id = p.configuration_id
            and d.place = any(${deliveryTags.placesWith('keepsPartitions')}::text[]))
        limit 1000`.execute(tx),
    )
    for (const { configurationId, submissionId, key } of rows) {
      await store.remove(key)
      await withScope(db, { scope: 'all' }, tx =>
        sql`delete from delivery_partition where configuration_id = ${configurationId}::uuid
          and submission_id = ${submissionId}::uuid and object_key = ${key}`.execute(tx),
      )
    }
  }

  return { fingerprintOf, kept, keep, filesOf, sweep }
}
export type Partitions = ReturnType<typeof createPartitions>
