import { type Kysely, sql, type Transaction } from 'kysely'
import { type ContentStateName, contentStateById, contentStateOf } from '../../src/domain/content.ts'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { LoweredField } from '../../src/domain/privacy.ts'
import { type Problem, ProblemError, problem } from '../../src/domain/problem.ts'
import { product } from '../../src/domain/product.ts'
import { isReadyForUse, specificationStates } from '../../src/domain/specification.ts'
import {
  type ContentEvent,
  type ContentFacts,
  type ContentPlace,
  contentChart,
  explainContent,
  hasContentState,
  stepContent,
} from '../../src/machines/schema-state/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { recordChartEvent } from '../decisions/history.ts'
import { actorName, recordAudit } from '../lifecycle/records.ts'
import { publishToAgency } from '../live/publish.ts'
import { inEnglish } from '../messages.ts'
import { keepPublished, type PublishedKind } from '../publishing/publishedContent.ts'

type Tx = Transaction<Database>

export type ContentKind = PublishedKind

/** A schema or a ruleset, with what the guards read. */
export interface ContentRecord {
  id: number
  version: string
  place: ContentStateName
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
  const readyForUse = specificationStates
    .filter(({ name }) => isReadyForUse(name))
    .map(({ id: state }) => state)
  const [table, column] =
    kind === 'schema'
      ? (['schema_version', 'schema_version'] as const)
      : (['ruleset_version', 'ruleset_version'] as const)
  const { rows } = await sql<Row>`
    select c.id, c.version, c.state_id, v.id as schema_id, v.version as schema_version, c.updated_utc, c.updated_by,
      (select count(*)::int from specification s where s.${sql.ref(column)} = c.version and s.deleted_utc is null
        and s.state_id = any(${readyForUse}::int[])) as specifications
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
        facts: { specifications: row.specifications, isVersionFree: false },
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

/** What is published: of a ruleset also the schema that it is for. */
export interface Publication {
  version: string
  content: Buffer
  schemaVersion?: string
  /** Fields that more people read by it than before. */
  lowered?: readonly LoweredField[]
}

type ToPublish = Pick<Publication, 'version' | 'lowered'>

/** One decision after the other, and none while a specification is made or offered of what it is about. */
const inOrder = (tx: Tx) =>
  sql`lock table schema_version, ruleset_version, specification in share row exclusive mode`.execute(tx)

/** What the guards read of a version that is to be published. */
const factsToPublish = async (
  tx: Tx,
  kind: ContentKind,
  { version, lowered }: ToPublish,
): Promise<ContentFacts> => {
  const { rows } =
    await sql`select 1 from ${sql.table(`${kind}_version`)} where version = ${version}`.execute(tx)
  return { specifications: 0, isVersionFree: rows.length === 0, ...(lowered && { lowered }) }
}

interface Decision {
  kind: ContentKind
  id: number
  version: string
  event: ContentEvent
  from: ContentPlace
  to: ContentPlace
  facts: ContentFacts
  detail?: Record<string, unknown>
  at: Date
}

const lineOf = ({ kind, version, event, at }: Pick<Decision, 'kind' | 'version' | 'event' | 'at'>) => ({
  actor: event.actor,
  event: `${kind.toUpperCase()}_${event.type}`,
  subject: version,
  at,
})

/** What a decision leaves besides the row: its event, a line of audit and a live message. */
const keepDecision = async (tx: Tx, decision: Decision): Promise<void> => {
  const { kind, id, version, event, from, to, facts, detail = {}, at } = decision
  const subject = `${kind} ${version}`
  await recordChartEvent(tx, { chart: contentChart.id, subject, event, from, to, facts, effects: [], at })
  await recordAudit(tx, { ...lineOf(decision), detail: { from, to, ...detail } })
  publishToAgency(
    tx,
    { type: 'CONTENT', instId: agencyOrganisationId, kind, id, occurredAt: at.toISOString() },
    at,
  )
}

const stateIdOf = (place: ContentPlace): number => {
  if (!hasContentState(place)) throw new Error('What is nowhere has no state.')
  return contentStateOf(place).id
}

const keepRefusal = (
  tx: Tx,
  line: Pick<Decision, 'kind' | 'version' | 'event' | 'at'>,
  { status, reason }: Problem,
): Promise<void> => recordAudit(tx, { ...lineOf(line), refusal: { status, reason: inEnglish(reason) } })

/** The only writer of schemas, rulesets and their states. */
export const createContent = ({ db, clock }: { db: Kysely<Database>; clock: { now: () => Date } }) => ({
  /** Throws the refusal, with a line of audit, where a version cannot be published. */
  mayPublish: async (kind: ContentKind, wanted: ToPublish, actor: UserPrincipal): Promise<void> => {
    const { version } = wanted
    const event: ContentEvent = { type: 'PUBLISH', actor }
    const refusal = await withScope(db, { scope: 'all' }, async tx => {
      const facts = await factsToPublish(tx, kind, wanted)
      const { refusal } = explainContent('NONE', facts, event)
      const refused = refusal && problem(refusal.kind, refusal.reason)
      if (refused) await keepRefusal(tx, { kind, version, event, at: clock.now() }, refused)
      return refused
    })
    if (refusal) throw new ProblemError(refusal)
  },

  /** Throws the refusal, with a line of audit, where no next version of a ruleset can be made of it. */
  mayRevise: async (
    { version, place, facts }: Pick<ContentRecord, 'version' | 'place' | 'facts'>,
    actor: UserPrincipal,
  ): Promise<void> => {
    const event: ContentEvent = { type: 'REVISE', actor }
    const { refusal } = explainContent(place, facts, event)
    if (!refusal) return
    const refused = problem(refusal.kind, refusal.reason)
    await withScope(db, { scope: 'all' }, tx =>
      keepRefusal(tx, { kind: 'ruleset', version, event, at: clock.now() }, refused),
    )
    throw new ProblemError(refused)
  },

  /** Versions that rulesets have had. */
  rulesetVersions: (): Promise<string[]> =>
    withScope(db, { scope: 'all' }, async tx => {
      const { rows } = await sql<{ version: string }>`select version from ruleset_version`.execute(tx)
      return rows.map(({ version }) => version)
    }),

  /** Notes that somebody sent a schema or a ruleset that is not in order. */
  noteRefused: (kind: ContentKind, version: string, refusal: Problem, actor: UserPrincipal): Promise<void> =>
    withScope(db, { scope: 'all' }, tx =>
      keepRefusal(tx, { kind, version, event: { type: 'PUBLISH', actor }, at: clock.now() }, refusal),
    ),

  /** Keeps what was checked as a Draft that every process sees; gives its id. Throws the refusal of its chart. */
  publish: async (
    kind: ContentKind,
    { version, content, schemaVersion, lowered }: Publication,
    detail: Record<string, unknown>,
    actor: UserPrincipal,
  ): Promise<number> => {
    const event: ContentEvent = { type: 'PUBLISH', actor }
    const published = await withScope(db, { scope: 'all' }, async tx => {
      await inOrder(tx)
      const at = clock.now()
      const facts = await factsToPublish(tx, kind, { version, ...(lowered && { lowered }) })
      const { refusal } = explainContent('NONE', facts, event)
      if (refusal) {
        const refused = problem(refusal.kind, refusal.reason)
        await keepRefusal(tx, { kind, version, event, at }, refused)
        return refused
      }
      const { place: to } = stepContent('NONE', facts, event)
      const values = {
        version,
        state_id: stateIdOf(to),
        updated_utc: at,
        updated_by: actorName(actor),
      }
      const { id } =
        kind === 'schema'
          ? await tx.insertInto('schema_version').values(values).returning('id').executeTakeFirstOrThrow()
          : await tx
              .insertInto('ruleset_version')
              .values({ ...values, schema_version: schemaVersion ?? '' })
              .returning('id')
              .executeTakeFirstOrThrow()
      await keepPublished(tx, { kind, version, content, at })
      await keepDecision(tx, { kind, id, version, event, from: 'NONE', to, facts, detail, at })
      return id
    })
    if (typeof published !== 'number') throw new ProblemError(published)
    return published
  },

  /** Makes a schema or a ruleset available, or withdraws it. */
  decide: (
    kind: ContentKind,
    id: number,
    type: ContentEvent['type'],
    actor: UserPrincipal,
  ): Promise<DecidedContent> =>
    withScope(db, { scope: 'all' }, async tx => {
      await inOrder(tx)
      const [found] = await contentRecords(tx, kind, { id })
      if (!found) return { ok: false, problem: problem('not-found', message('server', 'noContent')) }
      const { version, place, facts } = found
      const at = clock.now()
      const event: ContentEvent = { type, actor }
      const { refusal } = explainContent(place, facts, event)
      if (refusal) {
        const refused = problem(refusal.kind, refusal.reason)
        await keepRefusal(tx, { kind, version, event, at }, refused)
        return { ok: false, problem: refused }
      }
      const { place: to } = stepContent(place, facts, event)
      await tx
        .updateTable(kind === 'schema' ? 'schema_version' : 'ruleset_version')
        .set({ state_id: stateIdOf(to), updated_utc: at, updated_by: actorName(actor) })
        .where('id', '=', id)
        .execute()
      await keepDecision(tx, { kind, id, version, event, from: place, to, facts, at })
      return { ok: true }
    }),
})
export type Content = ReturnType<typeof createContent>
