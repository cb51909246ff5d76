import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql, type Transaction } from 'kysely'
import {
  columnsWithoutReason,
  isConfigurationDeleted,
  type OfferedFile,
  tellsOfSpecialCategory,
  unknownColumns,
} from '../../src/domain/deliveryConfiguration.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type FieldProblem, problem } from '../../src/domain/problem.ts'
import {
  type ConfigurationEvent,
  configurationChart,
} from '../../src/machines/delivery-configuration/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Ruleset } from '../analysis/index.ts'
import { lockId } from '../database/queries/ids.ts'
import { collectionOf } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { createDecider, type Decided } from '../decisions/decider.ts'
import { actorName } from '../decisions/records.ts'
import type { SpecificationStore } from '../pipeline/index.ts'
import {
  type ConfigurationDetails,
  type ConfigurationRecord,
  deletionOf,
  findConfiguration,
  insertConfiguration,
  lockConfiguration,
  type StoredConfiguration,
  updateConfiguration,
} from './configurationRow.ts'

/** The files that can be delivered of a record, with their columns, as its ruleset has them (reference §7.3). */
const offeredFiles = ({ delivery }: Pick<Ruleset, 'delivery'>): OfferedFile[] =>
  delivery.map(({ name, columns }) => ({
    name,
    columns: columns.map(column => ({
      name: column.name,
      isKey: column.isKey,
      isSpecialCategory: tellsOfSpecialCategory(column.classes),
      isDropped: column.isDropped,
    })),
  }))

type Tx = Transaction<Database>

/** A granted decision; the problem that refused it; or what is wrong with the details, field by field. */
export type DecidedConfiguration =
  | Decided<ConfigurationRecord>
  | { ok: false; faults: readonly FieldProblem[] }

/** What comes with an event of a configuration. */
interface Input {
  details: ConfigurationDetails
  /** The collection that the details name. */
  collectionId: string
  /** The files that the collection offers. */
  files: readonly OfferedFile[]
}

/** An event of a configuration that a person has caused. */
type PersonsEvent = ConfigurationEvent & { actor: UserPrincipal }

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

const hasDetails = (configuration: ConfigurationDetails, details: ConfigurationDetails): boolean =>
  isDeepStrictEqual(detailsOf(configuration), detailsOf(details))

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

/** The only writer of delivery configurations. */
export const createConfigurations = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  specifications: Pick<SpecificationStore, 'load'>
}) => {
  const { db, clock, specifications } = options

  const inAll = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withScope(db, { scope: 'all' }, work)

  const filesOf = async (of: Pick<ConfigurationDetails, 'collectionReference'>): Promise<OfferedFile[]> =>
    (await offeredOf(db, specifications, of.collectionReference)).files

  const { decideOn, locked, missing, absent } = createDecider(configurationChart)<
    string,
    StoredConfiguration,
    Input
  >({
    clock,
    lock: async (tx, id) => {
      const found = await lockConfiguration(tx, id)
      return found && !isConfigurationDeleted(found.place) ? found : undefined
    },
    notFound: message('server', 'noConfiguration'),
    deletion: async (tx, id) => deletionOf(await findConfiguration(tx, id)),
    placeOf: ({ place }) => place,
    subject: ({ id }) => ({ id }),
    facts: (_, { before, input: { details = before, files = [] } }) => ({
      isReasoned: columnsWithoutReason(details.content, files).length === 0,
    }),
    isRepeated: (_, { before, event, input: { details = before } }) =>
      event.type === 'CHANGE' && hasDetails(before, details),
    next: ({ before, to, effects, input }) => ({
      ...before,
      ...(effects.includes('keepDetails') ? input.details : {}),
      collectionId: input.collectionId ?? before.collectionId,
      place: to,
      version: before.version + 1,
    }),
    write: (tx, { before, after, event: { actor }, at }) =>
      (before.version === 0 ? insertConfiguration : updateConfiguration)(tx, after, actorName(actor), at),
    history: { sequence: ({ version }) => version },
    audit: {
      action: auditedAs,
      detail: ({ from, to, after, effects }) => ({
        from,
        to,
        ...(effects.includes('keepDetails') ? detailsOf(after) : {}),
      }),
    },
    effects: { keepDetails: 'row' },
  })

  /** Decides an event of a locked configuration, or of one that is to be made. Gives the whole of it. */
  const decide = async (
    tx: Tx,
    before: StoredConfiguration,
    event: PersonsEvent,
    input: Partial<Input>,
  ): Promise<Decided<ConfigurationRecord>> => {
    const decided = await decideOn(tx, before, event, { input })
    if (!decided.ok) return decided
    const record = await findConfiguration(tx, before.id)
    return record ? { ...decided, record } : missing()
  }

  /** The same with details from a request, which may name what does not exist. */
  const decideWithDetails = async (
    tx: Tx,
    before: StoredConfiguration,
    event: PersonsEvent,
    { details, files }: Pick<Input, 'details' | 'files'>,
  ): Promise<DecidedConfiguration> => {
    const faults = await faultsOf(tx, details, files)
    if (faults.length > 0) return { ok: false, faults }
    const collection = await collectionOf(tx, { reference: details.collectionReference })
    return decide(tx, before, event, { details, files, collectionId: collection?.id ?? '' })
  }

  /** Decides an event that leaves the details as they are. */
  const decideAsIs = async (id: string, event: PersonsEvent): Promise<DecidedConfiguration> => {
    const seen = await inAll(tx => findConfiguration(tx, id))
    if (!seen) return missing()
    const files = await filesOf(seen)
    const decided = await inAll(async tx => {
      const before = await locked(tx, id, event)
      if (!before) return absent(tx, id)
      // Another request may have given it another collection, with other files.
      const isAsSeen = before.collectionReference === seen.collectionReference
      return isAsSeen ? decide(tx, before, event, { files }) : undefined
    })
    return decided ?? decideAsIs(id, event)
  }

  return {
    /** What is wrong with the details, field by field. */
    faultsOf: async (details: Naming): Promise<FieldProblem[]> => {
      const files = await filesOf(details)
      return inAll(tx => faultsOf(tx, details, files))
    },
    /**
     * Makes a configuration, disabled. The caller gives the id: the same request again finds the same one as it is by then, also
     * if it could no longer be made; another request with the id is refused.
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
        if (!known) {
          const fresh: StoredConfiguration = { ...details, id, collectionId: '', place: 'NONE', version: 0 }
          return decideWithDetails(tx, fresh, { type: 'CREATE', actor }, { details, files })
        }
        if (!(await isMadeBy(tx, id, details, actor)))
          return { ok: false, problem: problem('conflict', message('problems', 'idInUse')) }
        return isConfigurationDeleted(known.place)
          ? absent(tx, id)
          : { ok: true, record: known, facts: undefined, effects: [] }
      })
    },
    change: async (
      id: string,
      details: ConfigurationDetails,
      actor: UserPrincipal,
    ): Promise<DecidedConfiguration> => {
      const event = { type: 'CHANGE', actor } as const
      const files = await filesOf(details)
      return inAll(async tx => {
        const before = await locked(tx, id, event)
        if (!before) return absent(tx, id)
        // Details that it has already are no fault, even if they name what has gone since.
        const decideBy = hasDetails(before, details) ? decide : decideWithDetails
        return decideBy(tx, before, event, { details, files })
      })
    },
    enable: (id: string, actor: UserPrincipal): Promise<DecidedConfiguration> =>
      decideAsIs(id, { type: 'ENABLE', actor }),
    disable: (id: string, actor: UserPrincipal): Promise<DecidedConfiguration> =>
      decideAsIs(id, { type: 'DISABLE', actor }),
    remove: (id: string, actor: UserPrincipal): Promise<DecidedConfiguration> =>
      decideAsIs(id, { type: 'DELETE', actor }),
  }
}
export type DeliveryConfigurations = ReturnType<typeof createConfigurations>
