import { assign, fromPromise, setup } from 'xstate'
import { problem, toProblem } from '../../domain/problem.ts'
import { type Message, message } from '../../messages/message.ts'
import { thrown } from '../support/fault.ts'
import { missing, ok, outputOf, type Result } from '../support/result.ts'
import type {
  ExchangeInput,
  ExchangeOutput,
  KeptIdentity,
  RenewalOutput,
  SessionOutput,
  TokenExchangeContext,
  TokenExchangeInput,
  TokenExchangeOutput,
} from './types.ts'

/** An exchange that had no answer ends so, wherever that happens. */
const unanswered = { target: 'unanswered', actions: { type: 'keepFault', params: thrown } } as const

/** What follows a refusal by the API, of the exchange or of what is asked with its token. */
const afterRefusal = [
  {
    guard: { type: 'isKeptIdentityRefused', params: outputOf<Result<unknown>> },
    target: 'renewing',
    description: 'Only a renewed identity is refused for good.',
  },
  { target: 'refused', actions: { type: 'keepRefusal', params: outputOf<Result<unknown>> } },
] as const

/**
 * A chart, because a renewal may be needed first and each failure leads elsewhere. Exchanges a token of the identity service
 * for a session of the API, with a renewal before it if needed (specification 1 §1, §8; decisions §5, §14). The context never
 * holds tokens; the services do.
 */
export const tokenExchangeMachine = setup({
  types: {
    context: {} as TokenExchangeContext,
    input: {} as TokenExchangeInput,
    output: {} as TokenExchangeOutput,
  },
  actors: {
    /** One window renews, the others wait for it: the service holds the lock while it asks. */
    renewIdentity: fromPromise<RenewalOutput>(missing('renewIdentity')),
    findIdentity: fromPromise<KeptIdentity>(missing('findIdentity')),
    exchangeToken: fromPromise<ExchangeOutput, ExchangeInput>(missing('exchangeToken')),
    readSession: fromPromise<SessionOutput>(missing('readSession')),
  },
  guards: {
    isRenewal: ({ context }) => context.isRenewal,
    isRefused: (_, output: RenewalOutput) => output === 'refused',
    hasIdentity: (_, output: KeptIdentity) => output.hasIdentity,
    isOk: (_, output: Result<unknown>) => output.ok,
    isLastChoiceRefused: ({ context }, output: ExchangeOutput) =>
      !output.ok &&
      output.problem.kind === 'forbidden' &&
      context.organisationId === undefined &&
      context.chosenId !== undefined,
    isKeptIdentityRefused: ({ context }, output: Result<unknown>) =>
      !output.ok && output.problem.kind === 'unauthorised' && context.isKept,
  },
  actions: {
    noteRenewal: assign((_, output: RenewalOutput) => ({ isKept: output === 'kept' })),
    choose: assign(({ context }, { lastOrganisationId }: KeptIdentity) => ({
      chosenId: context.organisationId ?? lastOrganisationId,
    })),
    chooseFirst: assign({ chosenId: undefined }),
    keepSession: assign((_, output: SessionOutput) => (output.ok ? { session: output.value } : {})),
    keepRefusal: assign((_, output: Result<unknown>) => (output.ok ? {} : { problem: output.problem })),
    refuse: assign((_, reason: Message) => ({ problem: problem('unauthorised', reason) })),
    keepFault: assign((_, error: unknown) => ({ problem: toProblem(error), isUnanswered: true })),
    /** The token that was exchanged is the one that counts from here on. The services provide this, for they hold it. */
    keepToken: missing('keepToken'),
  },
}).createMachine({
  id: 'tokenExchange',
  description: 'The identity is exchanged for a token of the API, and renewed before.',
  context: ({ input }) => ({
    ...input,
    chosenId: undefined,
    isKept: false,
    session: undefined,
    problem: undefined,
    isUnanswered: false,
  }),
  initial: 'starting',
  options: { maxIterations: 1000 },
  output: ({ context: { session, problem: why, isUnanswered } }) =>
    session ? ok(session) : { ok: false, problem: why!, isUnanswered },
  states: {
    starting: {
      description: 'Left at once.',
      always: [{ guard: 'isRenewal', target: 'renewing' }, { target: 'finding' }],
    },
    renewing: {
      description: 'The identity is renewed, once for all windows.',
      invoke: {
        id: 'renewIdentity',
        src: 'renewIdentity',
        onDone: [
          {
            guard: { type: 'isRefused', params: outputOf },
            target: 'refused',
            actions: { type: 'refuse', params: message('problems', 'signInAgain') },
          },
          { target: 'finding', actions: { type: 'noteRenewal', params: outputOf } },
        ],
        onError: unanswered,
      },
    },
    finding: {
      description: 'The identity and the organisation chosen last are looked up.',
      invoke: {
        id: 'findIdentity',
        src: 'findIdentity',
        onDone: [
          {
            guard: { type: 'hasIdentity', params: outputOf },
            target: 'exchanging',
            actions: { type: 'choose', params: outputOf },
          },
          { target: 'refused', actions: { type: 'refuse', params: message('problems', 'noUser') } },
        ],
        onError: unanswered,
      },
    },
    exchanging: {
      description: 'The identity is exchanged for a token that acts for the organisation.',
      invoke: {
        id: 'exchangeToken',
        src: 'exchangeToken',
        input: ({ context }) => ({ organisationId: context.chosenId }),
        onDone: [
          { guard: { type: 'isOk', params: outputOf }, target: 'reading' },
          {
            guard: { type: 'isLastChoiceRefused', params: outputOf },
            target: 'exchanging',
            reenter: true,
            actions: 'chooseFirst',
            description: "The organisation chosen last may not be this person's any more.",
          },
          ...afterRefusal,
        ],
        onError: unanswered,
      },
    },
    reading: {
      description: 'The API is asked who acts, and for whom else they could.',
      invoke: {
        id: 'readSession',
        src: 'readSession',
        onDone: [
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'exchanged',
            actions: [{ type: 'keepSession', params: outputOf }, 'keepToken'],
          },
          ...afterRefusal,
        ],
        onError: unanswered,
      },
    },
    exchanged: { type: 'final', description: 'The session stands; the token is kept.' },
    refused: { type: 'final', description: 'Refused; no token is kept.' },
    unanswered: { type: 'final', description: 'No answer came; no token is kept.' },
  },
})

export type TokenExchangeMachine = typeof tokenExchangeMachine
