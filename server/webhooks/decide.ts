import { sql, type Transaction } from 'kysely'
import { collectionStateOf } from '../../src/domain/collection.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import {
  isEndpointMade,
  isEndpointRemoved,
  isLongFailing,
  isSwitchedOff,
  webhooksAtMost,
} from '../../src/domain/webhook.ts'
import {
  explainWebhook,
  stepWebhook,
  type WebhookEffect,
  type WebhookEvent,
} from '../../src/machines/webhook-endpoint/index.ts'
import type { Database } from '../database/schema.ts'
import { recordChartEvent } from '../lifecycle/chartEvents.ts'
import { recordAudit } from '../lifecycle/records.ts'
import { inEnglish } from '../messages.ts'
import { notify } from '../notices/write.ts'
import { countEndpoints, type Endpoint, updateEndpoint } from './endpointRow.ts'

type Tx = Transaction<Database>

export type DecidedWebhook =
  | { ok: true; endpoint: Endpoint; effects: readonly WebhookEffect[] }
  | { ok: false; problem: Problem }

/** Of two that add an address of a provider at once the second waits here. */
export const lockEndpointsOf = async (tx: Tx, instId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook/${instId}`}, 0))`.execute(tx)
}

const hasRoom = async (tx: Tx, instId: string): Promise<boolean> => {
  await lockEndpointsOf(tx, instId)
  return (await countEndpoints(tx, instId)) < webhooksAtMost
}

/** What happens by itself, many times a day, has no line of audit, unless the address is switched off by it. */
const isAudited = ({ actor }: WebhookEvent, before: Endpoint, after: Endpoint): boolean =>
  actor.kind === 'user' || (isSwitchedOff(after.place) && before.place !== after.place)

/** Of what happens by itself only what leads to another state: an address is called many times a day. */
const isKeptInHistory = ({ actor }: WebhookEvent, before: Endpoint, after: Endpoint): boolean =>
  actor.kind === 'user' || before.place !== after.place

const audit = (
  tx: Tx,
  { actor, type }: WebhookEvent,
  { id, instId }: Endpoint,
  at: Date,
  rest: { detail?: Record<string, unknown>; refusal?: Problem },
): Promise<void> =>
  recordAudit(tx, {
    actor,
    instId,
    event: `WEBHOOK_${type}`,
    subject: id,
    at,
    ...(rest.detail ? { detail: rest.detail } : {}),
    ...(rest.refusal
      ? { refusal: { status: rest.refusal.status, reason: inEnglish(rest.refusal.reason) } }
      : {}),
  })

/** A notice belongs to a collection: that of what was last sent, or else the newest. */
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

/**
 * Decides an event of an address: asks its chart and gives the address as it is then, with `change` where the chart keeps what
 * was given. With a line of audit and, where the chart says so, a notice; the row of one that is there already is written.
 * The scope has to be 'all', and the row locked.
 */
export const decideWebhook = async (
  tx: Tx,
  before: Endpoint,
  event: WebhookEvent,
  at: Date,
  change: Partial<Endpoint> = {},
): Promise<DecidedWebhook> => {
  const facts = {
    hasRoom: event.type !== 'ADD' || (await hasRoom(tx, before.instId)),
    isLongFailing: isLongFailing(before.failingSince, at),
  }
  const { refusal } = explainWebhook(before.place, facts, event)
  if (refusal) {
    const refused = problem(refusal.kind, refusal.reason)
    if (event.actor.kind === 'user') await audit(tx, event, before, at, { refusal: refused })
    return { ok: false, problem: refused }
  }
  const { place, effects } = stepWebhook(before.place, facts, event)
  const isKept = effects.includes('keepDetails') || effects.includes('renewSecret')
  const endpoint: Endpoint = {
    ...before,
    ...(isKept ? change : {}),
    place,
    ...(effects.includes('noteFailing') ? { failingSince: at } : {}),
    ...(effects.includes('forgetFailing') ? { failingSince: null } : {}),
    ...(isEndpointRemoved(place) ? { secretMaster: null, secretWrapped: null } : {}),
  }
  if (isEndpointMade(before.place) && effects.join() !== 'enqueueDelivery') await updateEndpoint(tx, endpoint)
  if (isKeptInHistory(event, before, endpoint))
    await recordChartEvent(tx, 'webhook_endpoint_event', endpoint.id, {
      event,
      from: before.place,
      to: place,
      facts,
      effects,
      at,
    })
  if (isAudited(event, before, endpoint)) {
    const { name, url, events } = endpoint
    await audit(tx, event, endpoint, at, { detail: { from: before.place, to: place, name, url, events } })
  }
  if (effects.includes('notify'))
    await notify(
      tx,
      [endpoint.instId],
      {
        kind: 'webhookSwitchedOff',
        mode: 'live',
        collectionId: await collectionOf(tx, endpoint.id),
        instId: endpoint.instId,
        detail: { webhook: endpoint.name },
      },
      at,
    )
  return { ok: true, endpoint, effects }
}
