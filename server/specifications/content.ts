import { type Kysely, sql, type Transaction } from 'kysely'
import { contentStateById, contentStateOf } from '../../src/domain/content.ts'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import { product } from '../../src/domain/product.ts'
import {
  type ContentEvent,
  type ContentFacts,
  type ContentPlace,
  explainContent,
  stepContent,
} from '../../src/machines/schema-state/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { actorName, actorRecord, recordAudit } from '../lifecycle/records.ts'
import { publishToAgency } from '../live/publish.ts'
import { inEnglish } from '../messages.ts'

type Tx = Transaction<Database>

export type ContentKind = 'schema' | 'ruleset'

/** A schema or a ruleset, with what the guards read. */
export interface ContentRecord {
  id: number
  version: string
  place: ContentPlace
  /** The schema that it is, or that it is for. */
  schema: { id: number; version: string }
  updatedUtc: Date
  updatedBy: string
  facts: ContentFacts
}

interface Row {
  id: number
  version: string
  state_id: number
  schema_id: number
  schema_version: string
  updated_utc: Date
  updated_by: string
  specifications: number
}

/** Schemas and rulesets that there are, in no order; of one id, or of some states. */
export const contentRecords = async (
  tx: Tx,
  kind: ContentKind,
  { id = null, stateIds = null }: { id?: number | null; stateIds?: readonly number[] | null } = {},
): Promise<ContentRecord[]> => {
  const states = stateIds && [...stateIds]
  const [table, column] =
    kind === 'schema' ? ['schema_version', 'schema_version'] : ['ruleset_version', 'ruleset_version']
  const { rows } = await sql<Row>`
    select c.id, c.version, c.state_id, v.id as schema_id, v.version as schema_version, c.updated_utc, c.updated_by,
      (select count(*)::int from specification s where s.${sql.ref(column)} = c.version and s.deleted_utc is null
        and s.state_id in (3, 4)) as specifications
    from ${sql.table(table)} c
    join schema_version v on v.version = ${kind === 'schema' ? sql.ref('c.version') : sql.ref('c.schema_version')}
    where (${id}::int is null or c.id = ${id}::int)
      and (${states}::int[] is null or c.state_id = any(${states}::int[]))`.execute(tx)
  return rows.flatMap(row => {
    const state = contentStateById(row.state_id)
    if (!state) return []
    return [
      {
        id: row.id,
        version: row.version,
        place: state.name,
        schema: { id: row.schema_id, version: row.schema_version },
        updatedUtc: row.updated_utc,
        updatedBy: row.updated_by,
        facts: { specifications: row.specifications },
      },
    ]
  })
}

/** Schemas and rulesets that there are. */
export interface ContentVersions {
  schemas: readonly string[]
  rulesets: readonly { version: string; schemaVersion: string }[]
}

/**
 * Enters what the repository brings into the register of schemas and rulesets, as Available (decisions §10). Can be run
 * again: what is there keeps its state.
 */
export const registerContent = (db: Kysely<Database>, content: ContentVersions, now: Date): Promise<void> =>
  withScope(db, { scope: 'all' }, async tx => {
    const values = { state_id: contentStateOf('AVAILABLE').id, updated_utc: now, updated_by: product.name }
    for (const version of content.schemas)
      await tx
        .insertInto('schema_version')
        .values({ version, ...values })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    for (const { version, schemaVersion } of content.rulesets)
      await tx
        .insertInto('ruleset_version')
        .values({ version, schema_version: schemaVersion, ...values })
        .onConflict(conflict => conflict.doNothing())
        .execute()
  })

/** A granted decision, or the problem that refused it. */
export type DecidedContent = { ok: true } | { ok: false; problem: Problem }

/** The only writer of the states of schemas and rulesets. */
export const createContent = ({ db, clock }: { db: Kysely<Database>; clock: { now: () => Date } }) => ({
  /** Makes a schema or a ruleset available, or withdraws it. */
  decide: (
    kind: ContentKind,
    id: number,
    type: ContentEvent['type'],
    actor: UserPrincipal,
  ): Promise<DecidedContent> =>
    withScope(db, { scope: 'all' }, async tx => {
      // One decision after the other, and none while a specification is made or offered of it.
      await sql`lock table schema_version, ruleset_version, specification in share row exclusive mode`.execute(
        tx,
      )
      const [found] = await contentRecords(tx, kind, { id })
      if (!found) return { ok: false, problem: problem('not-found', message('problems', 'noContent')) }
      const { version, place, facts } = found
      const at = clock.now()
      const event: ContentEvent = { type, actor }
      const line = { actor, event: `${kind.toUpperCase()}_${type}`, subject: version, at }
      const { refusal } = explainContent(place, facts, event)
      if (refusal) {
        const refused = problem(refusal.kind, refusal.reason)
        await recordAudit(tx, {
          ...line,
          refusal: { status: refused.status, reason: inEnglish(refused.reason) },
        })
        return { ok: false, problem: refused }
      }
      const after = stepContent(place, facts, event)
      await tx
        .updateTable(kind === 'schema' ? 'schema_version' : 'ruleset_version')
        .set({ state_id: contentStateOf(after).id, updated_utc: at, updated_by: actorName(actor) })
        .where('id', '=', id)
        .execute()
      await sql`insert into content_event
          (kind, version, sequence, event, from_state, to_state, actor, facts, occurred_utc)
        select ${kind}, ${version}, coalesce(max(sequence), 0) + 1, ${type}, ${place}, ${after},
          ${JSON.stringify(actorRecord(actor))}::jsonb, ${JSON.stringify(facts)}::jsonb, ${at}
        from content_event where kind = ${kind} and version = ${version}`.execute(tx)
      await recordAudit(tx, { ...line, detail: { from: place, to: after } })
      await publishToAgency(
        tx,
        { type: 'CONTENT', instId: agencyOrganisationId, kind, id, occurredAt: at.toISOString() },
        at,
      )
      return { ok: true }
    }),
})
export type Content = ReturnType<typeof createContent>
