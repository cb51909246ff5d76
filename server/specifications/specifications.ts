import { type Kysely, sql, type Transaction } from 'kysely'
import { contentStateOf } from '../../src/domain/content.ts'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import { specificationStateOf } from '../../src/domain/specification.ts'
import type { Tolerance } from '../../src/domain/tolerance.ts'
import { nextVersion, type VersionIncrement } from '../../src/domain/version.ts'
import {
  explainSpecification,
  type SpecificationFacts,
  type SpecificationUserEvent,
  stepSpecification,
} from '../../src/machines/specification-state/index.ts'
import { type Message, message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { actorName, recordAudit } from '../lifecycle/records.ts'
import { publishToAgency } from '../live/publish.ts'
import { inEnglish } from '../messages.ts'
import { keepDecision, lockSpecification, type SpecificationRecord } from './specificationRow.ts'

type Tx = Transaction<Database>

/** A granted decision about the specification of an id, or the problem that refused it. */
export type DecidedSpecification = { ok: true; id: number } | { ok: false; problem: Problem }

/** What is changed of one rule. */
export type RuleChange =
  | { metadata: { description: string; guidanceUrl: string } }
  | { tolerances: readonly { regulatorCode: string; tolerance: Tolerance }[] }

interface Content {
  schema_version: string
  ruleset_version: string
  is_available: boolean
}

interface MadeSpecification {
  id: number
  version: string
  schemaVersion: string
  rulesetVersion: string
  stateId: number
  madeBy: string | null
}

/** Whether the last event of a specification was this very change of a rule. */
const isLastChange = async (
  tx: Tx,
  id: number,
  { type }: SpecificationUserEvent,
  payload: { rule: string },
): Promise<boolean> => {
  const { rows } = await sql<{ isSame: boolean }>`
    select event = ${type} and payload = ${JSON.stringify(payload)}::jsonb as "isSame"
    from specification_event where specification_id = ${id} order by sequence desc limit 1`.execute(tx)
  return rows[0]?.isSame ?? false
}

const notFound = (reason: Message = message('problems', 'noSpecification')): DecidedSpecification => ({
  ok: false,
  problem: problem('not-found', reason),
})

/** The schema and the ruleset of ids, if the ruleset is of the schema. */
const contentOf = async (tx: Tx, schemaId: number, rulesetId: number): Promise<Content | undefined> => {
  const available = contentStateOf('AVAILABLE').id
  const { rows } = await sql<Content>`
    select v.version as schema_version, r.version as ruleset_version, v.state_id = ${available} and r.state_id = ${available} as is_available
    from schema_version v join ruleset_version r on r.schema_version = v.version
    where v.id = ${schemaId} and r.id = ${rulesetId}`.execute(tx)
  return rows[0]
}

/**
 * The only writer of specifications. A decision locks the specification, asks its chart, and writes row, event, audit line
 * and live message in one transaction; or nothing but the audit line of the refusal.
 */
export const createSpecifications = ({ db, clock }: { db: Kysely<Database>; clock: { now: () => Date } }) => {
  const tell = (tx: Tx, specificationId: number, version: number, at: Date): void =>
    publishToAgency(
      tx,
      {
        type: 'SPECIFICATION',
        instId: agencyOrganisationId,
        specificationId,
        version,
        occurredAt: at.toISOString(),
      },
      at,
    )

  const refuse = async (
    tx: Tx,
    event: SpecificationUserEvent,
    subject: string,
    refusal: Problem,
  ): Promise<DecidedSpecification> => {
    await recordAudit(tx, {
      actor: event.actor,
      event: `SPECIFICATION_${event.type}`,
      subject,
      at: clock.now(),
      refusal: { status: refusal.status, reason: inEnglish(refusal.reason) },
    })
    return { ok: false, problem: refusal }
  }

  const refusalOf = (
    { place, facts }: Pick<SpecificationRecord, 'place' | 'facts'>,
    event: SpecificationUserEvent,
  ): Problem | undefined => {
    const { refusal } = explainSpecification(place, facts, event)
    return refusal && problem(refusal.kind, refusal.reason)
  }

  const decide = (
    id: number,
    event: SpecificationUserEvent,
    payload: Record<string, unknown> = {},
    keep: (tx: Tx, at: Date) => Promise<void> = async () => {},
    /** Whether the locked specification has what is to be kept already: then nothing is decided. */
    isKept: (tx: Tx) => Promise<boolean> = async () => false,
  ): Promise<DecidedSpecification> =>
    withScope(db, { scope: 'all' }, async tx => {
      const found = await lockSpecification(tx, id)
      if (!found) return notFound()
      const refusal = refusalOf(found, event)
      if (refusal) return refuse(tx, event, found.version, refusal)
      if (await isKept(tx)) return { ok: true, id }
      const at = clock.now()
      const { place, effects } = stepSpecification(found.place, found.facts, event)
      if (effects.includes('keepConfiguration')) await keep(tx, at)
      await keepDecision(tx, found, { event, after: place, effects, payload, at })
      tell(tx, id, found.eventNumber + 1, at)
      return { ok: true, id }
    })

  const keepMetadata = async (
    tx: Tx,
    key: { specification_id: number; rule_code: string },
    { description, guidanceUrl }: { description: string; guidanceUrl: string },
    by: { updated_utc: Date; updated_by: string },
  ): Promise<void> => {
    const values = { description, guidance_url: guidanceUrl, ...by }
    await tx
      .insertInto('specification_rule')
      .values({ ...key, ...values })
      .onConflict(conflict => conflict.columns(['specification_id', 'rule_code']).doUpdateSet(values))
      .execute()
  }

  const keepTolerances = async (
    tx: Tx,
    key: { specification_id: number; rule_code: string },
    tolerances: readonly { regulatorCode: string; tolerance: Tolerance }[],
    by: { updated_utc: Date; updated_by: string },
  ): Promise<void> => {
    for (const { regulatorCode, tolerance } of tolerances) {
      const values = { tolerance: JSON.stringify(tolerance), ...by }
      await tx
        .insertInto('specification_tolerance')
        .values({ ...key, regulator_code: regulatorCode, ...values })
        .onConflict(conflict =>
          conflict.columns(['specification_id', 'rule_code', 'regulator_code']).doUpdateSet(values),
        )
        .execute()
    }
  }

  return {
    /**
     * Makes a specification of a schema and a ruleset of it, in the state Created (specification 1 §2): the next version, or one
     * that was numbered elsewhere.
     */
    create: (
      request: { schemaId: number; rulesetId: number } & (
        | { versionIncrement: VersionIncrement }
        | { version: string }
      ),
      actor: UserPrincipal,
    ): Promise<DecidedSpecification> =>
      withScope(db, { scope: 'all' }, async tx => {
        const event = { type: 'CREATE', actor } as const
        const content = await contentOf(tx, request.schemaId, request.rulesetId)
        const facts: SpecificationFacts = {
          collections: 0,
          submissions: 0,
          isContentAvailable: content?.is_available ?? false,
        }
        const refusal = refusalOf({ place: 'NONE', facts }, event)
        if (refusal || !content)
          return refusal ? refuse(tx, event, `schema ${request.schemaId}`, refusal) : notFound()
        const reference = content.schema_version.split('_')[0] ?? ''
        // Of two that are made at once the second waits here, and takes the version after the first.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`specification/${reference}`}, 0))`.execute(
          tx,
        )
        const { rows } =
          await sql<MadeSpecification>`select s.id, s.version, s.schema_version as "schemaVersion",
            s.ruleset_version as "rulesetVersion", s.state_id as "stateId", e.actor ->> 'userId' as "madeBy"
          from specification s
          left join specification_event e on e.specification_id = s.id and e.sequence = 1`.execute(tx)
        const versionAfter = (taken: readonly MadeSpecification[]): string =>
          'version' in request
            ? request.version
            : nextVersion(
                reference,
                taken.map(row => row.version),
                request.versionIncrement,
              )
        // The same request came before, and nothing was done with what it made.
        const before = rows.find(
          row =>
            row.stateId === specificationStateOf('CREATED').id &&
            row.madeBy === actor.userId &&
            row.schemaVersion === content.schema_version &&
            row.rulesetVersion === content.ruleset_version &&
            row.version === versionAfter(rows.filter(other => other !== row)),
        )
        if (before) return { ok: true, id: before.id }
        const version = versionAfter(rows)
        const at = clock.now()
        const { place, effects } = stepSpecification('NONE', facts, event)
        const { id } = await tx
          .insertInto('specification')
          .values({
            version,
            state_id: specificationStateOf('CREATED').id,
            schema_version: content.schema_version,
            ruleset_version: content.ruleset_version,
            created_utc: at,
            created_by: actorName(actor),
            updated_utc: at,
            updated_by: actorName(actor),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const made: SpecificationRecord = {
          id,
          version,
          place: 'NONE',
          schemaVersion: content.schema_version,
          rulesetVersion: content.ruleset_version,
          eventNumber: 0,
          facts,
        }
        const payload = { schema: content.schema_version, ruleset: content.ruleset_version }
        await keepDecision(tx, made, { event, after: place, effects, payload, at })
        tell(tx, id, 1, at)
        return { ok: true, id }
      }),

    /** Applies the defaults of its rules, makes it available or a draft again, or deletes it. */
    decide: (
      id: number,
      type: Exclude<SpecificationUserEvent['type'], 'CREATE' | 'CONFIGURE'>,
      actor: UserPrincipal,
    ): Promise<DecidedSpecification> => decide(id, { type, actor }),

    /** Changes the tolerances or the words of one rule, while the specification is a Draft. */
    configure: (
      id: number,
      ruleCode: string,
      change: RuleChange,
      actor: UserPrincipal,
    ): Promise<DecidedSpecification> => {
      const event = { type: 'CONFIGURE', actor } as const
      return decide(
        id,
        event,
        { rule: ruleCode, ...change },
        (tx, at) => {
          const key = { specification_id: id, rule_code: ruleCode }
          const by = { updated_utc: at, updated_by: actorName(actor) }
          return 'metadata' in change
            ? keepMetadata(tx, key, change.metadata, by)
            : keepTolerances(tx, key, change.tolerances, by)
        },
        tx => isLastChange(tx, id, event, { rule: ruleCode, ...change }),
      )
    },
  }
}
export type Specifications = ReturnType<typeof createSpecifications>
