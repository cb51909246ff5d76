import { and, setup } from 'xstate'
import { type SupportSessionTag, supportSessionTags } from '../../domain/supportSession.ts'
import { supportSessionGuardImplementations } from './guards.ts'
import type { SupportSessionEvent, SupportSessionFacts } from './types.ts'

const end = { target: 'ended', guard: 'isParty', actions: 'deleteEntries' } as const
const expire = {
  target: 'expired',
  guard: and(['isSystem', 'isOver']),
  actions: 'deleteEntries',
} as const

/**
 * A chart, because the server decides with it who sees the actors of another person's browser, and for how long. Pure: no invoke, no
 * delay, no clock. Effects are named; the server applies them.
 */
export const supportSessionMachine = setup({
  types: {
    context: {} as SupportSessionFacts,
    events: {} as SupportSessionEvent,
    input: {} as SupportSessionFacts,
    tags: {} as SupportSessionTag,
  },
  guards: supportSessionGuardImplementations,
  actions: {
    /** Who looks on, since when, and until when. */
    noteWatcher: () => {},
    keepEntries: () => {},
    giveEntries: () => {},
    deleteEntries: () => {},
  },
}).createMachine({
  id: 'supportSession',
  description: 'A person lets support see the actors of their browser.',
  context: ({ input }) => input,
  initial: 'none',
  options: { maxIterations: 1000 },
  states: {
    none: {
      tags: supportSessionTags.of('NONE'),
      description: 'There is no such session.',
      on: { OFFER: { target: 'offered', guard: 'isSharer' } },
    },
    offered: {
      tags: supportSessionTags.of('OFFERED'),
      description: 'The person has a code. Nobody sees anything yet.',
      on: {
        JOIN: { target: 'watched', guard: and(['mayInspect', 'isInTime']), actions: 'noteWatcher' },
        END: end,
        EXPIRE: expire,
      },
    },
    watched: {
      tags: supportSessionTags.of('WATCHED'),
      description: 'Support looks on, for 15 minutes at most.',
      on: {
        SEND: { guard: and(['isSharer', 'isInTime']), actions: 'keepEntries' },
        READ: { guard: and(['isWatcher', 'isInTime']), actions: 'giveEntries' },
        END: end,
        EXPIRE: expire,
      },
    },
    ended: {
      tags: supportSessionTags.of('ENDED'),
      description: 'One of the two has ended it.',
    },
    expired: {
      tags: supportSessionTags.of('EXPIRED'),
      description: 'Its time is over.',
    },
  },
})

export type SupportSessionMachine = typeof supportSessionMachine
