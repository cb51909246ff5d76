import { and, assign, emit, fromPromise, or, setup, stateIn } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
import { missing, type Result } from '../support/result.ts'
import type {
  LoadInput,
  LoadOutput,
  ResourceContext,
  ResourceEmitted,
  ResourceEvent,
  ResourceInput,
} from './types.ts'

/** What views ask of a resource. */
export type ResourceTag = 'busy' | 'hasData' | 'failed'

const outputOf = ({ event }: { event: { output: Result<unknown> } }): Result<unknown> => event.output
const isOk = { type: 'isOk', params: outputOf } as const
const isOkTooEarly = { type: 'isOkTooEarly', params: outputOf } as const
const isNotFound = { type: 'isNotFound', params: outputOf } as const

/**
 * One thing that is fetched and shown: a submission, a list, a report. `id` names it in the inspector. Provide `load`;
 * nothing is fetched again on focus.
 *
 * The types of data and parameters are open here, and xstate gives named actions no parameters of an open type; so
 * what reads an event stands at its transition.
 */
export const resourceMachine = <Data, Params>(id: string) =>
  setup({
    types: {
      context: {} as ResourceContext<Data, Params>,
      events: {} as ResourceEvent<Data, Params>,
      input: {} as ResourceInput<Params>,
      emitted: {} as ResourceEmitted<Data>,
      tags: {} as ResourceTag,
    },
    actors: {
      load: fromPromise<LoadOutput<Data>, LoadInput<Params>>(missing('load')),
    },
    guards: {
      isOk: (_, output: Result<unknown>) => output.ok,
      isOkTooEarly: ({ context }, output: Result<unknown>) => output.ok && context.isRefreshDue,
      isNotFound: (_, output: Result<unknown>) => !output.ok && output.problem.kind === 'not-found',
      hasParams: ({ context }) => context.params !== undefined,
      isRefreshDue: ({ context }) => context.isRefreshDue,
      isRefreshing: stateIn({ fetching: 'refreshing' }),
      isSeeking: stateIn({ fetching: 'seeking' }),
      hasNothing: or([stateIn({ fetching: 'loading' }), 'isSeeking']),
    },
    actions: {
      forget: assign({ data: undefined, problem: undefined }),
      markRefreshDue: assign({ isRefreshDue: true }),
      clearRefreshDue: assign({ isRefreshDue: false }),
    },
  }).createMachine({
    id,
    description: 'Something that is fetched, shown, and fetched again when it has changed.',
    context: ({ input }) => ({
      params: input.params,
      data: undefined,
      problem: undefined,
      isRefreshDue: false,
    }),
    initial: 'starting',
    options: { maxIterations: 1000 },
    on: {
      LOAD: {
        target: '.fetching.loading',
        reenter: true,
        actions: ['forget', assign(({ event }) => ({ params: event.params }))],
      },
    },
    states: {
      starting: {
        description: 'Left at once: fetched when it is known what to fetch.',
        always: [{ guard: 'hasParams', target: 'fetching.loading' }, { target: 'waiting' }],
      },
      waiting: {
        description: 'Nothing has been asked for yet.',
        on: {
          PARAMS_CHANGED: {
            target: 'fetching.loading',
            actions: assign(({ event }) => ({ params: event.params })),
          },
        },
      },

      fetching: {
        description: 'An answer is on its way; a later question takes the place of an earlier one.',
        initial: 'loading',
        tags: ['busy'],
        entry: 'clearRefreshDue',
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context }) => ({ params: context.params! }),
          onDone: [
            {
              guard: isOkTooEarly,
              target: '.refreshing',
              reenter: true,
              actions: assign(({ event }) => (event.output.ok ? { data: event.output.value } : {})),
              description: 'Shown, and asked for again: it may be older than what happened meanwhile.',
            },
            {
              guard: isOk,
              target: 'loaded',
              actions: assign(({ event }) =>
                event.output.ok ? { data: event.output.value, problem: undefined } : {},
              ),
            },
            {
              guard: and(['isRefreshDue', 'isRefreshing']),
              target: '.refreshing',
              reenter: true,
              description: 'Refused, but something has changed since: asked for again.',
            },
            { guard: and(['isRefreshDue', 'isSeeking']), target: '.seeking', reenter: true },
            { guard: and(['isRefreshDue', 'hasNothing']), target: '.loading', reenter: true },
            { guard: 'isRefreshDue', target: '.changing', reenter: true },
            {
              guard: 'isRefreshing',
              target: 'stale',
              actions: assign(({ event }) => (event.output.ok ? {} : { problem: event.output.problem })),
            },
            {
              guard: isNotFound,
              target: 'absent',
              actions: assign(({ event }) =>
                event.output.ok ? {} : { data: undefined, problem: event.output.problem },
              ),
            },
            {
              guard: 'isSeeking',
              target: 'absent',
              description: 'Nothing new was learnt: it counts as not there until an answer says otherwise.',
            },
            {
              target: 'failed',
              actions: assign(({ event }) =>
                event.output.ok ? {} : { data: undefined, problem: event.output.problem },
              ),
            },
          ],
          onError: [
            {
              guard: 'isRefreshing',
              target: 'stale',
              actions: assign(({ event }) => ({ problem: toProblem(event.error) })),
            },
            { guard: 'isSeeking', target: 'absent' },
            {
              target: 'failed',
              actions: assign(({ event }) => ({ data: undefined, problem: toProblem(event.error) })),
            },
          ],
        },
        on: {
          PARAMS_CHANGED: [
            {
              guard: 'hasNothing',
              target: '.loading',
              reenter: true,
              actions: ['forget', assign(({ event }) => ({ params: event.params }))],
            },
            {
              target: '.changing',
              reenter: true,
              actions: assign(({ event }) => ({ params: event.params })),
            },
          ],
          REFRESH: {
            actions: 'markRefreshDue',
            description:
              'Asked for again after the answer, so that many messages cannot hold it up for ever.',
          },
          DATA_REPLACED: {
            guard: 'isRefreshing',
            target: '.refreshing',
            reenter: true,
            actions: assign(({ event }) => ({ data: event.data, problem: undefined })),
            description: 'The answer on its way may be older than this: it is asked for again.',
          },
          DATA_PATCHED: {
            guard: 'isRefreshing',
            actions: assign(({ event }) => ({ data: event.data })),
            description: 'Many of these must not hold up the answer on its way.',
          },
        },
        states: {
          loading: { description: 'The first answer is on its way; there is nothing to show yet.' },
          seeking: {
            description: 'It was not there; whether it has come into being is asked.',
            tags: ['failed'],
          },
          refreshing: {
            description: 'The same is fetched again; what is there stays in sight.',
            tags: ['hasData'],
          },
          changing: {
            description: 'Other parameters were asked for; the earlier data stays in sight until the answer.',
            tags: ['hasData'],
          },
        },
      },

      loaded: {
        description: 'The answer is there.',
        tags: ['hasData'],
        entry: emit(({ context }) => ({ type: 'resource.loaded', data: context.data! })),
        on: {
          PARAMS_CHANGED: {
            target: 'fetching.changing',
            actions: assign(({ event }) => ({ params: event.params })),
          },
          REFRESH: { target: 'fetching.refreshing' },
          DATA_REPLACED: {
            target: 'loaded',
            reenter: true,
            actions: assign(({ event }) => ({ data: event.data })),
          },
          DATA_PATCHED: { actions: assign(({ event }) => ({ data: event.data })) },
        },
      },
      stale: {
        description: 'The last refresh failed; what was there before stays in sight.',
        tags: ['hasData', 'failed'],
        entry: emit(({ context }) => ({ type: 'resource.failed', problem: context.problem! })),
        on: {
          PARAMS_CHANGED: {
            target: 'fetching.changing',
            actions: assign(({ event }) => ({ params: event.params })),
          },
          REFRESH: { target: 'fetching.refreshing' },
          RETRY: { target: 'fetching.refreshing' },
          DATA_REPLACED: {
            target: 'loaded',
            actions: assign(({ event }) => ({ data: event.data, problem: undefined })),
          },
          DATA_PATCHED: { actions: assign(({ event }) => ({ data: event.data })) },
        },
      },
      absent: {
        description: 'There is no such thing yet, or no longer.',
        tags: ['failed'],
        entry: emit(({ context }) => ({ type: 'resource.failed', problem: context.problem! })),
        on: {
          PARAMS_CHANGED: {
            target: 'fetching.loading',
            actions: ['forget', assign(({ event }) => ({ params: event.params }))],
          },
          REFRESH: { target: 'fetching.seeking' },
          RETRY: { target: 'fetching.seeking' },
        },
      },
      failed: {
        description: 'It could not be fetched, and there is nothing to show.',
        tags: ['failed'],
        entry: emit(({ context }) => ({ type: 'resource.failed', problem: context.problem! })),
        on: {
          PARAMS_CHANGED: {
            target: 'fetching.loading',
            actions: ['forget', assign(({ event }) => ({ params: event.params }))],
          },
          REFRESH: { target: 'fetching.loading', actions: 'forget' },
          RETRY: { target: 'fetching.loading', actions: 'forget' },
        },
      },
    },
  })

/** The machine of a resource of this data and these parameters. */
export type ResourceMachine<Data, Params> = ReturnType<typeof resourceMachine<Data, Params>>
