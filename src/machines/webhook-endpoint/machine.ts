import { and, setup } from 'xstate'
import { type WebhookTag, webhookTags } from '../../domain/webhook.ts'
import { type WebhookGuardName, webhookGuardImplementations } from './guards.ts'
import type { WebhookEvent, WebhookFacts } from './types.ts'

/** Every named guard has to hold. */
const all = (...names: [WebhookGuardName, ...WebhookGuardName[]]) => and(names)

const removed = { target: 'removed', guard: 'mayManage' } as const
const switchedOff = { target: 'switchedOff', guard: 'mayManage' } as const
const renewed = { guard: 'mayManage', actions: 'renewSecret' } as const

/** What is sent to an address that is called at all. */
const sent = {
  TELL: { guard: 'isSystem', actions: 'enqueueDelivery' },
  SEND_TEST: { guard: 'mayManage', actions: 'enqueueDelivery' },
  SEND_AGAIN: { guard: 'mayManage', actions: 'enqueueDelivery' },
} as const

/**
 * A chart, because the server enforces the life of a webhook by it, with every event that goes out and every call that does not
 * arrive. Pure: no invoke, no delay, no clock. Effects are named; the server applies them in the deciding transaction.
 */
export const webhookEndpointMachine = setup({
  types: {
    context: {} as WebhookFacts,
    events: {} as WebhookEvent,
    input: {} as WebhookFacts,
    tags: {} as WebhookTag,
  },
  guards: webhookGuardImplementations,
  actions: {
    /** A job that calls the address. */
    enqueueDelivery: () => {},
    /** Another secret signs from now on, and is shown once. */
    renewSecret: () => {},
    /** Address, name and events, as they were given. */
    keepDetails: () => {},
    /** Since when calls do not arrive. */
    noteFailing: () => {},
    /** Calls arrive again. */
    forgetFailing: () => {},
    /** The provider's people hear of it. */
    notify: () => {},
  },
}).createMachine({
  id: 'webhookEndpoint',
  description:
    "An address of a provider, or of its software supplier, that is told of the provider's submissions.",
  context: ({ input }) => input,
  initial: 'none',
  options: { maxIterations: 1000 },
  states: {
    none: {
      tags: webhookTags.of('NONE'),
      description: 'There is no such address.',
      on: {
        ADD: {
          target: 'active',
          guard: all('mayManage', 'hasRoom'),
          actions: ['keepDetails', 'renewSecret'],
        },
      },
    },
    active: {
      tags: webhookTags.of('ACTIVE'),
      description: 'It is called with each event that was chosen.',
      on: {
        ...sent,
        CHANGE: { guard: 'mayManage', actions: 'keepDetails' },
        RENEW_SECRET: renewed,
        FAILED: { target: 'failing', guard: 'isSystem', actions: 'noteFailing' },
        SWITCH_OFF: switchedOff,
        REMOVE: removed,
      },
    },
    failing: {
      tags: webhookTags.of('FAILING'),
      description: 'The last call did not arrive. It is still called, and each event is tried again.',
      on: {
        ...sent,
        CHANGE: {
          target: 'active',
          guard: 'mayManage',
          actions: ['keepDetails', 'forgetFailing'],
          description: 'Another address has not failed yet.',
        },
        RENEW_SECRET: renewed,
        DELIVERED: { target: 'active', guard: 'isSystem', actions: 'forgetFailing' },
        FAILED: {
          target: 'switchedOff',
          guard: all('isSystem', 'isLongFailing'),
          actions: ['forgetFailing', 'notify'],
          description: 'Nobody has mended it for days.',
        },
        SWITCH_OFF: { ...switchedOff, actions: 'forgetFailing' },
        REMOVE: removed,
      },
    },
    switchedOff: {
      tags: webhookTags.of('SWITCHED_OFF'),
      description:
        'It is not called until somebody switches it on again. What happens meanwhile is not sent later.',
      on: {
        CHANGE: { guard: 'mayManage', actions: 'keepDetails' },
        RENEW_SECRET: renewed,
        SWITCH_ON: { target: 'active', guard: 'mayManage' },
        REMOVE: removed,
      },
    },
    removed: { tags: webhookTags.of('REMOVED'), description: 'It was removed, with its secret.' },
  },
})

export type WebhookEndpointMachine = typeof webhookEndpointMachine
