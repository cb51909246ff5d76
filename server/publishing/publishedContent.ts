import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'

export type PublishedKind = 'schema' | 'ruleset'

const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Keeps what is published, in the transaction that decides so. */
export const keepPublished = async (
  tx: Transaction<Database>,
  { kind, version, content, at }: { kind: PublishedKind; version: string; content: Buffer; at: Date },
): Promise<void> => {
  await sql`insert into published_content (kind, version, content, sha256, published_utc)
    values (${kind}, ${version}, ${content}, ${sha256Of(content)}, ${at})`.execute(tx)
}

/**
 * What the agency has published, as any process on any machine reads it: the XSD of a schema or the zip of a ruleset, with its
 * SHA-256; undefined where the version is not published but comes with the release, or there is none. Throws where the
 * content is not what was published.
 */
export const createPublishedContent =
  (db: Kysely<Database>) =>
  (kind: PublishedKind, version: string): Promise<{ content: Buffer; sha256: string } | undefined> =>
    withScope(db, { scope: 'all' }, async tx => {
      const { rows } = await sql<{ content: Buffer; sha256: string }>`
        select content, sha256 from published_content where kind = ${kind} and version = ${version}`.execute(
        tx,
      )
      const [found] = rows
      if (found && sha256Of(found.content) !== found.sha256)
        throw new Error(`The ${kind} ${version} is not stored as it was published.`)
      return found
    })
export type PublishedContent = ReturnType<typeof createPublishedContent>
