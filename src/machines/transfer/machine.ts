import { and, setup } from 'xstate'
import { type TransferTag, transferTags } from '../../domain/transfer.ts'
import { type TransferGuardName, transferGuardImplementations } from './guards.ts'
import type { TransferEvent, TransferFacts } from './types.ts'

/** Every named guard has to hold. */
const all = (...names: [TransferGuardName, ...TransferGuardName[]]) => and(names)

const agree = {
  target: 'agreed',
  guard: all('actsForReceiver', 'isLatest', 'isOpen'),
  actions: ['noteAgreement', 'notifySender'],
  description: 'One answer covers all students of the sender. The sender can submit from then on.',
} as const

const withdraw = {
  target: 'withdrawn',
  guard: all('actsForReceiver', 'isLatest', 'isOpen', 'isNotSubmitted'),
  actions: ['forgetAgreement', 'notifySender'],
  description: 'Only until the sender submits: an approval relies on the answer.',
} as const

const remind = {
  guard: all('actsForSender', 'isLatest', 'isOpen', 'isNotReminded'),
  actions: ['noteReminder', 'notifyReceiver'],
} as const

const write = {
  guard: all('actsForEither', 'isOpen'),
  actions: ['keepMessage', 'notifyOther'],
} as const

/** The sender's file does not name students any more, or the receiver returns no record. */
const dropped = {
  target: 'none',
  guard: all('isSystem', 'isNoAnswerNeeded'),
  actions: 'noteRequest',
} as const

/**
 * A chart, because the server enforces what two providers say to each other about research students by it (decisions §16). It is about
 * one sender and one receiver in one collection. Pure: no invoke, no delay, no clock. Effects are named; the server applies them.
 */
export const transferMachine = setup({
  types: {
    context: {} as TransferFacts,
    events: {} as TransferEvent,
    input: {} as TransferFacts,
    tags: {} as TransferTag,
  },
  guards: transferGuardImplementations,
  actions: {
    /** How many students, and since when. */
    noteRequest: () => {},
    /** Who agreed, when, to how many. */
    noteAgreement: () => {},
    /** The answer no longer counts. */
    forgetAgreement: () => {},
    /** When the sender last sent a reminder. */
    noteReminder: () => {},
    /** The text for the other provider. */
    keepMessage: () => {},
    notifyReceiver: () => {},
    notifySender: () => {},
    /** The provider that did not write. */
    notifyOther: () => {},
  },
}).createMachine({
  id: 'transfer',
  description: 'Research students of one provider who transfer to another one, and its agreement.',
  context: ({ input }) => input,
  initial: 'none',
  options: { maxIterations: 1000 },
  states: {
    none: {
      tags: transferTags.of('NONE'),
      description: 'No answer is needed: no students are named, or the receiver returns no record.',
      on: {
        NAMED: {
          target: 'asked',
          guard: all('isSystem', 'isAnswerNeeded'),
          actions: ['noteRequest', 'notifyReceiver'],
        },
      },
    },
    asked: {
      tags: transferTags.of('ASKED'),
      description: 'The sender cannot submit until the receiver agrees.',
      on: {
        NAMED: [
          dropped,
          { guard: all('isSystem', 'isOtherNumber'), actions: ['noteRequest', 'notifyReceiver'] },
        ],
        AGREE: agree,
        REMIND: remind,
        WRITE: write,
      },
    },
    agreed: {
      tags: transferTags.of('AGREED'),
      description: 'The receiver sees the students and the sender can submit.',
      on: {
        NAMED: {
          target: 'changed',
          guard: all('isSystem', 'isOtherNumber'),
          actions: ['noteRequest', 'notifyReceiver'],
          description: 'The agreement is kept. Who agreed is notified.',
        },
        WITHDRAW: withdraw,
        WRITE: write,
      },
    },
    changed: {
      tags: transferTags.of('CHANGED'),
      description: 'The agreement counts, but the sender now names another number of students.',
      on: {
        NAMED: [
          { target: 'agreed', guard: all('isSystem', 'isAgreedNumber'), actions: 'noteRequest' },
          { guard: all('isSystem', 'isOtherNumber'), actions: ['noteRequest', 'notifyReceiver'] },
        ],
        AGREE: agree,
        WITHDRAW: withdraw,
        WRITE: write,
      },
    },
    withdrawn: {
      tags: transferTags.of('WITHDRAWN'),
      description: 'The receiver took its agreement back, so the sender cannot submit.',
      on: {
        NAMED: [
          dropped,
          {
            target: 'asked',
            guard: all('isSystem', 'isOtherNumber'),
            actions: ['noteRequest', 'notifyReceiver'],
          },
        ],
        AGREE: agree,
        REMIND: remind,
        WRITE: write,
      },
    },
  },
})

export type TransferMachine = typeof transferMachine
