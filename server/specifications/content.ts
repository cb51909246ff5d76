import { type Kysely, sql, type Transaction } from 'kysely'
import { type ContentStateName, contentStateById, contentStateOf } from '../../src/domain/content.ts'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { LoweredField } from '../../src/domain/privacy.ts'
import { type Problem, ProblemError } from '../../src/domain/problem.ts'
import { product } from '../../src/domain/product.ts'
import type { RecordDescription } from '../../src/domain/record.ts'
import { isReadyForUse, specificationStates } from '../../src/domain/specification.ts'
import {
  type ContentEvent,
  type ContentFacts,
  type ContentPlace,
  contentChart,
  hasContentState,
} from '../../src/machines/schema-state/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { createDecider, type Decided, granted } from '../decisions/decider.ts'
import { actorName } from '../decisions/records.ts'
import { publishToAgency } from '../live/publish.ts'
import { keepPublished, type PublishedKind, settlePublished } from '../publishing/publishedContent.ts'

type Tx = Transaction<Database>

export type ContentKind = PublishedKind

/** A schema or a ruleset, with what the guards read. */
export interface ContentRecord {
  id: number
  version: string
  place: ContentStateName
  /** The schema that it is, or that it is for. */
  schema: { id: number; version: string }
  /** The record of a ruleset; null for a schema, and while nobody knows it. */
  recordId: string | null
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
  record_id: string | null
  updated_utc: Date
  updated_by: string
  specifications: number
  has_submissions: boolean
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
    select c.id, c.version, c.state_id, v.id as schema_id, v.version as schema_version,
      ${kind === 'schema' ? sql`null` : sql`c.record ->> 'id'`} as record_id, c.updated_utc, c.updated_by,
      (select count(*)::int from specification s where s.${sql.ref(column)} = c.version and s.deleted_utc is null
        and s.state_id = any(${readyForUse}::int[])) as specifications,
      exists (select 1 from submission l join specification s on s.id = l.specification_id
        where s.${sql.ref(column)} = c.version) as has_submissions
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
        recordId: row.record_id,
        updatedUtc: row.updated_utc,
        updatedBy: row.updated_by,
        facts: {
          specifications: row.specifications,
          isVersionFree: false,
          hasSubmissions: row.has_submissions,
        },
      },
    ]
  })
}

/** Schemas and rulesets that there are. */
export interface ContentVersions {
  schemas: readonly string[]
  rulesets: readonly { version: string; schemaVersion: string; record: RecordDescription | undefined }[]
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
    for (const { version, schemaVersion, record } of content.rulesets) {
      const described = record === undefined ? null : JSON.stringify(record)
      await tx
        .insertInto('ruleset_version')
        .values({ version, schema_version: schemaVersion, record: described, ...values })
        // Earlier releases did not say of which record a ruleset is.
        .onConflict(conflict => conflict.column('version').doUpdateSet({ record: described }))
        .execute()
    }
  })

/** Describes the records of rulesets that an earlier release published without saying. One that cannot be read stays without. */
export const describeRecords = async (
  db: Kysely<Database>,
  recordOf: (version: string) => Promise<RecordDescription | undefined>,
): Promise<void> => {
  const inAll = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withScope(db, { scope: 'all' }, work)
  const { rows } = await inAll(tx =>
    sql<{ version: string }>`select version from ruleset_version where record is null`.execute(tx),
  )
  for (const { version } of rows) {
    const record = await recordOf(version).catch(() => undefined)
    if (record)
      await inAll(tx =>
        sql`update ruleset_version set record = ${JSON.stringify(record)} where version = ${version}`.execute(
          tx,
        ),
      )
  }
}

/** What is published: of a ruleset also the schema that it is for. */
export interface Publication {
  version: string
  content: Buffer
  schemaVersion?: string
  record?: RecordDescription | undefined
  /** Fields that more people read by it than before. */
  lowered?: readonly LoweredField[]
  /** Whether it is what was checked before; absent if the sender names no check. */
  isAsChecked?: boolean
  /** Versions of rulesets that are based on the one that it replaces. */
  dependants?: readonly string[]
}

/** What the guards read of a publication. */
type Proposal = Pick<Publication, 'dependants' | 'isAsChecked' | 'lowered'>

const proposalOf = ({ lowered, isAsChecked, dependants }: Proposal = {}): Partial<ContentFacts> => ({
  ...(lowered && { lowered }),
  ...(isAsChecked !== undefined && { isAsChecked }),
  ...(dependants && { dependants }),
})

/** What a decision reads and writes of a schema or a ruleset. */
interface Stored {
  kind: ContentKind
  /** 0 before it is stored: the database numbers it. */
  id: number
  version: string
  place: ContentPlace
  /** What the guards read; gathered when it is published. */
  facts?: ContentFacts
}

export type DecidedContent = Decided<Stored>

/** What comes with an event of a schema or a ruleset. */
interface Input {
  publication: Partial<Publication>
  /** Added to the audit line. */
  detail: Record<string, unknown>
}

const factsToPublish = async (tx: Tx, { kind, version }: Stored): Promise<ContentFacts> => {
  const { rows } =
    await sql`select 1 from ${sql.table(`${kind}_version`)} where version = ${version}`.execute(tx)
  return { specifications: 0, isVersionFree: rows.length === 0, hasSubmissions: false }
}

/** Serializes decisions, and holds back a specification that is made of what they are about. */
const lockTables = (tx: Tx) =>
  sql`lock table schema_version, ruleset_version, specification in share row exclusive mode`.execute(tx)

const stateIdOf = (place: ContentPlace): number => {
  if (!hasContentState(place)) throw new Error('A version that is not published has no state.')
  return contentStateOf(place).id
}

const idOfVersion = async (tx: Tx, { kind, version }: Stored): Promise<number> => {
  const { id } = await tx
    .selectFrom(kind === 'schema' ? 'schema_version' : 'ruleset_version')
    .select('id')
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return id
}

const insertVersion = async (
  tx: Tx,
  { kind, version, place }: Stored,
  { content, schemaVersion = '', record }: Partial<Publication> = {},
  by: string,
  at: Date,
): Promise<void> => {
  if (!content) throw new Error(`The ${kind} ${version} is published without its content.`)
  const values = { version, state_id: stateIdOf(place), updated_utc: at, updated_by: by }
  if (kind === 'schema') await tx.insertInto('schema_version').values(values).execute()
  else
    await tx
      .insertInto('ruleset_version')
      .values({
        ...values,
        schema_version: schemaVersion,
        record: record === undefined ? null : JSON.stringify(record),
      })
      .execute()
  await keepPublished(tx, { kind, version, content, at })
}

const replaceVersion = async (
  tx: Tx,
  { kind, id, version }: Stored,
  { content, schemaVersion = '', record }: Partial<Publication> = {},
  by: string,
  at: Date,
): Promise<void> => {
  if (!content) throw new Error(`The ${kind} ${version} is replaced without content.`)
  await tx
    .updateTable('ruleset_version')
    .set({
      schema_version: schemaVersion,
      record: record === undefined ? null : JSON.stringify(record),
      updated_utc: at,
      updated_by: by,
    })
    .where('id', '=', id)
    .execute()
  await keepPublished(tx, { kind, version, content, at })
}

const updateVersion = (tx: Tx, { kind, id, place }: Stored, by: string, at: Date): Promise<unknown> =>
  tx
    .updateTable(kind === 'schema' ? 'schema_version' : 'ruleset_version')
    .set({ state_id: stateIdOf(place), updated_utc: at, updated_by: by })
    .where('id', '=', id)
    .execute()

/** The only writer of schemas, rulesets and their states. */
export const createContent = ({ db, clock }: { db: Kysely<Database>; clock: { now: () => Date } }) => {
  const { decide, decideOn, judge, refuse } = createDecider(contentChart)<
    { kind: ContentKind; id: number },
    Stored,
    Input
  >({
    clock,
    lock: async (tx, { kind, id }) => {
      await lockTables(tx)
      const [found] = await contentRecords(tx, kind, { id })
      return found && { kind, ...found }
    },
    notFound: message('server', 'noContent'),
    placeOf: ({ place }) => place,
    subject: ({ kind, version }) => ({ id: `${kind} ${version}`, audited: version }),
    facts: async (tx, { before, input: { publication } }) => ({
      ...(before.facts ?? (await factsToPublish(tx, before))),
      ...proposalOf(publication),
    }),
    next: ({ before, to }) => ({ ...before, place: to }),
    write: async (tx, { before, after, event: { type, actor }, input, at }) => {
      const by = actorName(actor)
      if (!hasContentState(before.place)) await insertVersion(tx, after, input.publication, by, at)
      else if (type === 'REPLACE') await replaceVersion(tx, after, input.publication, by, at)
      else await updateVersion(tx, after, by, at)
      if (type === 'MAKE_AVAILABLE' && after.kind === 'ruleset') await settlePublished(tx, after.version)
    },
    audit: {
      action: (type, { kind }) => `${kind.toUpperCase()}_${type}`,
      detail: ({ from, to, input: { detail } }) => ({ from, to, ...detail }),
    },
    // REVISE is judged and not decided: its next version is published by an event of its own.
    effects: { keepContent: 'row', publishNext: 'row' },
    reread: async (tx, { before, after }) =>
      hasContentState(before.place) ? {} : { after: { ...after, id: await idOfVersion(tx, after) } },
    announce: (tx, { after: { kind, id }, at }) =>
      publishToAgency(
        tx,
        { type: 'CONTENT', instId: agencyOrganisationId, kind, id, occurredAt: at.toISOString() },
        at,
      ),
  })

  const inAll = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withScope(db, { scope: 'all' }, work)
  const unpublished = (kind: ContentKind, version: string): Stored => ({
    kind,
    id: 0,
    version,
    place: 'NONE',
  })

  /** Throws the refusal of an event, with an audit line. Writes nothing else. */
  const check = async (before: Stored, event: ContentEvent, input: Partial<Input> = {}): Promise<void> => {
    const refused = await inAll(async tx => {
      const { refusal } = await judge(tx, before, event, { input })
      return refusal && refuse(tx, before, event, refusal)
    })
    if (refused) throw new ProblemError(refused.problem)
  }

  return {
    /** Throws the refusal, with an audit line, if a version cannot be published. */
    mayPublish: (
      kind: ContentKind,
      publication: Pick<Publication, 'version'> & Proposal,
      actor: UserPrincipal,
    ): Promise<void> =>
      check(unpublished(kind, publication.version), { type: 'PUBLISH', actor }, { publication }),

    /** Throws the refusal, with an audit line, if a Draft cannot be replaced. */
    mayReplace: (
      { id, version, place, facts }: Pick<ContentRecord, 'id' | 'version' | 'place' | 'facts'>,
      publication: Proposal,
      actor: UserPrincipal,
    ): Promise<void> =>
      check({ kind: 'ruleset', id, version, place, facts }, { type: 'REPLACE', actor }, { publication }),

    /** Rulesets that there are. */
    rulesets: (): Promise<ContentRecord[]> => inAll(tx => contentRecords(tx, 'ruleset')),

    /** Throws the refusal, with an audit line, if no next version of a ruleset can be made of it. */
    mayRevise: (
      { id, version, place, facts }: Pick<ContentRecord, 'id' | 'version' | 'place' | 'facts'>,
      actor: UserPrincipal,
    ): Promise<void> => check({ kind: 'ruleset', id, version, place, facts }, { type: 'REVISE', actor }),

    /** Versions that rulesets have had. */
    rulesetVersions: (): Promise<string[]> =>
      inAll(async tx => {
        const { rows } = await sql<{ version: string }>`select version from ruleset_version`.execute(tx)
        return rows.map(({ version }) => version)
      }),

    /** Adds an audit line about a schema or a ruleset that somebody sent with faults. */
    noteRefused: async (
      kind: ContentKind,
      version: string,
      refusal: Problem,
      actor: UserPrincipal,
    ): Promise<void> => {
      await inAll(tx => refuse(tx, unpublished(kind, version), { type: 'PUBLISH', actor }, refusal))
    },

    /** Stores a checked version as a Draft that every process sees; gives its id. Throws the refusal of its chart. */
    publish: async (
      kind: ContentKind,
      publication: Publication,
      detail: Record<string, unknown>,
      actor: UserPrincipal,
    ): Promise<number> => {
      const event: ContentEvent = { type: 'PUBLISH', actor }
      const { record } = await granted(
        inAll(async tx => {
          await lockTables(tx)
          return decideOn(tx, unpublished(kind, publication.version), event, {
            input: { publication, detail },
          })
        }),
      )
      return record.id
    },

    /** Replaces the content of a Draft of a ruleset. Throws the refusal of its chart. */
    replace: async (
      id: number,
      publication: Publication,
      detail: Record<string, unknown>,
      actor: UserPrincipal,
    ): Promise<void> => {
      await granted(
        decide(db, { kind: 'ruleset', id }, { type: 'REPLACE', actor }, { input: { publication, detail } }),
      )
    },

    /** Makes a schema or a ruleset available, or withdraws it. */
    decide: (
      kind: ContentKind,
      id: number,
      type: ContentEvent['type'],
      actor: UserPrincipal,
    ): Promise<DecidedContent> => decide(db, { kind, id }, { type, actor }),
  }
}
export type Content = ReturnType<typeof createContent>
