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

/** What was announced of files that are posted straight to S3, by the key of the post. It says nothing of what is in them. */
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
  },
})
export type AnnouncedFiles = ReturnType<typeof createAnnouncedFiles>
