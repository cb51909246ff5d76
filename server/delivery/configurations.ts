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
  explainConfiguration,
  stepConfiguration,
} from '../../src/machines/delivery-configuration/index.ts'
import { message } from '../../src/messages/message.ts'
import { lockId } from '../database/queries/ids.ts'
import { collectionOf } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { actorRecord, recordAudit } from '../lifecycle/records.ts'
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

/** A granted decision, or the problem that refused it. */
export type DecidedConfiguration =
  | { ok: true; configuration: ConfigurationRecord }
  | { ok: false; problem: Problem }

const missing = (): DecidedConfiguration => ({
  ok: false,
  problem: problem('not-found', message('server', 'noConfiguration')),
})

/** What a collection's records have to deliver; nothing where it has no specification. */
const offeredWithin = async (
  tx: Tx,
  specifications: Pick<SpecificationStore, 'load'>,
  reference: string,
): Promise<{ files: OfferedFile[]; levels: readonly { code: string; label: string }[] }> => {
  const { rows } = await sql<{ schemaVersion: string; rulesetVersion: string }>`
    select p.schema_version as "schemaVersion", p.ruleset_version as "rulesetVersion"
    from collection c join specification p on p.id = c.specification_id where c.reference = ${reference}`.execute(
    tx,
  )
  const [versions] = rows
  if (!versions) return { files: [], levels: [] }
  const { ruleset } = await specifications.load(versions)
  return { files: offeredFiles(ruleset), levels: ruleset.levels }
}

/** The same in a transaction of its own. */
export const offeredOf = (
  db: Kysely<Database>,
  specifications: Pick<SpecificationStore, 'load'>,
  reference: string,
): ReturnType<typeof offeredWithin> =>
  withScope(db, { scope: 'all' }, tx => offeredWithin(tx, specifications, reference))

/** What of the details is no such thing, field by field. */
const faultsOf = async (
  tx: Tx,
  { customerId, collectionReference, content }: ConfigurationDetails,
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

  const decide = async (
    tx: Tx,
    id: string,
    before: ConfigurationRecord | undefined,
    event: ConfigurationEvent & { actor: UserPrincipal },
    details: ConfigurationDetails,
  ): Promise<DecidedConfiguration> => {
    const at = clock.now()
    const { actor } = event
    const { files } = await offeredWithin(tx, specifications, details.collectionReference)
    const facts = { isReasoned: columnsWithoutReason(details.content, files).length === 0 }
    const from = before?.place ?? 'NONE'
    const audit = { actor, event: `DELIVERY_CONFIGURATION_${event.type}`, subject: id, at }
    const { refusal } = explainConfiguration(from, facts, event)
    if (refusal) {
      const refused = problem(refusal.kind, refusal.reason)
      const { status, reason } = refused
      await recordAudit(tx, { ...audit, refusal: { status, reason: inEnglish(reason) } })
      return { ok: false, problem: refused }
    }
    const { place, effects } = stepConfiguration(from, facts, event)
    const collection = await collectionOf(tx, { reference: details.collectionReference })
    const version = (before?.version ?? 0) + 1
    const written = { id, collectionId: collection?.id ?? '', place, version, by: actor.name, at }
    if (before) await updateConfiguration(tx, written, details)
    else await insertConfiguration(tx, written, details)
    await sql`insert into delivery_configuration_event
        (configuration_id, sequence, event, from_place, to_place, actor, facts, effects, occurred_utc)
      values (${id}::uuid, ${version}, ${event.type}, ${from}, ${place}, ${JSON.stringify(actorRecord(actor))}::jsonb,
        ${JSON.stringify(facts)}::jsonb, ${JSON.stringify(effects)}::jsonb, ${at})`.execute(tx)
    const detail = { from, to: place, ...(effects.includes('keepDetails') ? details : {}) }
    await recordAudit(tx, { ...audit, detail })
    const configuration = await findConfiguration(tx, id)
    return configuration ? { ok: true, configuration } : missing()
  }

  /** Decides an event of one that is there; `details` where the event gives others. */
  const decideOf = (
    id: string,
    event: ConfigurationEvent & { actor: UserPrincipal },
    details?: ConfigurationDetails,
  ): Promise<DecidedConfiguration> =>
    withScope(db, { scope: 'all' }, async tx => {
      const before = await lockConfiguration(tx, id)
      if (!before || isConfigurationDeleted(before.place)) return missing()
      return decide(tx, id, before, event, details ?? before)
    })

  return {
    /** What of the details names nothing that there is, field by field. */
    faultsOf: (details: ConfigurationDetails): Promise<FieldProblem[]> =>
      withScope(db, { scope: 'all' }, async tx => {
        const { files } = await offeredWithin(tx, specifications, details.collectionReference)
        return faultsOf(tx, details, files)
      }),
    /** Makes a configuration, disabled. The id is given by who asks: the same request again finds the same one. */
    create: (
      id: string,
      details: ConfigurationDetails,
      actor: UserPrincipal,
    ): Promise<DecidedConfiguration> =>
      withScope(db, { scope: 'all' }, async tx => {
        await lockId(tx, id)
        const known = await findConfiguration(tx, id)
        if (known && isConfigurationDeleted(known.place)) return missing()
        return known
          ? { ok: true, configuration: known }
          : decide(tx, id, undefined, { type: 'CREATE', actor }, details)
      }),
    change: (
      id: string,
      details: ConfigurationDetails,
      actor: UserPrincipal,
    ): Promise<DecidedConfiguration> => decideOf(id, { type: 'CHANGE', actor }, details),
    enable: (id: string, actor: UserPrincipal): Promise<DecidedConfiguration> =>
      decideOf(id, { type: 'ENABLE', actor }),
    disable: (id: string, actor: UserPrincipal): Promise<DecidedConfiguration> =>
      decideOf(id, { type: 'DISABLE', actor }),
    remove: (id: string, actor: UserPrincipal): Promise<DecidedConfiguration> =>
      decideOf(id, { type: 'DELETE', actor }),
  }
}
export type DeliveryConfigurations = ReturnType<typeof createConfigurations>
