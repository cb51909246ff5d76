import { sql, type Transaction } from 'kysely'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import { factsToWire } from '../../src/domain/wire/facts.ts'
import {
  type Audience,
  audiences,
  type FileEvent,
  type LiveMessage,
  type TypesFor,
} from '../../src/domain/wire/live.ts'
import type { Facts } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'
import { beforeCommit } from '../database/scope.ts'

type WithoutSequence<M> = M extends { sequence: number } ? Omit<M, 'sequence'> : never
type WithoutNames<M> = M extends FileEvent
  ? Omit<M, Named> & { status: Omit<FileEvent['status'], 'name'> }
  : M
type Named = 'status' | 'awaitingParty'
/** A live message before it has a number, and without names: each socket gets them in its own language. */
export type Unnumbered = WithoutSequence<WithoutNames<LiveMessage>>
/** Those that an audience is told: each function below takes the messages of its own, so that `audiences` decides it. */
type For<A extends Audience> = Extract<Unnumbered, { type: TypesFor<A> }>

/** Name of the database's notification channel; its payload is `<channel>:<sequence>`. */
export const liveNotification = 'bedel_live'

/**
 * Channels of the organisations that may see what a message tells of a provider: the agency, and the regulators of its
 * country; of an issue only those specialist regulators that its rule names.
 */
const subscribers = async (tx: Transaction<Database>, message: Unnumbered): Promise<string[]> => {
  const named = message.type === 'ISSUE_STATUS' ? message.issue.regulatorCode : null
  const { rows } = await sql<{ code: string }>`
    select c.regulator_code as code from provider p
    join regulator_country c on c.country_code = p.country_code
    join regulator r on r.code = c.regulator_code
    where p.inst_id = ${message.instId}
      and (${named}::text is null or r.code = ${named} or r.type_code = '01')`.execute(tx)
  return [agencyOrganisationId, ...rows.map(row => row.code)]
}

/** Another party to a message about a transfer, with its own latest submission if it has one. */
interface OtherParty {
  instId: string
  submissionId: string | null
}

interface Addressed {
  channel: string
  message: Unnumbered
  at: Date
}

/** Messages of the transactions under way, in the order in which they were published. */
const outboxes = new WeakMap<Transaction<Database>, Addressed[]>()

/**
 * Collects messages. They are stored once, as the last step of their transaction: a second statement would lock its channels after
 * those of the first, out of order, and two transactions could wait for each other.
 */
const collect = (tx: Transaction<Database>, messages: readonly Addressed[]): void => {
  const known = outboxes.get(tx)
  if (known) return void known.push(...messages)
  const outbox = [...messages]
  beforeCommit(tx, () => store(tx, outbox))
  outboxes.set(tx, outbox)
}

/**
 * Publishes a message to those who may see the submission or provider that it is about, in the transaction that makes it true. The
 * institution's own channel gets every message; the channels of the agency and the regulators get all but the progress of stages,
 * places in the queue, and the notices of others. `parties` are further institutions that get it. The message gets its number at
 * the end of the transaction, under a lock that lasts until the commit, so numbers appear in order and without gaps. The
 * transaction's scope has to be 'all', here and below.
 */
export const publish = async (
  tx: Transaction<Database>,
  message: OfProvider,
  now: Date,
  parties: readonly OtherParty[] = [],
): Promise<void> => {
  const others = audiences[message.type] === 'overseers' ? await subscribers(tx, message) : []
  const byChannel = new Map(parties.map(party => [party.instId, party]))
  const channels = [...new Set([message.instId, ...others, ...byChannel.keys()])]
  collect(
    tx,
    channels.map(channel => ({ channel, message: toParty(message, byChannel.get(channel)), at: now })),
  )
}

/** Only messages about transfers have parties; the type forbids others without a submission. */
const toParty = (message: OfProvider, party: OtherParty | undefined): OfProvider =>
  party && (message.type === 'TRANSFERS' || message.type === 'TRANSFER_CONSENT')
    ? { ...message, ...party }
    : message

/** A message of what concerns a provider. */
type OfProvider = For<'provider' | 'overseers'>

/**
 * Publishes messages to their institutions alone. Decisions about all of these institutions wait from the end of the transaction's
 * work to its commit.
 */
export const publishToOwn = (
  tx: Transaction<Database>,
  messages: readonly Extract<Unnumbered, { type: 'QUEUE_PLACE' }>[],
  now: Date,
): void =>
  collect(
    tx,
    messages.map(message => ({ channel: message.instId, message, at: now })),
  )

/** Publishes what concerns no single provider: to every organisation, or to the agency alone. */
export const publishToOrganisations = async (
  tx: Transaction<Database>,
  message: Omit<For<'everybody'>, 'instId'>,
  audience: 'all' | 'agency',
  now: Date,
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`select id from organisation`.execute(tx)
  const everybody = new Set([agencyOrganisationId, ...rows.map(({ id }) => id)])
  const channels = audience === 'all' ? [...everybody] : [agencyOrganisationId]
  collect(
    tx,
    channels.map(instId => ({ channel: instId, message: { ...message, instId }, at: now })),
  )
}

/**
 * Publishes that providers were changed: to each of them, to the agency about all of them, and to a regulator about those of its
 * countries, and about those that `before` has in one of them, which it no longer sees.
 */
export const publishProviders = async (
  tx: Transaction<Database>,
  instIds: readonly string[],
  now: Date,
  before: readonly { instId: string; country: string }[] = [],
): Promise<void> => {
  if (instIds.length === 0) return
  const were = before.filter(({ instId }) => instIds.includes(instId))
  const { rows } = await sql<{ code: string; providers: string[] }>`
    select c.regulator_code as code, array_agg(distinct p.inst_id order by p.inst_id) as providers
    from (
      select inst_id, country_code from provider where inst_id = any(${instIds}::text[])
      union all
      select * from unnest(${were.map(({ instId }) => instId)}::text[], ${were.map(({ country }) => country)}::text[])
    ) p join regulator_country c on c.country_code = p.country_code
    group by c.regulator_code`.execute(tx)
  const told = new Map<string, readonly string[]>([
    ...rows.map(({ code, providers }) => [code, providers] as const),
    ...instIds.map(instId => [instId, [instId]] as const),
    [agencyOrganisationId, [...instIds]],
  ])
  const occurredAt = now.toISOString()
  collect(
    tx,
    [...told].map(([instId, providers]) => ({
      channel: instId,
      message: { type: 'PROVIDER' as const, instId, providers: [...providers], occurredAt },
      at: now,
    })),
  )
}

/** Publishes what concerns the agency alone. */
export const publishToAgency = (tx: Transaction<Database>, message: For<'agency'>, now: Date): void =>
  collect(tx, [{ channel: agencyOrganisationId, message, at: now }])

/** Publishes to the agency and to the organisation that asked for it. */
export const publishToParty = (tx: Transaction<Database>, message: For<'requester'>, now: Date): void =>
  collect(
    tx,
    [...new Set([agencyOrganisationId, message.instId])].map(channel => ({ channel, message, at: now })),
  )

/**
 * Stores messages with their channels, in one statement however many there are. Channels are locked in the order of their names, so
 * that no two transactions wait for each other; those of one channel are numbered as they are given.
 */
const store = async (tx: Transaction<Database>, messages: readonly Addressed[]): Promise<void> => {
  if (messages.length === 0) return
  await sql`
    with told as (
      select channel, payload, created, row_number() over (partition by channel order by at) as place,
        count(*) over (partition by channel) as messages
      from unnest(${messages.map(({ channel }) => channel)}::text[],
        ${messages.map(({ message }) => JSON.stringify(message))}::text[],
        ${messages.map(({ at }) => at)}::timestamptz[]) with ordinality as t (channel, payload, created, at)
    ), numbered as (
      insert into live_sequence (inst_id, last)
        select channel, messages from told where place = 1 order by channel collate "C"
      on conflict (inst_id) do update set last = live_sequence.last + excluded.last
      returning inst_id as channel, last
    ), kept as (
      insert into live_message (inst_id, sequence, payload, created_utc)
        select told.channel, last - messages + place, payload::jsonb, created
        from told join numbered on numbered.channel = told.channel
      returning inst_id as channel, sequence
    )
    select pg_notify(${liveNotification}, channel || ':' || sequence) from kept`.execute(tx)
}

/** The message that a status, who is the latest, or what the guards read of it, changed. */
export const fileEventOf = (
  submission: {
    id: string
    collectionId: string
    instId: string
    status: StatusName
    isLatest: boolean
    copiedFrom: string | null
    version: number
    fileHash: string | null
  },
  /** What the guards read after the event. */
  facts: Facts,
  at: Date,
): For<'overseers'> => {
  const status = statusOf(submission.status)
  return {
    type: 'FILE_EVENT',
    submissionId: submission.id,
    collectionId: submission.collectionId,
    instId: submission.instId,
    status: { id: status.id, code: status.code },
    isLatest: submission.isLatest,
    ...(submission.copiedFrom === null ? {} : { copiedFrom: submission.copiedFrom }),
    version: submission.version,
    facts: factsToWire(facts),
    ...(submission.fileHash === null ? {} : { fileHash: submission.fileHash }),
    occurredAt: at.toISOString(),
  }
}
