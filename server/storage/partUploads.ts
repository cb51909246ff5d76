import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { type Problem, ProblemError, problem } from '../../src/domain/problem.ts'
import { uploadingId } from '../../src/domain/status.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Disk, Space } from '../disk.ts'
import { noRoom, type UploadListener } from './acceptance.ts'
import { ObjectDamagedError } from './encryption/cipher.ts'
import { ObjectMissing, type ObjectStore, objectKey } from './objectStore.ts'
import { sealedName } from './sealing.ts'

/** A stored part. Numbers start at 1; the hash is SHA-256 in hex digits. */
export interface StoredPart {
  number: number
  sha256: string
}

/** Sizes of a file sent in parts, in bytes. */
interface Sizes {
  /** The whole file, as announced. */
  bytes: number
  /** Each part but the last. */
  partBytes: number
}

/** A file sent in parts, with the parts that have arrived. */
export interface PartUpload extends Sizes {
  parts: readonly StoredPart[]
  storedBytes: number
  /** Arrival of the last part; null while there is none. */
  lastStored: Date | null
  /** Parts are accepted until then. */
  expires: Date
}

/** Number of parts of a file of this size. */
export const partCount = (of: Sizes): number => Math.ceil(of.bytes / of.partBytes)

const hasAllParts = (upload: PartUpload): boolean => upload.parts.length >= partCount(upload)

/** Bytes of one part, numbered from 1; undefined if the file has no such part. */
export const sizeOfPart = (of: Sizes, number: number): number | undefined => {
  if (number < 1 || number > partCount(of)) return undefined
  return Math.min(of.partBytes, of.bytes - (number - 1) * of.partBytes)
}

const ended = (): Problem => problem('conflict', message('problems', 'partsEnded'))
const incomplete = (): Problem => problem('conflict', message('problems', 'partsMissing'))

interface Named {
  submissionId: string
  instId: string
}

// The content is part of the name: of two files sent at once for one submission, neither replaces a part of the other.
const keyOf = ({ instId, submissionId }: Named, { number, sha256 }: StoredPart): string =>
  objectKey(instId, submissionId, `part.${number}.${sha256}`)

const find = (db: Kysely<Database>, submissionId: string): Promise<PartUpload | undefined> =>
  withScope(db, { scope: 'all' }, async tx => {
    const { rows } = await sql<Omit<PartUpload, 'parts'> & { parts: StoredPart[] }>`
      select p.bytes, p.part_bytes as "partBytes",
        coalesce(jsonb_agg(jsonb_build_object('number', t.number, 'sha256', t.sha256) order by t.number)
          filter (where t.number is not null), '[]') as parts,
        coalesce(sum(t.bytes), 0)::float8 as "storedBytes", max(t.stored_utc) as "lastStored",
        coalesce(s.upload_expires_utc, p.begun_utc) as expires
      from part_upload p join submission s on s.id = p.submission_id
      left join stored_part t on t.submission_id = p.submission_id
      where p.submission_id = ${submissionId}::uuid group by p.submission_id, s.id`.execute(tx)
    return rows[0]
  })

/** A damaged part is requested again. */
const forgetPart = (db: Kysely<Database>, { submissionId }: Named, number: number): Promise<unknown> =>
  withScope(db, { scope: 'all' }, tx =>
    sql`delete from stored_part where submission_id = ${submissionId}::uuid and number = ${number}`.execute(
      tx,
    ),
  )

const sameNumber = (known: PartUpload | undefined, part: StoredPart): StoredPart | undefined =>
  known?.parts.find(({ number }) => number === part.number)

/** Why a part is refused: another file's part is in its place, or the upload is over. */
const refusalOf = (known: PartUpload | undefined, part: StoredPart): ProblemError => {
  const there = sameNumber(known, part)
  return new ProblemError(
    there && there.sha256 !== part.sha256
      ? problem('conflict', message('problems', 'partsOfOther'))
      : ended(),
  )
}

/**
 * Files that come in parts. Each part is an object, so either store encrypts it like any other. When all have arrived they are read in
 * order, compared with their hashes again, and put as one object under a name that no form can post to. Abandoned parts are swept.
 */
export const createPartUploads = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  store: ObjectStore
}) => {
  const { db, clock, store } = options
  const forget = ({ submissionId }: Named): Promise<unknown> =>
    withScope(db, { scope: 'all' }, tx =>
      sql`delete from part_upload where submission_id = ${submissionId}::uuid`.execute(tx),
    )

  /** Removes the parts of an upload and its rows. */
  const discard = async (named: Named): Promise<void> => {
    const found = await find(db, named.submissionId)
    if (!found) return
    for (const key of await store.list(`${named.instId}/${named.submissionId}/part.`)) await store.remove(key)
    await forget(named)
  }

  async function* contentOf(named: Named, { parts }: PartUpload, space: Space): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      const { number, sha256 } = part
      const hash = createHash('sha256')
      try {
        for await (const piece of store.pieces(keyOf(named, part))) {
          hash.update(piece)
          await space.use(piece.length)
          // Copy: the buffer is reused, and piped data may still be queued.
          yield Uint8Array.from(piece)
        }
      } catch (error) {
        throw error instanceof ObjectMissing || error instanceof ObjectDamagedError
          ? new DamagedPart(number, { cause: error })
          : error
      }
      if (hash.digest('hex') !== sha256) throw new DamagedPart(number)
    }
  }

  const putWhole = async (
    named: Named,
    found: PartUpload,
    listener: UploadListener,
    space: Space,
  ): Promise<void> => {
    // A post for the same submission may arrive at the same time under the key of its form. Neither replaces the other.
    const key = sealedName(objectKey(named.instId, named.submissionId, 'file.xml'))
    const stored = await store.put(key, Readable.from(contentOf(named, found, space))).catch(async error => {
      if (!(error instanceof DamagedPart)) throw error
      await forgetPart(db, named, error.number)
      throw new ProblemError(incomplete(), { cause: error })
    })
    const refusal = await listener.stored(key, stored)
    if (refusal) {
      await store.remove(key)
      throw new ProblemError(refusal)
    }
    await discard(named)
  }

  const putTogether = async (
    named: Named,
    listener: UploadListener,
    disk: Pick<Disk, 'setAside'>,
  ): Promise<void> => {
    const found = await find(db, named.submissionId)
    if (!found) throw new ProblemError(ended())
    if (!hasAllParts(found)) throw new ProblemError(incomplete())
    const space = await disk.setAside(found.bytes)
    if (!space) throw new ProblemError(noRoom)
    await putWhole(named, found, listener, space).finally(space.giveBack)
  }

  /** Assemblies in this process by submission. A sender whose answer was lost asks again. */
  const underWay = new Map<string, Promise<void>>()

  /**
   * Assembles the file and reports it like an arrived post. A second call waits for the first. If another process does the same, one of the
   * two files counts. Throws a conflict if parts are missing, and unavailable if the disk has no room for the whole file.
   */
  const complete = (named: Named, listener: UploadListener, disk: Pick<Disk, 'setAside'>): Promise<void> => {
    const running = underWay.get(named.submissionId)
    if (running) return running
    const work = putTogether(named, listener, disk).finally(() => underWay.delete(named.submissionId))
    underWay.set(named.submissionId, work)
    return work
  }

  return {
    find: (submissionId: string): Promise<PartUpload | undefined> => find(db, submissionId),

    /** Begins an upload in parts, or finds the existing one with its part sizes. Throws a conflict if it is for a file of another size. */
    begin: async (named: Named, { bytes, partBytes }: Sizes): Promise<PartUpload> => {
      await withScope(db, { scope: 'all' }, tx =>
        sql`insert into part_upload (submission_id, inst_id, bytes, part_bytes, begun_utc)
          values (${named.submissionId}::uuid, ${named.instId}, ${bytes}, ${partBytes}, ${clock.now()})
          on conflict do nothing`.execute(tx),
      )
      const found = await find(db, named.submissionId)
      if (!found) throw new ProblemError(ended())
      if (found.bytes !== bytes)
        throw new ProblemError(problem('conflict', message('problems', 'partsOfOther')))
      return found
    },

    /**
     * Stores one part. A part of the wrong size or hash is removed and may be sent again. A part that exists already counts; one of another
     * file in its place is refused, whichever began to arrive first. Throws the problem that the sender gets.
     */
    keep: async (
      named: Named,
      part: StoredPart & { bytes: number },
      content: Readable & { truncated?: boolean },
    ): Promise<void> => {
      const known = await find(db, named.submissionId)
      const there = sameNumber(known, part)
      if (!known || there) {
        content.resume()
        if (there?.sha256 === part.sha256) return
        throw refusalOf(known, part)
      }
      const key = keyOf(named, part)
      const stored = await store.put(key, content)
      if (content.truncated || stored.size !== part.bytes || stored.sha256 !== part.sha256) {
        await store.remove(key)
        throw new ProblemError(
          problem('invalid', message('problems', 'partDamaged', { number: part.number })),
        )
      }
      const isKept = await withScope(db, { scope: 'all' }, async tx => {
        const { rows } =
          await sql`insert into stored_part (submission_id, inst_id, number, bytes, sha256, stored_utc)
          select p.submission_id, p.inst_id, ${part.number}, ${part.bytes}, ${part.sha256}, ${clock.now()}
          from part_upload p join submission s on s.id = p.submission_id
          where p.submission_id = ${named.submissionId}::uuid and s.status_id = ${uploadingId} for share of s
          on conflict (submission_id, number) do update set stored_utc = excluded.stored_utc
            where stored_part.sha256 = excluded.sha256 returning 1`.execute(tx)
        return rows.length > 0
      })
      if (isKept) return
      await store.remove(key)
      throw refusalOf(await find(db, named.submissionId), part)
    },

    complete,

    /**
     * Assembles a file whose parts have all arrived and whose sender no longer asks for it. False if parts are missing or damaged, or the
     * file is refused. Throws unavailable if the disk has no room.
     */
    completeArrived: async (
      named: Named,
      listener: UploadListener,
      disk: Pick<Disk, 'setAside'>,
    ): Promise<boolean> => {
      const found = await find(db, named.submissionId)
      if (!found || !hasAllParts(found)) return false
      try {
        await complete(named, listener, disk)
        return true
      } catch (error) {
        if (error instanceof ProblemError && error.problem.kind !== 'unavailable') return false
        throw error
      }
    },

    discard,

    /** Removes the parts of ended uploads. Returns the number of uploads. */
    sweep: async (): Promise<number> => {
      const { rows } = await withScope(db, { scope: 'all' }, tx =>
        sql<Named>`select p.submission_id as "submissionId", p.inst_id as "instId"
          from part_upload p join submission s on s.id = p.submission_id where s.status_id <> ${uploadingId}`.execute(
          tx,
        ),
      )
      for (const named of rows) await discard(named)
      return rows.length
    },
  }
}
export type PartUploads = ReturnType<typeof createPartUploads>

class DamagedPart extends Error {
  override readonly name = 'DamagedPart'
  readonly number: number
  constructor(number: number, options?: ErrorOptions) {
    super(`Part ${number} is not as it arrived.`, options)
    this.number = number
  }
}
