import { assign, fromPromise, setup } from 'xstate'
import { missing } from '../support/result.ts'
import type { AskInput, AskOutput, PollContext, PollEvent, PollInput } from './types.ts'

const outputOf = ({ event }: { event: { output: AskOutput<unknown> } }): AskOutput<unknown> => event.output
const paramsOf = ({ event }: { event: { params: unknown } }): unknown => event.params

/**
 * Asks again at intervals until the answer is what is waited for (specification 2 §9: the failures file, every 5 s). Only
 * where the specification asks for polling, or no live message exists. `id` names it in the inspector. Provide `ask`.
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
    delays: { interval: ({ context }) => context.everyMs },
    guards: {
      isOther: ({ context }, params: unknown) => JSON.stringify(params) !== JSON.stringify(context.params),
      hasParams: ({ context }) => context.params !== undefined,
      isAwaited: (_, output: AskOutput<unknown>) => output.isAwaited,
    },
    actions: {
      keepParams: assign((_, params: unknown) => ({
        params: params as Params | undefined,
        data: undefined,
      })),
      keepAnswer: assign(({ context }, { data }: AskOutput<unknown>) => ({
        data: data === undefined ? context.data : (data as Data),
      })),
    },
  }).createMachine({
    id,
    description: 'Something that is asked for at intervals until it is there.',
    context: ({ input }) => ({ ...input, data: undefined }),
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
            { target: 'resting', actions: { type: 'keepAnswer', params: outputOf } },
          ],
          onError: { target: 'resting', description: 'A question that fails counts as "not yet".' },
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
    },
  })
