import { assign, emit, fromPromise, setup } from 'xstate'
import { missing } from '../support/result.ts'
import type {
  Counted,
  MarkedIds,
  MarkInput,
  NoticesContext,
  NoticesEmitted,
  NoticesEvent,
  NoticesInput,
} from './types.ts'

const unreadOf = ({ event }: { event: { output: Counted } }): number => event.output.unread
const idsOf = ({ event }: { event: { ids: MarkedIds } }): MarkedIds => event.ids

/** Both together; all where one of them is all. */
const joined = (some: MarkedIds, others: MarkedIds): MarkedIds =>
  some && others && [...new Set([...some, ...others])]

/**
 * A chart, because counting and marking overtake each other. The notices of the viewer's organisation (decisions §14): how many
 * are unread, as they arrive and are read. The number comes with the session, so that no screen waits for it. Provide `count`
 * and `mark`.
 */
export const noticesMachine = setup({
  types: {
    context: {} as NoticesContext,
    events: {} as NoticesEvent,
    emitted: {} as NoticesEmitted,
    input: {} as NoticesInput,
  },
  actors: {
    /** Asks how many are unread. */
    count: fromPromise<Counted>(missing('count')),
    /** Marks notices as read. */
    mark: fromPromise<Counted, MarkInput>(missing('mark')),
  },
  actions: {
    keepUnread: assign((_, unread: number) => ({ unread })),
    keepMarked: assign((_, ids: MarkedIds) => ({ marked: ids })),
    joinMarked: assign(({ context }, ids: MarkedIds) => ({ marked: joined(context.marked, ids) })),
    tellMarked: emit(({ context }) => ({ type: 'notices.marked' as const, ids: context.marked })),
  },
}).createMachine({
  id: 'notices',
  description: 'How many notices are unread, and which of them are being marked as read.',
  context: ({ input }) => ({ unread: input.unread, marked: [] }),
  type: 'parallel',
  options: { maxIterations: 1000 },
  states: {
    counting: {
      description: 'The number beside the bell.',
      initial: 'known',
      states: {
        known: {
          description: 'The number is right, as far as is known.',
          on: {
            NOTICE_GIVEN: {
              target: 'asking',
              description:
                'Only the server knows whether it is about something that is unread already, or about what the viewer did.',
            },
            REFRESH: { target: 'asking' },
          },
        },
        asking: {
          description: 'The server is asked, for notices may have been missed.',
          invoke: {
            id: 'count',
            src: 'count',
            onDone: { target: 'known', actions: { type: 'keepUnread', params: unreadOf } },
            onError: {
              target: 'known',
              description: 'The number stays; it is asked for again when the connection is made again.',
            },
          },
          on: {
            NOTICE_GIVEN: {
              target: 'asking',
              reenter: true,
              description: 'The answer on its way may be older than this notice.',
            },
            REFRESH: { target: 'asking', reenter: true },
          },
        },
      },
    },
    marking: {
      description: 'What the viewer has read.',
      initial: 'resting',
      states: {
        resting: {
          description: 'The server knows of everything that was read.',
          on: { READ: { target: 'sending', actions: { type: 'keepMarked', params: idsOf } } },
        },
        sending: {
          description: 'The server is told.',
          invoke: {
            id: 'mark',
            src: 'mark',
            input: ({ context }) => ({ ids: context.marked }),
            onDone: {
              target: 'resting',
              actions: [{ type: 'keepUnread', params: unreadOf }, 'tellMarked'],
            },
            onError: {
              target: 'resting',
              description: 'They stay unread, which whoever looks at them again will mend.',
            },
          },
          on: {
            READ: {
              target: 'sending',
              reenter: true,
              actions: { type: 'joinMarked', params: idsOf },
              description: 'Told again with both: marking the same twice changes nothing.',
            },
          },
        },
      },
    },
  },
})

export type NoticesMachine = typeof noticesMachine
