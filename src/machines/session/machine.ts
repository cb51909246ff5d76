import { thrown } from '../support/fault.ts'
import { nobody, sessionSetup } from './setup.ts'
import { signedIn } from './signedIn.ts'
import { completingSignIn, exchanging, rejected, restoring, signingIn, visiting } from './signingIn.ts'

const signingOut = sessionSetup.createStateConfig({
  description: 'The tokens are cleared here and the session is ended at the identity service.',
  // The next person at this machine must not see who was signed in, or which page they had open.
  entry: 'forgetPerson',
  invoke: {
    id: 'signOut',
    src: 'signOut',
    onDone: { target: 'signedOut' },
    onError: { target: 'signedOut', actions: { type: 'keepFault', params: thrown } },
  },
})

const completingSignOut = sessionSetup.createStateConfig({
  description: 'The identity service has ended the session and sent the user back.',
  invoke: {
    id: 'completeSignOut',
    src: 'completeSignOut',
    onDone: { target: 'signedOut' },
    onError: { target: 'signedOut', actions: { type: 'keepFault', params: thrown } },
  },
})

/**
 * A chart, because signing in, expiry and a change of organisation exclude each other. Signs in, acts for an organisation, and
 * signs out (specification 1 §1, §8; decisions §5, §14). The context never holds tokens; the services do.
 */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  description: 'Who is signed in, for which organisation, and how long.',
  context: ({ input }) => nobody(input),
  initial: 'starting',
  options: { maxIterations: 1000 },
  states: {
    starting: {
      description: 'Left at once: what happens first depends on the page that was opened.',
      always: [
        { guard: 'isSignInCallback', target: 'completingSignIn' },
        { guard: 'isSignOutCallback', target: 'completingSignOut' },
        { target: 'restoring' },
      ],
    },
    restoring,
    visiting,
    signingIn,
    completingSignIn,
    exchanging,
    rejected,
    signedIn,
    signingOut,
    completingSignOut,
    signedOut: {
      description: 'Nobody is signed in; the user has asked for that.',
      tags: ['visitor'],
      entry: 'returnToStart',
      on: { SIGN_IN: { target: 'signingIn', actions: 'forgetProblem' } },
    },
    failed: {
      description: 'Signing in did not work; the reason is shown.',
      tags: ['visitor'],
      after: {
        signInRetry: {
          guard: 'isOutage',
          target: 'restoring',
          description:
            'A page that is opened during an outage recovers by itself; the reason stays in sight.',
        },
      },
      on: { RETRY: { target: 'restoring', actions: 'forgetProblem' } },
    },
  },
})

export type SessionMachine = typeof sessionMachine
