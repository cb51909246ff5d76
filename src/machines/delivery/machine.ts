import { and, setup } from 'xstate'
import { type DeliveryTag, deliveryTags } from '../../domain/deliveryPlace.ts'
import { deliveryGuardImplementations } from './guards.ts'
import type { DeliveryEvent, DeliveryFacts } from './types.ts'

const byWorker = { guard: 'isSystem', actions: 'countAttempt' } as const

/**
 * A chart, because the server enforces the life of a delivery by it. One package that is made for a customer by a configuration
 * (decisions §13). Pure: no invoke, no delay, no clock. Effects are named; the server applies them in the deciding transaction.
 */
export const deliveryMachine = setup({
  types: {
    context: {} as DeliveryFacts,
    events: {} as DeliveryEvent,
    input: {} as DeliveryFacts,
    tags: {} as DeliveryTag,
  },
  guards: deliveryGuardImplementations,
  actions: {
    /** A job for some worker. */
    enqueueDelivery: () => {},
    /** The attempt gets the next number: what an earlier one still says is not heard. */
    countAttempt: () => {},
    /** The package becomes what is downloaded, with its size and what is in it. */
    keepPackage: () => {},
    /** Why it was given up. */
    keepFault: () => {},
    /** The customer's people hear that there is something to download. */
    notify: () => {},
    /** The package goes; that it was there stays known. */
    removePackage: () => {},
    /** Takes its job off the queue; a worker that has it stops. */
    withdrawDelivery: () => {},
    /** What attempts have written of it goes. */
    removeParts: () => {},
  },
}).createMachine({
  id: 'delivery',
  description: "One package of a customer's providers' records.",
  context: ({ input }) => input,
  initial: 'none',
  options: { maxIterations: 1000 },
  states: {
    none: {
      tags: deliveryTags.of('NONE'),
      description: 'Nobody has asked for it.',
      on: {
        REQUEST: {
          target: 'waiting',
          guard: and(['mayRequest', 'isEnabled', 'hasSubmissions']),
          actions: 'enqueueDelivery',
        },
      },
    },
    waiting: {
      tags: deliveryTags.of('WAITING'),
      description: 'Asked for, with the submissions that it holds; no worker has begun.',
      on: {
        START: { target: 'working', ...byWorker },
        CANCEL: { target: 'cancelled', guard: 'mayCancel', actions: 'withdrawDelivery' },
      },
    },
    working: {
      tags: deliveryTags.of('WORKING'),
      description: 'A worker writes it. Another one begins again where the first has died.',
      on: {
        START: byWorker,
        MADE: {
          target: 'ready',
          guard: and(['isSystem', 'isOfThisAttempt']),
          actions: ['keepPackage', 'notify'],
        },
        GIVEN_UP: { target: 'failed', guard: and(['isSystem', 'isOfThisAttempt']), actions: 'keepFault' },
        CANCEL: { target: 'cancelled', guard: 'mayCancel', actions: ['withdrawDelivery', 'removeParts'] },
      },
    },
    ready: {
      tags: deliveryTags.of('READY'),
      description: 'Its customer can download it.',
      on: { EXPIRE: { target: 'expired', guard: and(['isSystem', 'isExpired']), actions: 'removePackage' } },
    },
    failed: {
      tags: deliveryTags.of('FAILED'),
      description: 'It was given up. Whoever wants it asks for another one; the schedule does so by itself.',
    },
    cancelled: {
      tags: deliveryTags.of('CANCELLED'),
      description:
        'A person has ended it before it was made. Whoever wants it asks for another one; the schedule does so by itself.',
    },
    expired: {
      tags: deliveryTags.of('EXPIRED'),
      description: 'It has been kept for its time, and was removed.',
    },
  },
})

export type DeliveryMachine = typeof deliveryMachine
