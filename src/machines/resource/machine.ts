import { and, assign, enqueueActions, fromCallback, fromPromise, or, setup, stateIn } from 'xstate'
import { deletedElsewhere, isAway, isMissing, toProblem } from '../../domain/problem.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import type { LivePageEvent } from '../live-feed/relay.ts'
import { thrown } from '../support/fault.ts'
import { missing, outputOf, type Result } from '../support/result.ts'
import type {
  LoadInput,
  LoadOutput,
  ResourceContext,
  ResourceEvent,
  ResourceInput,
  ResourceTag,
} from './types.ts'

const dataOf = ({ event }: { event: { data: unknown } }): unknown => event.data
const paramsOf = ({ event }: { event: { params: unknown } }): unknown => event.params
const messageOf = ({ event }: { event: { message: LiveMessage } }): LiveMessage => event.message

// Of the two regions, by the ids that they have in every resource.
const content = {
  empty: '#content.empty',
  current: '#content.current',
  former: '#content.former',
  absent: '#content.absent',
} as const
const work = {
  fetching: '#work.fetching',
  settled: '#work.settled',
  failed: '#work.failed',
} as const

// xstate types no parameters that are computed within a composed guard; the guard itself is checked where it is named.
const isOtherOverData = and(['hasData', { type: 'isOther', params: paramsOf }] as never)
const isGone = and(['isCurrent', { type: 'isMissing', params: outputOf }] as never)
const isOkAndAskedAgain = and(['isAskedAgain', { type: 'isOk', params: outputOf }] as never)

const isBehind = { type: 'isBehind', params: messageOf } as const
const isBehindAndEmpty = and(['isEmpty', isBehind] as never)
const queuesMessage = { type: 'queueMessage', params: messageOf } as const
const follows = {
  guard: { type: 'changes', params: messageOf },
  actions: [{ type: 'follow', params: messageOf }, 'tellData'],
} as const

/** The first pause before a failed request is repeated, and the longest, in ms. */
const pauses = { first: 10_000, longest: 60_000 }
const firstPause = ({ everyMs = pauses.first }: { everyMs?: number | undefined }): number => everyMs

/**
 * A chart, because answers, refusals, live messages and retries overtake each other the same way on every page. One thing that
 * is fetched and shown: a submission, a list, a report. Two regions, each with its own question: what there is to show, and what
 * is being done about it. `id` names it in the inspector. Provide `load` and `inSight`; nothing is fetched again on focus but
 * what has failed. Provide `live` unless the parent passes on what concerns the resource, and `isUnfinished` for what is fetched
 * at intervals until it is there (specification 2 §9: the failures file, every 5 s).
 *
 * The types of data and parameters are open here, and xstate gives named actions no parameters of an open type; so their
 * parameters are unknown, and each action says what it is.
 */
export const resourceMachine = <Data, Params>(id: string) =>
  setup({
    types: {
      context: {} as ResourceContext<Data, Params>,
      events: {} as ResourceEvent<Data, Params>,
      input: {} as ResourceInput<Data, Params>,
      tags: {} as ResourceTag,
    },
    actors: {
      load: fromPromise<LoadOutput<Data>, LoadInput<Params>>(missing('load')),
      inSight: fromPromise<void>(missing('inSight')),
      /** Sends MESSAGE_ARRIVED and MESSAGES_MISSED. */
      live: fromCallback<LivePageEvent>(() => {}),
    },
    delays: {
      interval: ({ context }) => firstPause(context),
      // Pages that failed together do not ask again together.
      pause: ({ context }) =>
        Math.min(pauses.longest, firstPause(context) * 2 ** (context.failures - 1)) *
        ((1 + context.spread) / 2),
    },
    guards: {
      isOther: ({ context }, params: unknown) => JSON.stringify(params) !== JSON.stringify(context.params),
      isNothing: (_, params: unknown) => params === undefined,
      hasParams: ({ context }) => context.params !== undefined,
      isOk: (_, output: Result<unknown>) => output.ok,
      isMissing: (_, output: Result<unknown>) => !output.ok && isMissing(output.problem),
      isAway: ({ context: { problem } }) => problem !== undefined && isAway(problem),
      isAskedAgain: or([stateIn('#work.fetching.askedAgain'), stateIn('#work.fetching.overtaken')]),
      takesBack: and([stateIn('#work.fetching.overtaken'), stateIn(content.current)]),
      isEmpty: stateIn(content.empty),
      isCurrent: stateIn(content.current),
      isAbsent: stateIn(content.absent),
      hasData: or([stateIn(content.current), stateIn(content.former)]),
      /** Whether the answer is not yet what is waited for: it is fetched again after an interval. */
      isUnfinished: _ => false,
      /** Whether the data has to be asked for again after a live message. Provide this, `changes` and `follow`. */
      isBehind: (_, _message: LiveMessage) => false,
      /** Whether `follow` changes the data. */
      changes: (_, _message: LiveMessage) => false,
    },
    actions: {
      keepParams: assign((_, params: unknown) => ({ params: params as Params, failures: 0 })),
      forgetParams: assign({ params: undefined }),
      keepData: assign((_, data: unknown) => ({ data: data as Data })),
      keepAnswer: assign((_, output: Result<unknown>) =>
        output.ok ? { data: output.value as Data, failures: 0 } : {},
      ),
      keepRefusal: assign((_, output: Result<unknown>) => (output.ok ? {} : { problem: output.problem })),
      noteDeleted: assign((_, output: Result<unknown>) => ({
        problem: !output.ok && output.problem.kind === 'gone' ? output.problem : deletedElsewhere,
      })),
      // "Deleted" is not forgotten because a later answer says no more than "not found".
      keepAbsence: assign(({ context }, output: Result<unknown>) =>
        output.ok || (output.problem.kind === 'not-found' && context.problem?.kind === 'gone')
          ? {}
          : { problem: output.problem },
      ),
      keepFault: assign((_, error: unknown) => ({ problem: toProblem(error) })),
      countFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
      forgetData: assign({ data: undefined }),
      forgetProblem: assign({ problem: undefined }),
      refresh: enqueueActions(({ enqueue }) => enqueue.raise({ type: 'REFRESH' })),
      /** Changes the data as a live message says. */
      follow: (_, _message: LiveMessage) => {},
      queueMessage: assign(({ context }, message: LiveMessage) => ({
        queued: [...context.queued, message],
      })),
      clearQueue: assign({ queued: [] }),
      replayQueue: enqueueActions(({ context, enqueue }) => {
        for (const message of context.queued) enqueue.raise({ type: 'MESSAGE_REPLAYED', message })
      }),
      tellData: enqueueActions(({ context: { parent, data }, enqueue }) => {
        if (parent) enqueue.sendTo(parent, { type: 'RESOURCE_UPDATED', data: data! })
      }),
      tellProblem: enqueueActions(({ context: { parent, problem }, enqueue }) => {
        if (parent) enqueue.sendTo(parent, { type: 'RESOURCE_FAILED', problem: problem! })
      }),
    },
  }).createMachine({
    id,
    description: 'Something that is fetched, shown, and fetched again when it has changed.',
    context: ({ input: { parent, params, everyMs, spread = 1 } }) => ({
      parent,
      params,
      everyMs,
      spread,
      data: undefined,
      problem: undefined,
      failures: 0,
      queued: [],
    }),
    type: 'parallel',
    options: { maxIterations: 1000 },
    invoke: { id: 'live', src: 'live', onError: { actions: { type: 'keepFault', params: thrown } } },
    on: {
      MESSAGES_MISSED: { actions: 'refresh' },
      // A question that is being asked, or was answered, is not asked twice: a page may be drawn anew.
      PARAMS_CHANGED: [
        {
          guard: isOtherOverData,
          target: [content.former, work.fetching],
          actions: { type: 'keepParams', params: paramsOf },
          description: 'A page of a table stays in sight until the next one is there.',
        },
        {
          guard: { type: 'isOther', params: paramsOf },
          target: [content.empty, work.fetching],
          actions: ['forgetProblem', { type: 'keepParams', params: paramsOf }],
        },
      ],
    },
    states: {
      content: {
        id: 'content',
        description: 'What there is to show.',
        initial: 'empty',
        states: {
          empty: { description: 'Nothing has arrived.' },
          current: {
            description: 'The answer to the present question.',
            tags: ['hasData'],
            on: {
              DATA_REPLACED: { actions: [{ type: 'keepData', params: dataOf }, 'forgetProblem', 'tellData'] },
              DATA_PATCHED: {
                actions: [{ type: 'keepData', params: dataOf }, 'tellData'],
                description: 'Many of these must not hold up an answer on its way.',
              },
              MESSAGE_ARRIVED: follows,
              MESSAGE_REPLAYED: follows,
            },
          },
          former: {
            description: 'The answer to the question before; the present one is being asked.',
            tags: ['hasData', 'former'],
          },
          absent: {
            description: 'There is no such thing yet, or no longer, until an answer says otherwise.',
            tags: ['failed'],
          },
        },
      },
      work: {
        id: 'work',
        description: 'What is being done about it.',
        initial: 'starting',
        on: {
          PARAMS_CHANGED: {
            guard: { type: 'isNothing', params: paramsOf },
            target: '.waiting',
            actions: 'forgetParams',
            description: 'What is there stays.',
          },
        },
        states: {
          starting: {
            description: 'Left at once: fetched when it is known what to fetch.',
            always: [{ guard: 'hasParams', target: 'fetching' }, { target: 'waiting' }],
          },
          waiting: { description: 'Nothing is to be asked for: not yet, or not any more.' },
          fetching: {
            description: 'An answer is on its way; a later question takes the place of an earlier one.',
            initial: 'upToDate',
            entry: 'clearQueue',
            invoke: {
              id: 'load',
              src: 'load',
              input: ({ context }) => ({ params: context.params! }),
              onDone: [
                {
                  guard: 'takesBack',
                  target: 'fetching',
                  reenter: true,
                  description: 'Not shown: what is in sight tells more than the answer can. Asked for again.',
                },
                {
                  guard: isOkAndAskedAgain,
                  target: [content.current, work.fetching],
                  actions: [{ type: 'keepAnswer', params: outputOf }, 'tellData', 'replayQueue'],
                  description: 'Shown, and asked for again: something has changed since.',
                },
                {
                  guard: 'isAskedAgain',
                  target: 'fetching',
                  reenter: true,
                  description: 'Refused, but something has changed since: asked for again.',
                },
                {
                  guard: { type: 'isOk', params: outputOf },
                  target: [content.current, work.settled],
                  actions: [
                    { type: 'keepAnswer', params: outputOf },
                    'forgetProblem',
                    'tellData',
                    'replayQueue',
                  ],
                  description:
                    'The messages of that time are applied to it: the server may have read it before them.',
                },
                {
                  guard: isGone,
                  target: [content.absent, work.settled],
                  actions: ['forgetData', { type: 'noteDeleted', params: outputOf }, 'tellProblem'],
                  description: 'It was deleted while it was shown; what is in sight would be a lie.',
                },
                {
                  guard: 'isCurrent',
                  target: 'failed',
                  actions: [{ type: 'keepRefusal', params: outputOf }, 'countFailure'],
                  description: 'What is there stays in sight, with what went wrong beside it.',
                },
                {
                  guard: { type: 'isMissing', params: outputOf },
                  target: [content.absent, work.settled],
                  actions: ['forgetData', { type: 'keepAbsence', params: outputOf }, 'tellProblem'],
                },
                {
                  guard: 'isAbsent',
                  target: 'settled',
                  description:
                    'Nothing new was learnt: it counts as not there until an answer says otherwise.',
                },
                {
                  target: [content.empty, work.failed],
                  actions: [
                    'forgetData',
                    { type: 'keepRefusal', params: outputOf },
                    'countFailure',
                    'tellProblem',
                  ],
                },
              ],
              onError: [
                {
                  guard: 'isCurrent',
                  target: 'failed',
                  actions: [{ type: 'keepFault', params: thrown }, 'countFailure'],
                },
                { guard: 'isAbsent', target: 'settled' },
                {
                  target: [content.empty, work.failed],
                  actions: [
                    'forgetData',
                    { type: 'keepFault', params: thrown },
                    'countFailure',
                    'tellProblem',
                  ],
                },
              ],
            },
            on: {
              DATA_REPLACED: {
                guard: 'isCurrent',
                target: 'fetching',
                reenter: true,
                description: 'The answer on its way may be older than this: it is asked for again.',
              },
              MESSAGE_ARRIVED: { actions: queuesMessage },
              RETRY: {
                guard: 'isEmpty',
                actions: 'forgetProblem',
                description: 'It is being asked for again already, without a word; now that is shown.',
              },
            },
            states: {
              upToDate: {
                description: 'Nothing has changed since it was asked for.',
                on: {
                  REFRESH: {
                    target: 'askedAgain',
                    description:
                      'Asked for again after the answer, so that many messages cannot hold it up for ever.',
                  },
                  MESSAGE_ARRIVED: { guard: isBehind, target: 'askedAgain', actions: queuesMessage },
                  OVERTAKEN: { target: 'overtaken' },
                },
              },
              askedAgain: {
                description: 'Something has changed since: the answer is shown, and asked for again.',
                on: { OVERTAKEN: { target: 'overtaken' } },
              },
              overtaken: {
                description:
                  'A live message has told what the answer may not know: it would take that back where something is in sight.',
              },
            },
          },
          settled: {
            description: 'The last question was answered.',
            initial: 'judging',
            states: {
              judging: {
                description: 'Left at once: compares the answer with what is waited for.',
                always: [{ guard: 'isUnfinished', target: 'resting' }, { target: 'done' }],
              },
              resting: {
                description: 'It is not there yet. Fetched again after the interval.',
                after: { interval: { target: work.fetching } },
              },
              done: { description: 'Fetched again only when something changes.' },
            },
            on: {
              REFRESH: { target: 'fetching' },
              MESSAGE_ARRIVED: { guard: isBehind, target: 'fetching' },
              MESSAGE_REPLAYED: { guard: isBehind, target: 'fetching' },
              RETRY: { guard: 'isAbsent', target: 'fetching' },
            },
          },
          failed: {
            description: 'The last question got no answer that can be used.',
            tags: ['failed'],
            initial: 'judging',
            states: {
              judging: {
                description: 'Left at once, for whether the same question may be answered soon.',
                always: [{ guard: 'isAway', target: 'resting' }, { target: 'refused' }],
              },
              resting: {
                description:
                  'Asked for again by itself, after a longer pause each time; what went wrong stays in sight meanwhile.',
                after: { pause: { target: 'due' } },
              },
              due: {
                description:
                  'Asked for again when the page is in sight: hidden pages would keep an overload alive.',
                invoke: {
                  id: 'inSight',
                  src: 'inSight',
                  onDone: { target: work.fetching },
                  onError: { target: work.fetching, description: 'Nobody can tell: it counts as in sight.' },
                },
              },
              refused: {
                description:
                  'It was refused, or the server failed at it: asked for again only when somebody wants that.',
              },
            },
            on: {
              REFRESH: [
                { guard: 'isEmpty', target: 'fetching', actions: 'forgetProblem' },
                { target: 'fetching' },
              ],
              RETRY: [
                { guard: 'isEmpty', target: 'fetching', actions: 'forgetProblem' },
                { target: 'fetching' },
              ],
              MESSAGE_ARRIVED: [
                { guard: isBehindAndEmpty, target: 'fetching', actions: 'forgetProblem' },
                { guard: isBehind, target: 'fetching' },
              ],
              DATA_REPLACED: { guard: 'isCurrent', target: 'settled' },
            },
          },
        },
      },
    },
  })

/** The machine of a resource of this data and these parameters. */
export type ResourceMachine<Data, Params> = ReturnType<typeof resourceMachine<Data, Params>>
