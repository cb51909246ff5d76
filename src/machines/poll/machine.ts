import { assign, fromPromise, setup } from 'xstate'
import { isPassing } from '../../domain/problem.ts'
import { missing, outputOf } from '../support/result.ts'
import type { AskInput, AskOutput, PollContext, PollEvent, PollInput } from './types.ts'

const paramsOf = ({ event }: { event: { params: unknown } }): unknown => event.params

/** The longest pause between two questions, however many went unanswered. */
const longestPauseMs = 60_000

/**
 * A chart of its own beside `resource`, because no live message tells when to ask again: an answer is followed by a pause and
 * another question. Asks again at intervals until the answer is what is waited for (specification 2 §9: the failures file, every
 * 5 s). Only where the specification asks for polling, or no live message exists. `id` names it in the inspector. Provide `ask`.
 */
export const pollMachine = <Data, Params>(id: string) =>
  setup({
    types: {
      context: {} as PollContext<Data, Params>,
      events: {} as PollEvent<Params>,
      input: {} as PollInput<Params>,
    },
    actors: {
      ask: fromPromise<AskOutput<Data>, AskInput<Params>>(missing('ask')),
    },
    delays: {
      interval: ({ context: { everyMs, failures } }) => Math.min(longestPauseMs, everyMs * 2 ** failures),
    },
    guards: {
      isOther: ({ context }, params: unknown) => JSON.stringify(params) !== JSON.stringify(context.params),
      hasParams: ({ context }) => context.params !== undefined,
      isOk: (_, output: AskOutput<unknown>) => output.ok,
      isAwaited: (_, output: AskOutput<unknown>) => output.ok && output.value.isAwaited,
      isPassing: (_, output: AskOutput<unknown>) => !output.ok && isPassing(output.problem),
    },
    actions: {
      keepParams: assign((_, params: unknown) => ({
        params: params as Params | undefined,
        data: undefined,
        problem: undefined,
        failures: 0,
      })),
      keepAnswer: assign((_, output: AskOutput<unknown>) =>
        output.ok ? { data: output.value.data as Data, failures: 0 } : {},
      ),
      keepProblem: assign((_, output: AskOutput<unknown>) => (output.ok ? {} : { problem: output.problem })),
      forgetProblem: assign({ problem: undefined }),
      countFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
    },
  }).createMachine({
    id,
    description: 'Something that is asked for at intervals until it is there.',
    context: ({ input }) => ({ ...input, data: undefined, problem: undefined, failures: 0 }),
    initial: 'starting',
    options: { maxIterations: 1000 },
    on: {
      PARAMS_CHANGED: {
        guard: { type: 'isOther', params: paramsOf },
        target: '.starting',
        actions: { type: 'keepParams', params: paramsOf },
      },
    },
    states: {
      starting: {
        description: 'Left at once: asked when it is known what to ask.',
        always: [{ guard: 'hasParams', target: 'asking' }, { target: 'waiting' }],
      },
      waiting: { description: 'There is nothing to ask.' },
      asking: {
        description: 'The server is asked.',
        invoke: {
          id: 'ask',
          src: 'ask',
          input: ({ context }) => ({ params: context.params! }),
          onDone: [
            {
              guard: { type: 'isAwaited', params: outputOf },
              target: 'answered',
              actions: { type: 'keepAnswer', params: outputOf },
            },
            {
              guard: { type: 'isOk', params: outputOf },
              target: 'resting',
              actions: { type: 'keepAnswer', params: outputOf },
            },
            {
              guard: { type: 'isPassing', params: outputOf },
              target: 'resting',
              actions: 'countFailure',
              description: 'It may be answered soon: asked again after a longer pause each time.',
            },
            { target: 'refused', actions: { type: 'keepProblem', params: outputOf } },
          ],
          onError: {
            target: 'resting',
            actions: 'countFailure',
            description: 'Nobody has answered: asked again after a longer pause each time.',
          },
        },
      },
      resting: {
        description: 'It is not there yet; it is asked for again after the interval.',
        after: { interval: { target: 'asking' } },
        on: { ASK: { target: 'asking' } },
      },
      answered: {
        description: 'What was waited for is there; nothing is asked any more.',
        on: { ASK: { target: 'asking' } },
      },
      refused: {
        description:
          'The question was refused, and would be again: it is asked again only when somebody wants that.',
        on: { ASK: { target: 'asking', actions: 'forgetProblem' } },
      },
    },
  })
