import { sendParent } from 'xstate'
import type { SessionMachine } from '../session/index.ts'
import type { SessionTold } from './types.ts'

/** A session whose news are events for the application, which runs it, and not only for whoever listens. */
export const tellingItsParent = (machine: SessionMachine): SessionMachine =>
  machine.provide({
    actions: {
      goToLocation: sendParent(
        ({ context }): SessionTold => ({ type: 'NAVIGATE', to: context.location }),
      ) as never,
      tellActing: sendParent(
        ({ context: { session } }): SessionTold => ({
          type: 'SESSION_ACTING',
          user: session!.user,
          liveSequence: session!.liveSequence,
        }),
      ) as never,
      tellContinued: sendParent({ type: 'SESSION_CONTINUED' } satisfies SessionTold) as never,
      tellLeft: sendParent({ type: 'SESSION_LEFT' } satisfies SessionTold) as never,
    },
  })
