import { randomBytes, randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { Principal, UserPrincipal } from '../../src/domain/principal.ts'
import { systemPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import { product } from '../../src/domain/product.ts'
import { isSwitchedOff, type WebhookEventType } from '../../src/domain/webhook.ts'
import { type WebhookEvent, webhookChart } from '../../src/machines/webhook-endpoint/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import { scopeOf, withScope } from '../database/scope.ts'
import type { Decided, Granted, Refused } from '../decisions/decider.ts'
import { eventsOf } from '../decisions/history.ts'
import type { WebhookJob } from '../jobs/jobs.ts'
import { kept } from '../limits.ts'
import { toColumn } from '../messages.ts'
import type { MasterKeys } from '../storage/index.ts'
import { addressFault, type CallResult, callAddress } from './address.ts'
import { type WebhookQueue, webhookDecider } from './decide.ts'
import {
  type Delivery,
  type Endpoint,
  findDelivery,
  isOpen,
  listDeliveries,
  listEndpoints,
  lockEndpoint,
} from './endpointRow.ts'
import { secretName } from './secrets.ts'

export type { Delivery, Endpoint } from './endpointRow.ts'
export { createSecretKeys } from './secrets.ts'

type Tx = Transaction<Database>
type DecidedWebhook = Decided<Endpoint>
type WithSecret = (Granted<Endpoint> & { secret: string }) | Refused

const secretBytes = 32
/** How Standard Webhooks writes a secret. */
const secretText = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`

/** What a person can set for an address. */
export interface EndpointSettings {
  name: string
  url: string
  events: readonly WebhookEventType[]
}

/** A call did not arrive and will be retried. */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered'
  constructor(endpointId: string) {
    super(`The webhook ${endpointId} was not reached.`)
  }
}

/** A secret is returned once: renewing it twice for one click would leave the first response with a secret that no longer works. */
const renewedAgainAfterMs = 10_000

const wasRenewedSince = async (tx: Tx, id: string, since: Date): Promise<boolean> => {
  const { rows } = await sql`select 1 from ${eventsOf(webhookChart, sql`${id}`)} e
    where e.event = 'RENEW_SECRET' and e.occurred_utc > ${since} limit 1`.execute(tx)
  return rows.length > 0
}

const hasName = async (tx: Tx, { instId, name }: Endpoint): Promise<boolean> =>
  (await listEndpoints(tx)).some(one => one.instId === instId && one.name === name)

const nameInUse = (): Problem => {
  const fault = message('problems', 'webhookNameInUse')
  return problem('invalid', fault, [{ field: 'body.name', message: fault }])
}

/**
 * Webhooks of providers, by Standard Webhooks. The only writer of webhooks; their chart decides each step. Secrets are in the database,
 * wrapped by a key of KEYS_DIR.
 */
export const createWebhooks = (options: {
  db: Kysely<Database>
  clock: Clock
  queue: WebhookQueue
  masterKeys: MasterKeys
  /** Allows addresses in private networks, and HTTP without encryption: for demonstrations and tests. */
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

  /** Why an address cannot be used. */
  const refusalOf = (url: string | undefined): Refused | undefined => {
    const fault = url === undefined ? undefined : addressFault(url, allowsPrivate)
    return fault && { ok: false, problem: problem('invalid', fault, [{ field: 'body.url', message: fault }]) }
  }

  const { decide, decideOn, missing } = webhookDecider({ clock, queue })

  /** Decides an event of an address of the actor's provider. */
  const decideOwn = (
    actor: UserPrincipal,
    id: string,
    type: WebhookEvent['type'],
    options: Parameters<typeof decide>[3] = {},
  ): Promise<DecidedWebhook> => decide(db, { id, instId: actor.organisationId }, { type, actor }, options)

  /** Stores the result of a call, and decides the address's next state. */
  const settle = (delivery: Delivery, { status, fault }: CallResult): Promise<void> =>
    inSystem(async tx => {
      const at = clock.now()
      const endpoint = await lockEndpoint(tx, delivery.endpointId)
      await sql`update webhook_delivery set attempts = attempts + 1, attempted_utc = ${at}, answer_status = ${status},
          fault = ${fault ? toColumn(fault) : null}, delivered_utc = ${fault ? null : at}
        where id = ${delivery.id}::uuid`.execute(tx)
      const type = fault ? 'FAILED' : 'DELIVERED'
      if (endpoint) await decideOn(tx, endpoint, { type, actor: systemPrincipal })
    })

  const giveUp = (id: string): Promise<void> =>
    inSystem(async tx => {
      await sql`update webhook_delivery set given_up_utc = ${clock.now()}
        where id = ${id}::uuid and delivered_utc is null and given_up_utc is null`.execute(tx)
    })

  return {
    list: (actor: Principal): Promise<Endpoint[]> => withScope(db, scopeOf(actor), listEndpoints),

    /** Adds an address. Only this call returns its secret. */
    add: async (actor: UserPrincipal, settings: EndpointSettings): Promise<WithSecret> => {
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
      // A repeated request adds one address only: gathering the facts locked the provider's addresses.
      const unless = async (tx: Tx) => ((await hasName(tx, fresh)) ? nameInUse() : undefined)
      const decided = await inSystem(tx =>
        decideOn(tx, fresh, { type: 'ADD', actor }, { input: { change: kept }, unless }),
      )
      return decided.ok ? { ...decided, secret } : decided
    },

    /** Changes name, address or events. Omitted settings stay as they are. */
    change: async (
      actor: UserPrincipal,
      id: string,
      settings: Partial<EndpointSettings>,
    ): Promise<DecidedWebhook> =>
      refusalOf(settings.url) ?? decideOwn(actor, id, 'CHANGE', { input: { change: settings } }),

    /** Replaces the secret that signs calls. Only this call returns the new one. */
    renewSecret: async (actor: UserPrincipal, id: string): Promise<WithSecret> => {
      const { secret, kept } = newSecret(id)
      const since = new Date(clock.now().getTime() - renewedAgainAfterMs)
      const unless = async (tx: Tx) =>
        (await wasRenewedSince(tx, id, since))
          ? problem('conflict', message('problems', 'secretJustRenewed'))
          : undefined
      const decided = await decideOwn(actor, id, 'RENEW_SECRET', { input: { change: kept }, unless })
      return decided.ok ? { ...decided, secret } : decided
    },

    decide: (
      actor: UserPrincipal,
      id: string,
      type: 'SWITCH_OFF' | 'SWITCH_ON' | 'REMOVE',
    ): Promise<DecidedWebhook> => decideOwn(actor, id, type),

    /** Sends a test event, unless an earlier one has not arrived yet. */
    sendTest: (actor: UserPrincipal, id: string): Promise<DecidedWebhook> =>
      decideOwn(actor, id, 'SEND_TEST'),

    /** A page of deliveries to an address, newest first; undefined if the address is not of the actor's provider. */
    deliveries: (actor: UserPrincipal, id: string, page: { offset: number; limit: number }) =>
      withScope(db, scopeOf(actor), async tx =>
        (await listEndpoints(tx)).some(endpoint => endpoint.id === id)
          ? listDeliveries(tx, id, page)
          : undefined,
      ),

    /** Sends a delivery again. */
    sendAgain: async (actor: UserPrincipal, id: string, deliveryId: string): Promise<DecidedWebhook> => {
      const again = await withScope(db, scopeOf(actor), tx => findDelivery(tx, deliveryId))
      return again?.endpointId === id ? decideOwn(actor, id, 'SEND_AGAIN', { input: { again } }) : missing()
    },

    /** Calls the address of a delivery. Throws NotDelivered if the call must be retried. */
    send: async ({ deliveryId }: WebhookJob): Promise<void> => {
      const found = await inSystem(async tx => {
        const delivery = await findDelivery(tx, deliveryId)
        const endpoint = delivery && (await lockEndpoint(tx, delivery.endpointId))
        return delivery && { delivery, endpoint }
      })
      if (!found || !isOpen(found.delivery)) return
      const { delivery, endpoint } = found
      const secret = endpoint && secretOf(endpoint)
      // The address was switched off or removed.
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

    /** Gives up after the last failed attempt. */
    giveUp: ({ deliveryId }: WebhookJob): Promise<void> => giveUp(deliveryId),

    /** Deletes deliveries older than 90 days. */
    sweep: (): Promise<void> =>
      inSystem(async tx => {
        const before = new Date(clock.now().getTime() - kept.webhookCallsDays * 86_400_000)
        await sql`delete from webhook_delivery where created_utc < ${before}`.execute(tx)
      }),
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>
