import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'

export type PublishedKind = 'schema' | 'ruleset'

interface Kept {
  kind: PublishedKind
  version: string
  content: Buffer
  at: Date
}

const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Stores what is published, in the transaction that decides so. A ruleset is a Draft, which can be replaced. */
export const keepPublished = async (
  tx: Transaction<Database>,
  { kind, version, content, at }: Kept,
): Promise<void> => {
  const sha256 = sha256Of(content)
  if (kind === 'schema')
    await sql`insert into published_content (kind, version, content, sha256, published_utc)
      values (${kind}, ${version}, ${content}, ${sha256}, ${at})`.execute(tx)
  else
    await sql`insert into ruleset_draft (version, content, sha256, published_utc)
      values (${version}, ${content}, ${sha256}, ${at})
      on conflict (version) do update set content = excluded.content, sha256 = excluded.sha256,
        published_utc = excluded.published_utc`.execute(tx)
}

/** From now on the content of a ruleset never changes: a result can always be explained by the version that made it. */
export const settlePublished = async (tx: Transaction<Database>, version: string): Promise<void> => {
  await sql`with draft as (delete from ruleset_draft where version = ${version} returning *)
    insert into published_content (kind, version, content, sha256, published_utc)
    select 'ruleset', version, content, sha256, published_utc from draft`.execute(tx)
}

/** Content as it is stored, with its SHA-256. */
export interface StoredContent {
  content: Buffer
  sha256: string
  /** Whether it can still be replaced. */
  isDraft: boolean
}

/**
 * What the agency has published, as any process on any machine reads it: the XSD of a schema or the zip of a ruleset; undefined if
 * the version comes with the release, or there is none. Throws if the content is not what was published.
 */
export const createPublishedContent = (db: Kysely<Database>) => ({
  read: (kind: PublishedKind, version: string): Promise<StoredContent | undefined> =>
    withScope(db, { scope: 'all' }, async tx => {
      const { rows } = await sql<StoredContent>`
        select content, sha256, false as "isDraft" from published_content where kind = ${kind} and version = ${version}
        union all select content, sha256, true from ruleset_draft where ${kind} = 'ruleset' and version = ${version}`.execute(
        tx,
      )
      const [found] = rows
      if (found && sha256Of(found.content) !== found.sha256)
        throw new Error(`The ${kind} ${version} is not stored as it was published.`)
      return found
    }),

  /** SHA-256 of a ruleset that can still be replaced; undefined for any other. */
  draftHash: (version: string): Promise<string | undefined> =>
    withScope(db, { scope: 'all' }, async tx => {
      const { rows } = await sql<{ sha256: string }>`
        select sha256 from ruleset_draft where version = ${version}`.execute(tx)
      return rows[0]?.sha256
    }),
})
export type PublishedContent = ReturnType<typeof createPublishedContent>
