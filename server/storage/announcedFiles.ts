import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** What a sender has said of a file before posting it; a client of an earlier release says less. */
export interface Announced {
  bytes: number | undefined
  /** Hex digits of its SHA-256. */
  sha256: string | undefined
}

/**
 * Whether content is a file that was announced. Two tabs may announce different files for one name, and either may arrive; a name
 * of which nothing is known was announced by a process of an earlier release.
 */
export const isAnnounced = (
  expected: readonly Announced[],
  found: { size: number; sha256: string },
): boolean =>
  expected.length === 0 ||
  expected.some(
    ({ bytes = found.size, sha256 = found.sha256 }) => bytes === found.size && sha256 === found.sha256,
  )

/** So often a removal fails before operators are told. */
const removalsBeforeTold = 3

/** Files that an S3 store was told to remove and has not, and how many of them it has refused again and again. */
export const filesLeft = async (db: Kysely<Database>): Promise<{ count: number; refused: number }> => {
  const { rows } = await sql<{ count: number; refused: number }>`select count(*)::int as count,
    count(*) filter (where failures >= ${removalsBeforeTold})::int as refused from left_file`.execute(db)
  return rows[0] ?? { count: 0, refused: 0 }
}

/**
 * What the database knows of files in S3 besides their keys, by name: what was announced of those that are posted past this
 * server, and which the store has not removed. It says nothing of what is in them.
 */
export const createAnnouncedFiles = (db: Kysely<Database>) => ({
  announce: async (key: string, { bytes, sha256 }: Announced): Promise<void> => {
    await sql`insert into announced_file (object_key, bytes, sha256)
      values (${key}, ${bytes ?? null}, ${sha256 ?? null}) on conflict do nothing`.execute(db)
  },

  of: async (key: string): Promise<Announced[]> => {
    const { rows } = await sql<{ bytes: number | null; sha256: string | null }>`
      select bytes::float8 as bytes, sha256 from announced_file where object_key = ${key}`.execute(db)
    return rows.map(({ bytes, sha256 }) => ({ bytes: bytes ?? undefined, sha256: sha256 ?? undefined }))
  },

  forget: async (key: string): Promise<void> => {
    await sql`delete from announced_file where object_key = ${key}`.execute(db)
    await sql`delete from left_file where object_key = ${key}`.execute(db)
  },

  /** Counts a removal that has failed. */
  noteLeft: async (key: string): Promise<void> => {
    await sql`insert into left_file (object_key) values (${key})
      on conflict (object_key) do update set failures = left_file.failures + 1`.execute(db)
  },

  /** Some of the files that are still to be removed, those that were tried least first. */
  left: async (): Promise<string[]> => {
    const { rows } = await sql<{ key: string }>`
      select object_key as key from left_file order by failures, object_key limit 100`.execute(db)
    return rows.map(({ key }) => key)
  },
})
export type AnnouncedFiles = ReturnType<typeof createAnnouncedFiles>
