import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql, type Transaction } from 'kysely'
import {
  columnsWithoutReason,
  isConfigurationDeleted,
  type OfferedFile,
  unknownColumns,
} from '../../src/domain/deliveryConfiguration.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type FieldProblem, type Problem, problem } from '../../src/domain/problem.ts'
import {
  type ConfigurationEvent,
  configurationChart,
  explainConfiguration,
  stepConfiguration,
} from '../../src/machines/delivery-configuration/index.ts'
import { type Message, message } from '../../src/messages/message.ts'
import { lockId } from '../database/queries/ids.ts'
import { collectionOf } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { recordChartEvent } from '../decisions/history.ts'
import { recordAudit } from '../lifecycle/records.ts'
import { inEnglish } from '../messages.ts'
import type { SpecificationStore } from '../pipeline/index.ts'
import {
  type ConfigurationDetails,
  type ConfigurationRecord,
  findConfiguration,
  insertConfiguration,
  lockConfiguration,
  updateConfiguration,
} from './configurationRow.ts'
import { offeredFiles } from './offered.ts'

type Tx = Transaction<Database>

/** A granted decision; or the problem that refused it, or what of the details is no such thing, field by field. */
export type DecidedConfiguration =
  | { ok: true; configuration: ConfigurationRecord }
  | { ok: false; problem: Problem }
  | { ok: false; faults: readonly FieldProblem[] }

/** An event of a configuration that a person has caused. */
type PersonsEvent = ConfigurationEvent & { actor: UserPrincipal }

/** What an event is decided by. */
interface Asked {
  /** The configuration as it is, locked; undefined of one that is made. */
  before: ConfigurationRecord | undefined
  details: ConfigurationDetails
  /** What the details' collection has to deliver. */
  files: readonly OfferedFile[]
}

const refused = (kind: Problem['kind'], reason: Message): DecidedConfiguration => ({
  ok: false,
  problem: problem(kind, reason),
})
const missing = (): DecidedConfiguration => refused('not-found', message('server', 'noConfiguration'))

/** How the audit names an event of a configuration. */
const auditedAs = (type: ConfigurationEvent['type']): string => `DELIVERY_CONFIGURATION_${type}`

/**
 * What a collection's records have to deliver; nothing where it has no specification. Call it outside of a transaction: what is
 * not compiled yet is read over a connection of its own, for which as many as the pool has would wait with one each in hand.
 */
export const offeredOf = async (
  db: Kysely<Database>,
  specifications: Pick<SpecificationStore, 'load'>,
  reference: string,
): Promise<{ files: OfferedFile[]; levels: readonly { code: string; label: string }[] }> => {
  const { rows } = await withScope(db, { scope: 'all' }, tx =>
    sql<{ schemaVersion: string; rulesetVersion: string }>`
      select p.schema_version as "schemaVersion", p.ruleset_version as "rulesetVersion"
      from collection c join specification p on p.id = c.specification_id where c.reference = ${reference}`.execute(
      tx,
    ),
  )
  const [versions] = rows
  if (!versions) return { files: [], levels: [] }
  const { ruleset } = await specifications.load(versions)
  return { files: offeredFiles(ruleset), levels: ruleset.levels }
}

/**
 * Whether this person has made the configuration with these very details, whatever it has become since: the audit line of its
 * making has them.
 */
const isMadeBy = async (
  tx: Tx,
  id: string,
  details: ConfigurationDetails,
  { userId }: UserPrincipal,
): Promise<boolean> => {
  const { rows } = await sql<{ made: boolean }>`select exists (select 1 from audit_line
    where subject = ${id} and action = ${auditedAs('CREATE')} and outcome = 'done' and actor_id = ${userId}
      and detail - 'from' - 'to' = ${JSON.stringify(details)}::jsonb) as made`.execute(tx)
  return rows[0]?.made === true
}

const detailsOf = ({
  name,
  customerId,
  collectionReference,
  schedule,
  content,
}: ConfigurationDetails): ConfigurationDetails => ({
  name,
  customerId,
  collectionReference,
  schedule,
  content,
})

/** What of the details may name something that there is not. */
type Naming = Pick<ConfigurationDetails, 'customerId' | 'collectionReference' | 'content'>

/** What of the details is no such thing, field by field. */
const faultsOf = async (
  tx: Tx,
  { customerId, collectionReference, content }: Naming,
  offered: readonly OfferedFile[],
): Promise<FieldProblem[]> => {
  const { rows } = await sql<{ id: string }>`select id from organisation
    where id = ${customerId} and type = 'statutory_customer'`.execute(tx)
  const [unknown] = unknownColumns(content, offered)
  return [
    ...(rows[0] ? [] : [{ field: 'body.customerId', message: message('server', 'noCustomer') }]),
    ...((await collectionOf(tx, { reference: collectionReference }))
      ? []
      : [{ field: 'body.collectionReference', message: message('problems', 'noCollection') }]),
    ...(unknown === undefined
      ? []
      : [
          {
            field: 'body.content.files',
            message: message('server', 'noDeliveredField', { field: unknown }),
          },
        ]),
  ]
}

/**
 * The only writer of delivery configurations. A decision locks the configuration, asks its chart, and writes row and audit line
 * in one transaction.
 */
export const createConfigurations = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  specifications: Pick<SpecificationStore, 'load'>
}) => {
  const { db, clock, specifications } = options

  const inAll = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withScope(db, { scope: 'all' }, work)

  const filesOf = async (of: Pick<ConfigurationDetails, 'collectionReference'>): Promise<OfferedFile[]> =>
    (await offeredOf(db, specifications, of.collectionReference)).files

  /** The configuration, locked; undefined where it is not there any more. */
  const locked = async (tx: Tx, id: string): Promise<ConfigurationRecord | undefined> => {
    const found = await lockConfiguration(tx, id)
    return found && !isConfigurationDeleted(found.place) ? found : undefined
  }

  const decide = async (
    tx: Tx,
    id: string,
    event: PersonsEvent,
    { before, details, files }: Asked,
  ): Promise<DecidedConfiguration> => {
    const at = clock.now()
    const { actor } = event
    const facts = { isReasoned: columnsWithoutReason(details.content, files).length === 0 }
    const from = before?.place ?? 'NONE'
    const audit = { actor, event: auditedAs(event.type), subject: id, at }
    const { refusal } = explainConfiguration(from, facts, event)
    if (refusal) {
      const why = problem(refusal.kind, refusal.reason)
      const { status, reason } = why
      await recordAudit(tx, { ...audit, refusal: { status, reason: inEnglish(reason) } })
      return { ok: false, problem: why }
    }
    const { place, effects } = stepConfiguration(from, facts, event)
    const collection = await collectionOf(tx, { reference: details.collectionReference })
    const version = (before?.version ?? 0) + 1
    const written = { id, collectionId: collection?.id ?? '', place, version, by: actor.name, at }
    if (before) await updateConfiguration(tx, written, details)
    else await insertConfiguration(tx, written, details)
    const kept = { subject: id, sequence: version, event, from, to: place, facts, effects, at }
    await recordChartEvent(tx, { chart: configurationChart.id, ...kept })
    const detail = { from, to: place, ...(effects.includes('keepDetails') ? details : {}) }
    await recordAudit(tx, { ...audit, detail })
    const configuration = await findConfiguration(tx, id)
    return configuration ? { ok: true, configuration } : missing()
  }

  /** The same by details that somebody gives, which may name what there is not. */
  const decideBy = async (
    tx: Tx,
    id: string,
    event: PersonsEvent,
    asked: Asked,
  ): Promise<DecidedConfiguration> => {
    const faults = await faultsOf(tx, asked.details, asked.files)
    return faults.length > 0 ? { ok: false, faults } : decide(tx, id, event, asked)
  }

  /** Decides an event that leaves the details as they are. */
  const decideOf = async (id: string, event: PersonsEvent): Promise<DecidedConfiguration> => {
    const seen = await inAll(tx => findConfiguration(tx, id))
    if (!seen) return missing()
    const files = await filesOf(seen)
    const decided = await inAll(async tx => {
      const before = await locked(tx, id)
      if (!before) return missing()
      // Meanwhile it may have become one of another collection.
      const isAsSeen = before.collectionReference === seen.collectionReference
      return isAsSeen ? decide(tx, id, event, { before, details: before, files }) : undefined
    })
    return decided ?? decideOf(id, event)
  }

  return {
    /** What of the details names nothing that there is, field by field. */
    faultsOf: async (details: Naming): Promise<FieldProblem[]> => {
      const files = await filesOf(details)
      return inAll(tx => faultsOf(tx, details, files))
    },
    /**
     * Makes a configuration, disabled. The id is given by who asks: the same request again finds the same one as it is by then, also
     * where it could not be made any more; another request under the id is refused.
     */
    create: async (
      id: string,
      details: ConfigurationDetails,
      actor: UserPrincipal,
    ): Promise<DecidedConfiguration> => {
      const files = await filesOf(details)
      return inAll(async tx => {
        await lockId(tx, id)
        const known = await findConfiguration(tx, id)
        if (!known) return decideBy(tx, id, { type: 'CREATE', actor }, { before: undefined, details, files })
        if (!(await isMadeBy(tx, id, details, actor)))
          return refused('conflict', message('problems', 'idInUse'))
        return isConfigurationDeleted(known.place) ? missing() : { ok: true, configuration: known }
      })
    },
    change: async (
      id: string,
      details: ConfigurationDetails,
      actor: UserPrincipal,
    ): Promise<DecidedConfiguration> => {
      const files = await filesOf(details)
      return inAll(async tx => {
        const before = await locked(tx, id)
        // What is given as it is already is no change.
        if (before && isDeepStrictEqual(detailsOf(before), detailsOf(details)))
          return { ok: true, configuration: before }
        return before ? decideBy(tx, id, { type: 'CHANGE', actor }, { before, details, files }) : missing()
      })
    },
    enable: (id: string, actor: UserPrincipal): Promise<DecidedConfiguration> =>
      decideOf(id, { type: 'ENABLE', actor }),
    disable: (id: string, actor: UserPrincipal): Promise<DecidedConfiguration> =>
      decideOf(id, { type: 'DISABLE', actor }),
    remove: (id: string, actor: UserPrincipal): Promise<DecidedConfiguration> =>
      decideOf(id, { type: 'DELETE', actor }),
  }
}
export type DeliveryConfigurations = ReturnType<typeof createConfigurations>
