import { assign, setup } from 'xstate'
import { withSharedFacts } from '../../domain/wire/facts.ts'
import type { Facts } from '../submission-lifecycle/index.ts'
import type { Standing, SubmissionContext } from './contract.ts'
import type { SubmissionEvent } from './events.ts'

type Moved = Extract<SubmissionEvent, { type: 'MOVED' }>

const standingOf = ({ event }: { event: { standing: Standing } }): Standing => event.standing
const factsOf = ({ event }: { event: { facts: Facts } }): Facts => event.facts

/**
 * One submission in the browser. It holds what the server said of status and facts; the lifecycle chart restored from
 * both answers every question of a view (`selectors.ts`). It decides nothing itself: an event of a person goes to the
 * server, whose answer comes back here. Older news changes nothing, whichever way it comes.
 */
export const submissionMachine = setup({
  types: { context: {} as SubmissionContext, events: {} as SubmissionEvent },
  guards: {
    isNotOlder: ({ context: { standing } }, told: Standing) =>
      standing?.submissionId !== told.submissionId || told.version >= standing.version,
    isNewer: ({ context: { standing } }, moved: Moved) =>
      standing?.submissionId === moved.submissionId && moved.version >= standing.version,
  },
  actions: {
    keepStanding: assign((_, standing: Standing) => ({ standing, facts: standing.facts })),
    keepFacts: assign((_, facts: Facts) => ({ facts })),
    moveOn: assign(({ context: { standing } }, { version, status, facts }: Moved) => {
      const history = standing?.history ?? []
      const moved = standing && {
        ...standing,
        version,
        status,
        facts,
        history: status === standing.status ? history : [...history, status],
      }
      return { standing: moved, facts }
    }),
    learnShared: assign(({ context: { standing, facts: own } }, other: Facts) => {
      const facts = own && withSharedFacts(own, other)
      return { facts, standing: standing && facts && { ...standing, facts } }
    }),
  },
}).createMachine({
  id: 'submission',
  description: 'What the server has said of one submission.',
  context: { standing: undefined, facts: undefined },
  initial: 'unheard',
  options: { maxIterations: 1000 },
  on: {
    STANDING_TOLD: {
      target: '.begun',
      guard: { type: 'isNotOlder', params: standingOf },
      actions: { type: 'keepStanding', params: standingOf },
    },
  },
  states: {
    unheard: {
      description: 'Nothing has been heard yet; views wait, for a guess would offer what the server refuses.',
      on: {
        BEGINNING_TOLD: { target: 'notBegun', actions: { type: 'keepFacts', params: factsOf } },
      },
    },
    notBegun: {
      description: 'The provider has not begun this submission; the facts say whether it can.',
      on: {
        BEGINNING_TOLD: { actions: { type: 'keepFacts', params: factsOf } },
        OTHER_MOVED: { actions: { type: 'learnShared', params: factsOf } },
      },
    },
    begun: {
      description: 'The submission exists. It never goes back to not begun, also where a list forgets it.',
      on: {
        MOVED: {
          guard: { type: 'isNewer', params: ({ event }) => event },
          actions: { type: 'moveOn', params: ({ event }) => event },
        },
        OTHER_MOVED: { actions: { type: 'learnShared', params: factsOf } },
      },
    },
  },
})

export type SubmissionMachine = typeof submissionMachine
