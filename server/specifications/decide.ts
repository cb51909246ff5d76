import { sql, type Transaction } from 'kysely'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import { specificationStateOf } from '../../src/domain/specification.ts'
import { hasSpecificationState, specificationChart } from '../../src/machines/specification-state/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { createDecider } from '../decisions/decider.ts'
import { eventsOf } from '../decisions/history.ts'
import { actorName } from '../decisions/records.ts'
import { publishToAgency } from '../live/publish.ts'
import { deletionOfSpecification, lockSpecification, type SpecificationRecord } from './specificationRow.ts'

type Tx = Transaction<Database>

/** What comes with an event of a specification. */
export interface SpecificationInput {
  /** What is told of it besides. */
  payload: Record<string, unknown>
  /** Writes what was changed of a rule. */
  keep: (tx: Tx, at: Date) => Promise<void>
  /** Another rule is changed in the same transaction: its message announces this change too. */
  isFollowed: boolean
}

/** Whether the last event of a specification was this very change of a rule. */
const isLastChange = async (tx: Tx, version: string, payload: Record<string, unknown>): Promise<boolean> => {
  const { rows } = await sql<{ isSame: boolean }>`
    select event = 'CONFIGURE' and payload = ${JSON.stringify(payload)}::jsonb as "isSame"
    from ${eventsOf(specificationChart, sql`${version}`)} e order by sequence desc limit 1`.execute(tx)
  return rows[0]?.isSame ?? false
}

const insertRow = async (tx: Tx, after: SpecificationRecord, by: string, at: Date): Promise<void> => {
  await tx
    .insertInto('specification')
    .values({
      version: after.version,
      state_id: specificationStateOf('CREATED').id,
      schema_version: after.schemaVersion,
      ruleset_version: after.rulesetVersion,
      created_utc: at,
      created_by: by,
      updated_utc: at,
      updated_by: by,
      event_number: after.eventNumber,
    })
    .execute()
}

/** Decides events of specifications. What follows from a collection that has one is told by the collection's own message. */
export const specificationDecider = (clock: { now: () => Date }) =>
  createDecider(specificationChart)<number, SpecificationRecord, SpecificationInput>({
    clock,
    lock: lockSpecification,
    notFound: message('problems', 'noSpecification'),
    deletion: deletionOfSpecification,
    placeOf: ({ place }) => place,
    subject: ({ version }) => ({ id: version }),
    facts: (_, { before }) => before.facts,
    isRepeated: async (tx, { before: { version }, event: { type }, input: { payload } }) =>
      type === 'CONFIGURE' && payload !== undefined && (await isLastChange(tx, version, payload)),
    next: ({ before, to }) => ({ ...before, place: to, eventNumber: before.eventNumber + 1 }),
    write: async (tx, { after, event: { type, actor }, effects, input, at }) => {
      if (type === 'CREATE') return insertRow(tx, after, actorName(actor), at)
      if (effects.includes('keepConfiguration')) await input.keep?.(tx, at)
      await tx
        .updateTable('specification')
        .set({
          ...(hasSpecificationState(after.place)
            ? { state_id: specificationStateOf(after.place).id }
            : { deleted_utc: at }),
          ...(actor.kind === 'user' ? { updated_by: actorName(actor) } : {}),
          updated_utc: at,
          event_number: after.eventNumber,
        })
        .where('id', '=', after.id)
        .execute()
    },
    history: {
      sequence: ({ eventNumber }) => eventNumber,
      payload: ({ input: { payload = {} } }) => payload,
    },
    audit: {
      action: type => `SPECIFICATION_${type}`,
      detail: ({ from, to, input: { payload } }) => ({ from, to, ...payload }),
    },
    effects: { keepConfiguration: 'row' },
    // The database has numbered a new one.
    reread: async (tx, { event, after }) => {
      if (event.type !== 'CREATE') return {}
      const { id } = await tx
        .selectFrom('specification')
        .select('id')
        .where('version', '=', after.version)
        .executeTakeFirstOrThrow()
      return { after: { ...after, id } }
    },
    announce: (tx, { event, after, at, input }) => {
      if (event.actor.kind === 'system' || input.isFollowed) return
      publishToAgency(
        tx,
        {
          type: 'SPECIFICATION',
          instId: agencyOrganisationId,
          specificationId: after.id,
          version: after.eventNumber,
          occurredAt: at.toISOString(),
        },
        at,
      )
    },
  })
