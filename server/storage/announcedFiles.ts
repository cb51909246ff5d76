import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** What a sender announced about a file. Software may announce no hash, or nothing. */
export interface Announced {
  bytes: number | undefined
  /** Hex digits of its SHA-256. */
  sha256: string | undefined
}

/** Whether content is an announced file. Two tabs may announce different files under one name, and either may arrive. */
export const isAnnounced = (
  expected: readonly Announced[],
  found: { size: number; sha256: string },
): boolean =>
  expected.some(
    ({ bytes = found.size, sha256 = found.sha256 }) => bytes === found.size && sha256 === found.sha256,
  )

/** Failed removals of a file before operators are alerted. */
const removalsBeforeTold = 3

/** Files that S3 has not removed yet, and how many of them failed repeatedly. */
export const filesLeft = async (db: Kysely<Database>): Promise<{ count: number; refused: number }> => {
  const { rows } = await sql<{ count: number; refused: number }>`select count(*)::int as count,
    count(*) filter (where failures >= ${removalsBeforeTold})::int as refused from left_file`.execute(db)
  return rows[0] ?? { count: 0, refused: 0 }
}

/**
 * What the database knows of files in S3 besides their keys: announcements of posts that bypass this server, and pending removals. It
 * says nothing about their content.
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

  /** Notes what the store gives in place of a file. Gives since when it has been this; undefined where nothing was announced. */
  noteOther: async (key: string, sha256: string, at: Date): Promise<Date | undefined> => {
    const { rows } = await sql<{ since: Date | null }>`update announced_file set other_sha256 = ${sha256},
        other_since_utc = case when other_sha256 = ${sha256} then other_since_utc else ${at} end
      where object_key = ${key} returning other_since_utc as since`.execute(db)
    return rows[0]?.since ?? undefined
  },

  forget: async (key: string): Promise<void> => {
    await sql`delete from announced_file where object_key = ${key}`.execute(db)
    await sql`delete from left_file where object_key = ${key}`.execute(db)
  },

  /** Counts a failed removal. */
  noteLeft: async (key: string): Promise<void> => {
    await sql`insert into left_file (object_key) values (${key})
      on conflict (object_key) do update set failures = left_file.failures + 1`.execute(db)
  },

  /** Some of the pending removals, least tried first. */
  left: async (): Promise<string[]> => {
    const { rows } = await sql<{ key: string }>`
      select object_key as key from left_file order by failures, object_key limit 100`.execute(db)
    return rows.map(({ key }) => key)
  },
})
export type AnnouncedFiles = ReturnType<typeof createAnnouncedFiles>
