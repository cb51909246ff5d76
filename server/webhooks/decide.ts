import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { collectionStateOf } from '../../src/domain/collection.ts'
import {
  isEndpointMade,
  isEndpointRemoved,
  isLongFailing,
  isSwitchedOff,
  testEventType,
  webhooksAtMost,
} from '../../src/domain/webhook.ts'
import { webhookChart } from '../../src/machines/webhook-endpoint/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { createDecider } from '../decisions/decider.ts'
import type { WebhookJob } from '../jobs/jobs.ts'
import { notify } from '../notices/write.ts'
import {
  countEndpoints,
  type Delivery,
  type Endpoint,
  findDelivery,
  insertDelivery,
  insertEndpoint,
  isOpen,
  lockEndpoint,
  removalOf,
  reopenDelivery,
  updateEndpoint,
} from './endpointRow.ts'

type Tx = Transaction<Database>

/** Where calls are enqueued, in the transaction that decides them. */
export interface WebhookQueue {
  enqueueWebhook: (tx: Tx, job: WebhookJob, key: string, endpointId: string) => Promise<void>
}

const hasRoom = async (tx: Tx, instId: string): Promise<boolean> => {
  // Serializes requests that add an address of the same provider.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook/${instId}`}, 0))`.execute(tx)
  return (await countEndpoints(tx, instId)) < webhooksAtMost
}

/** The collection of a notice about an address: that of the last event sent to it, otherwise the newest one. */
const collectionOf = async (tx: Tx, endpointId: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select d.collection_id as id, 0 as rank, d.created_utc::text as at from webhook_delivery d
      where d.endpoint_id = ${endpointId}::uuid and d.collection_id is not null
      union all select c.id, 1, c.reference from collection c where c.state_id = ${collectionStateOf('Open').id}
      union all select c.id, 2, c.reference from collection c
    ) as found order by rank, at desc limit 1`.execute(tx)
  return rows[0]?.id ?? ''
}

/** A test event. */
const testOf = ({ instId }: Endpoint, at: Date): WebhookInput['outgoing'] => ({
  event: testEventType,
  submissionId: null,
  collectionId: null,
  body: JSON.stringify({ type: testEventType, timestamp: at.toISOString(), data: { instId } }),
})

/** What comes with an event of an address. */
interface WebhookInput {
  /** Stored if the chart asks for it. */
  change: Partial<Endpoint>
  /** The event to send; a test if absent. */
  outgoing: Pick<Delivery, 'event' | 'submissionId' | 'collectionId' | 'body'>
  /** The delivery to send again, as it was before the lock. */
  again: Delivery
}

const hasOpenTest = async (tx: Tx, id: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from webhook_delivery where endpoint_id = ${id}::uuid
    and event = ${testEventType} and delivered_utc is null and given_up_utc is null limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether another request has sent the delivery again since it was read. */
const isSentAgain = async (tx: Tx, again: Delivery): Promise<boolean> => {
  const now = await findDelivery(tx, again.id)
  return now !== undefined && isOpen(now) && !isOpen(again)
}

/** Whether the address has these details already. */
const hasDetails = (endpoint: Endpoint, { name, url, events }: Partial<Endpoint>): boolean =>
  (name ?? endpoint.name) === endpoint.name &&
  (url ?? endpoint.url) === endpoint.url &&
  (events ?? endpoint.events).toSorted().join() === endpoint.events.toSorted().join()

/**
 * Decides events of addresses. Events of the system happen many times a day: they have an audit line only if they switch the address off,
 * and are in the history only if they change its state.
 */
export const webhookDecider = ({ clock, queue }: { clock: { now: () => Date }; queue: WebhookQueue }) =>
  createDecider(webhookChart)<{ id: string; instId?: string }, Endpoint, WebhookInput>({
    clock,
    lock: (tx, { id, instId }) => lockEndpoint(tx, id, instId),
    notFound: message('problems', 'noWebhook'),
    deletion: (tx, { id, instId }) => removalOf(tx, id, instId),
    placeOf: ({ place }) => place,
    subject: ({ id, instId }) => ({ id, instId }),
    facts: async (tx, { before: { instId, failingSince }, event: { type }, at }) => ({
      hasRoom: type !== 'ADD' || (await hasRoom(tx, instId)),
      isLongFailing: isLongFailing(failingSince, at),
    }),
    isRepeated: async (tx, { before, event: { type }, input: { change, again } }) =>
      (type === 'CHANGE' && change !== undefined && hasDetails(before, change)) ||
      (type === 'SEND_TEST' && (await hasOpenTest(tx, before.id))) ||
      (again !== undefined && (await isSentAgain(tx, again))),
    next: ({ before, to, effects, input, at }) => ({
      ...before,
      ...(effects.includes('keepDetails') || effects.includes('renewSecret') ? input.change : {}),
      place: to,
      ...(effects.includes('noteFailing') ? { failingSince: at } : {}),
      ...(effects.includes('forgetFailing') ? { failingSince: null } : {}),
      ...(isEndpointRemoved(to) ? { secretMaster: null, secretWrapped: null } : {}),
    }),
    write: async (tx, { before, after, effects }) => {
      if (!isEndpointMade(before.place)) return insertEndpoint(tx, after)
      if (effects.join() !== 'enqueueDelivery') await updateEndpoint(tx, after)
    },
    history: { isLeftOut: ({ event: { actor }, from, to }) => actor.kind === 'system' && from === to },
    audit: {
      action: type => `WEBHOOK_${type}`,
      detail: ({ from, to, after: { name, url, events } }) => ({ from, to, name, url, events }),
      isLeftOut: ({ actor }, made) =>
        actor.kind === 'system' && (!made || made.from === made.to || !isSwitchedOff(made.to)),
    },
    effects: {
      keepDetails: 'row',
      renewSecret: 'row',
      noteFailing: 'row',
      forgetFailing: 'row',
      enqueueDelivery: async (tx, { after, input: { again, outgoing }, at }) => {
        const { id: deliveryId, attempts } = again ?? { id: randomUUID(), attempts: 0 }
        if (again) await reopenDelivery(tx, deliveryId)
        else
          await insertDelivery(tx, after, {
            ...(outgoing ?? testOf(after, at)),
            id: deliveryId,
            endpointId: after.id,
            created: at,
          })
        await queue.enqueueWebhook(tx, { deliveryId }, `webhook/${deliveryId}/${attempts}`, after.id)
      },
      notify: async (tx, { after: { id, instId, name }, at }) =>
        notify(
          tx,
          [instId],
          {
            kind: 'webhookSwitchedOff',
            mode: 'live',
            collectionId: await collectionOf(tx, id),
            instId,
            detail: { webhook: name },
          },
          at,
        ),
    },
  })
