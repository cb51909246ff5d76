import { randomBytes, randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { Principal, UserPrincipal } from '../../src/domain/principal.ts'
import { systemPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import { product } from '../../src/domain/product.ts'
import { isSwitchedOff, testEventType, type WebhookEventType } from '../../src/domain/webhook.ts'
import type { WebhookEvent } from '../../src/machines/webhook-endpoint/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import { scopeOf, withScope } from '../database/scope.ts'
import type { WebhookJob } from '../jobs/jobs.ts'
import { toColumn } from '../messages.ts'
import type { MasterKeys } from '../storage/index.ts'
import { addressFault, type CallResult, callAddress } from './address.ts'
import { type DecidedWebhook, decideWebhook, lockEndpointsOf } from './decide.ts'
import {
  type Delivery,
  type Endpoint,
  findDelivery,
  insertDelivery,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  lockEndpoint,
} from './endpointRow.ts'
import { secretName } from './secrets.ts'
import type { WebhookQueue } from './tell.ts'

export type { Delivery, Endpoint } from './endpointRow.ts'
export { createSecretKeys } from './secrets.ts'

type Tx = Transaction<Database>
type Decided<T> = { ok: true; value: T } | { ok: false; problem: Problem }

const secretBytes = 32
/** How Standard Webhooks writes a secret. */
const secretText = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`
const keptDays = 90

/** What a person says of an address. */
export interface EndpointSettings {
  name: string
  url: string
  events: readonly WebhookEventType[]
}

/** A call did not arrive: it is tried again. */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered'
  constructor(endpointId: string) {
    super(`The webhook ${endpointId} was not reached.`)
  }
}

const notFound = (): { ok: false; problem: Problem } => ({
  ok: false,
  problem: problem('not-found', message('problems', 'noWebhook')),
})

/** Whether the address has all that is given already. */
const isAsGiven = (endpoint: Endpoint, { name, url, events }: Partial<EndpointSettings>): boolean =>
  (name ?? endpoint.name) === endpoint.name &&
  (url ?? endpoint.url) === endpoint.url &&
  (events ?? endpoint.events).toSorted().join() === endpoint.events.toSorted().join()

/** A secret is given once, so a request that came twice would leave its first sender with one that counts no more. */
const renewedAgainAfterMs = 10_000

const wasRenewedSince = async (tx: Tx, id: string, since: Date): Promise<boolean> => {
  const { rows } = await sql`select 1 from webhook_endpoint_event
    where endpoint_id = ${id}::uuid and event = 'RENEW_SECRET' and occurred_utc > ${since} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

const hasOpenTest = async (tx: Tx, id: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from webhook_delivery where endpoint_id = ${id}::uuid
    and event = ${testEventType} and delivered_utc is null and given_up_utc is null limit 1`.execute(tx)
  return rows.length > 0
}

const hasName = async (tx: Tx, { instId, name }: Endpoint): Promise<boolean> =>
  (await listEndpoints(tx)).some(one => one.instId === instId && one.name === name)

const nameInUse = (): { ok: false; problem: Problem } => {
  const fault = message('problems', 'webhookNameInUse')
  return { ok: false, problem: problem('invalid', fault, [{ field: 'body.name', message: fault }]) }
}

const isOpen = ({ delivered, givenUp }: Delivery): boolean => delivered === null && givenUp === null

/**
 * Webhooks of providers by Standard Webhooks: who manages them, what is sent and how it arrives, and the only
 * writer of them. Each step is decided by their chart. Secrets lie in the database, wrapped by a key of KEYS_DIR.
 */
export const createWebhooks = (options: {
  db: Kysely<Database>
  clock: Clock
  queue: WebhookQueue
  masterKeys: MasterKeys
  /** Whether addresses of private networks may be called, and without encryption: for demonstrations and tests. */
  allowsPrivate: boolean
}) => {
  const { db, clock, queue, masterKeys, allowsPrivate } = options
  const inSystem = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withScope(db, { scope: 'all' }, work)

  const newSecret = (id: string) => {
    const secret = randomBytes(secretBytes)
    const { master, wrapped } = masterKeys.wrap(secretName(id), secret)
    return { secret: secretText(secret), kept: { secretMaster: master, secretWrapped: wrapped } }
  }
  const secretOf = ({ id, secretMaster, secretWrapped }: Endpoint): string | undefined =>
    secretMaster === null || secretWrapped === null
      ? undefined
      : secretText(masterKeys.unwrap(secretName(id), { master: secretMaster, wrapped: secretWrapped }))

  /** Why an address cannot be taken. */
  const refusalOf = (url: string | undefined): { ok: false; problem: Problem } | undefined => {
    const fault = url === undefined ? undefined : addressFault(url, allowsPrivate)
    return fault && { ok: false, problem: problem('invalid', fault, [{ field: 'body.url', message: fault }]) }
  }

  /** Decides an event of an address of the actor's provider. */
  const decideOwn = (
    actor: UserPrincipal,
    id: string,
    type: WebhookEvent['type'],
    change: Partial<Endpoint> = {},
    {
      then = async () => {},
      isDone = async () => false,
    }: {
      then?: (tx: Tx, endpoint: Endpoint) => Promise<void>
      /** Whether the locked address shows that it was done already: then nothing is. */
      isDone?: (tx: Tx, endpoint: Endpoint) => Promise<boolean>
    } = {},
  ): Promise<Decided<Endpoint>> =>
    inSystem(async tx => {
      const found = await lockEndpoint(tx, id, actor.organisationId)
      if (!found) return notFound()
      if (await isDone(tx, found)) return { ok: true, value: found }
      const decided: DecidedWebhook = await decideWebhook(tx, found, { type, actor }, clock.now(), change)
      if (!decided.ok) return decided
      if (decided.effects.includes('enqueueDelivery')) await then(tx, decided.endpoint)
      return { ok: true, value: decided.endpoint }
    })

  /** What came of a call, with its address's next place. */
  const settle = (delivery: Delivery, { status, fault }: CallResult): Promise<void> =>
    inSystem(async tx => {
      const at = clock.now()
      const endpoint = await lockEndpoint(tx, delivery.endpointId)
      await sql`update webhook_delivery set attempts = attempts + 1, attempted_utc = ${at}, answer_status = ${status},
          fault = ${fault ? toColumn(fault) : null}, delivered_utc = ${fault ? null : at}
        where id = ${delivery.id}::uuid`.execute(tx)
      const type = fault ? 'FAILED' : 'DELIVERED'
      if (endpoint) await decideWebhook(tx, endpoint, { type, actor: systemPrincipal }, at)
    })

  const giveUp = (id: string): Promise<void> =>
    inSystem(async tx => {
      await sql`update webhook_delivery set given_up_utc = ${clock.now()}
        where id = ${id}::uuid and delivered_utc is null and given_up_utc is null`.execute(tx)
    })

  return {
    list: (actor: Principal): Promise<Endpoint[]> => withScope(db, scopeOf(actor), listEndpoints),

    /** Adds an address. Its secret is given this once. */
    add: async (
      actor: UserPrincipal,
      settings: EndpointSettings,
    ): Promise<Decided<{ endpoint: Endpoint; secret: string }>> => {
      const refused = refusalOf(settings.url)
      if (refused) return refused
      const id = randomUUID()
      const { secret, kept } = newSecret(id)
      const fresh: Endpoint = {
        id,
        instId: actor.organisationId,
        ...settings,
        place: 'NONE',
        secretMaster: null,
        secretWrapped: null,
        failingSince: null,
        added: clock.now(),
        addedBy: actor.name,
      }
      return inSystem(async tx => {
        await lockEndpointsOf(tx, fresh.instId)
        // So a request that came twice adds one address.
        if (await hasName(tx, fresh)) return nameInUse()
        const decided = await decideWebhook(tx, fresh, { type: 'ADD', actor }, clock.now(), kept)
        if (!decided.ok) return decided
        await insertEndpoint(tx, decided.endpoint)
        return { ok: true, value: { endpoint: decided.endpoint, secret } }
      })
    },

    /** Changes name, address or events; what is not given stays. */
    change: async (
      actor: UserPrincipal,
      id: string,
      settings: Partial<EndpointSettings>,
    ): Promise<Decided<Endpoint>> =>
      refusalOf(settings.url) ??
      decideOwn(actor, id, 'CHANGE', settings, {
        isDone: async (_, endpoint) => isAsGiven(endpoint, settings),
      }),

    /** Signs by another secret from now on. It is given this once. */
    renewSecret: async (
      actor: UserPrincipal,
      id: string,
    ): Promise<Decided<{ endpoint: Endpoint; secret: string }>> => {
      const { secret, kept } = newSecret(id)
      let isRecent = false
      const isDone = async (tx: Tx): Promise<boolean> => {
        isRecent = await wasRenewedSince(tx, id, new Date(clock.now().getTime() - renewedAgainAfterMs))
        return isRecent
      }
      const decided = await decideOwn(actor, id, 'RENEW_SECRET', kept, { isDone })
      if (isRecent)
        return { ok: false, problem: problem('conflict', message('problems', 'secretJustRenewed')) }
      return decided.ok ? { ok: true, value: { endpoint: decided.value, secret } } : decided
    },

    decide: (
      actor: UserPrincipal,
      id: string,
      type: 'SWITCH_OFF' | 'SWITCH_ON' | 'REMOVE',
    ): Promise<Decided<Endpoint>> => decideOwn(actor, id, type),

    /** Sends a test event; the one that is still on its way, where there is one. */
    sendTest: (actor: UserPrincipal, id: string): Promise<Decided<Endpoint>> => {
      const then = async (tx: Tx, endpoint: Endpoint): Promise<void> => {
        const deliveryId = randomUUID()
        const created = clock.now()
        const body = JSON.stringify({
          type: testEventType,
          timestamp: created.toISOString(),
          data: { instId: endpoint.instId },
        })
        const of = { endpointId: id, event: testEventType, submissionId: null, collectionId: null }
        await insertDelivery(tx, endpoint, { id: deliveryId, ...of, body, created })
        await queue.enqueueWebhook(tx, { deliveryId }, `webhook/${deliveryId}/0`, id)
      }
      return decideOwn(actor, id, 'SEND_TEST', {}, { then, isDone: tx => hasOpenTest(tx, id) })
    },

    /** A page of what was sent to an address, the newest first; undefined where it is none of the actor's provider. */
    deliveries: (actor: UserPrincipal, id: string, page: { offset: number; limit: number }) =>
      withScope(db, scopeOf(actor), async tx =>
        (await listEndpoints(tx)).some(endpoint => endpoint.id === id)
          ? listDeliveries(tx, id, page)
          : undefined,
      ),

    /** Sends once more what was sent, or could not be. */
    sendAgain: async (actor: UserPrincipal, id: string, deliveryId: string): Promise<Decided<Endpoint>> => {
      const found = await withScope(db, scopeOf(actor), tx => findDelivery(tx, deliveryId))
      if (found?.endpointId !== id) return notFound()
      const then = async (tx: Tx): Promise<void> => {
        await sql`update webhook_delivery set delivered_utc = null, given_up_utc = null
          where id = ${deliveryId}::uuid`.execute(tx)
        await queue.enqueueWebhook(tx, { deliveryId }, `webhook/${deliveryId}/${found.attempts}`, id)
      }
      // Under the lock: another request may have sent it again at the same moment.
      const isDone = async (tx: Tx): Promise<boolean> => {
        const now = await findDelivery(tx, deliveryId)
        return now !== undefined && isOpen(now) && !isOpen(found)
      }
      return decideOwn(actor, id, 'SEND_AGAIN', {}, { then, isDone })
    },

    /** Calls the address of a delivery. Throws NotDelivered where it is to be tried again. */
    send: async ({ deliveryId }: WebhookJob): Promise<void> => {
      const found = await inSystem(async tx => {
        const delivery = await findDelivery(tx, deliveryId)
        const endpoint = delivery && (await lockEndpoint(tx, delivery.endpointId))
        return delivery && { delivery, endpoint }
      })
      if (!found || !isOpen(found.delivery)) return
      const { delivery, endpoint } = found
      const secret = endpoint && secretOf(endpoint)
      // Switched off or removed since.
      if (!endpoint || !secret || isSwitchedOff(endpoint.place)) return giveUp(deliveryId)
      const at = clock.now()
      const headers = {
        'content-type': 'application/json',
        'user-agent': `${product.key}-webhooks`,
        'webhook-id': delivery.id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(delivery.id, at, delivery.body),
      }
      const result = await callAddress(endpoint.url, { headers, body: delivery.body }, allowsPrivate)
      await settle(delivery, result)
      if (result.fault) throw new NotDelivered(endpoint.id)
    },

    /** Every try has failed. */
    giveUp: ({ deliveryId }: WebhookJob): Promise<void> => giveUp(deliveryId),

    /** Forgets what was sent long ago. */
    sweep: (): Promise<void> =>
      inSystem(async tx => {
        const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
        await sql`delete from webhook_delivery where created_utc < ${before}`.execute(tx)
      }),
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>
