import { type Problem, problem, toProblem } from '../../domain/problem.ts'
import type { ResourceContext } from '../../machines/resource/index.ts'
import { err, ok, type Result } from '../../machines/support/index.ts'
import { message } from '../../messages/message.ts'
import { ageing, both, gone, notFound, resource, telling } from '../charts/resource.ts'
import { parent } from '../parent.ts'
import {
  doneBy,
  failedBy,
  ledThrough,
  type Net,
  type Outcome,
  type Question,
  sends,
  starts,
  waits,
} from './net.ts'

/*
 * Something that is fetched and shown (specification 1 §8, 2 §8; decisions §14). Written apart from the chart: what stays in
 * sight and what goes, when it is asked for again, what counts as not there, and that an answer which something has overtaken
 * is never the last word, and never takes back what is in sight. What is away or too busy is asked for again by itself, after
 * 10, 20, 40, then 60 seconds, or up to half of that less, by pages in sight alone (specification 4). An answer that is not yet
 * what is waited for is asked for again after an interval (specification 2 §9), which is then the first of those pauses too.
 */

type Content = 'empty' | 'current' | 'former' | 'absent'
type Work =
  | 'waiting'
  | 'fetching.upToDate'
  | 'fetching.askedAgain'
  | 'fetching.overtaken'
  | 'settled.resting'
  | 'settled.done'
  | 'failed.resting'
  | 'failed.due'
  | 'failed.refused'
/** What the two can be together. */
const states = [
  'content.empty + work.waiting',
  'content.empty + work.fetching.upToDate',
  'content.empty + work.fetching.askedAgain',
  'content.empty + work.fetching.overtaken',
  'content.empty + work.failed.resting',
  'content.empty + work.failed.due',
  'content.empty + work.failed.refused',
  'content.current + work.waiting',
  'content.current + work.fetching.upToDate',
  'content.current + work.fetching.askedAgain',
  'content.current + work.fetching.overtaken',
  'content.current + work.settled.resting',
  'content.current + work.settled.done',
  'content.current + work.failed.resting',
  'content.current + work.failed.due',
  'content.current + work.failed.refused',
  'content.former + work.waiting',
  'content.former + work.fetching.upToDate',
  'content.former + work.fetching.askedAgain',
  'content.former + work.fetching.overtaken',
  'content.absent + work.waiting',
  'content.absent + work.fetching.upToDate',
  'content.absent + work.fetching.askedAgain',
  'content.absent + work.fetching.overtaken',
  'content.absent + work.settled.done',
] as const
type State = (typeof states)[number]
type Facts = ResourceContext<string, string>
type Decided = Outcome<Facts, State>

/** Throws where the two cannot be together: nothing that is decided may lead there. */
const stateOf = (content: Content, work: Work): State => {
  const found = states.find(state => state === `content.${content} + work.${work}`)
  if (!found) throw new Error(`Nothing is ${content} and ${work}.`)
  return found
}

/** The two halves of a state. */
const halvesOf = (state: State): [Content, Work] => {
  const [content = '', work = ''] = state.split(' + ')
  return [content.slice('content.'.length) as Content, work.slice('work.'.length) as Work]
}

const to = (content: Content, work: Work, facts: Facts, ...effects: string[]): Decided => ({
  state: stateOf(content, work),
  facts,
  effects,
})

/** The server is asked; an answer that is still on its way is dropped. */
const fetches = (content: Content, facts: Facts, ...effects: string[]): Decided => ({
  state: stateOf(content, 'fetching.upToDate'),
  facts: { ...facts, queued: [] },
  effects: [...effects, starts('load', { params: facts.params })],
})

/** Its parent hears of each change of what there is to show, and why there is nothing. */
const tells = ({ data }: Facts): string => sends('parent', { type: 'RESOURCE_UPDATED', data })
const tellsWhy = ({ problem: why }: Facts): string =>
  sends('parent', { type: 'RESOURCE_FAILED', problem: why })

/** What went wrong in each way, and whether the same question may be answered soon. */
const faults: readonly [Problem, boolean][] = [
  [problem('network', 'No answer.'), true],
  [problem('unavailable', 'Not now.'), true],
  [problem('internal', 'It broke.'), false],
  [problem('too-many-requests', 'Wait a moment.'), true],
  [problem('too-slow', 'Once more.'), true],
  [problem('conflict', 'Changed.'), false],
  [problem('forbidden', 'Not yours.'), false],
]
const mayPass = (why: Facts['problem']): boolean =>
  faults.some(([{ kind }, may]) => may && kind === why?.kind)

/** After so many failures in a row, in seconds: all of it, or half of it, by the share that is the page's own. */
const pauses = { 10: [10, 20, 40, 60], 5: [5, 10, 20, 40, 60] }
const firstPause = ({ everyMs }: Facts): 5 | 10 => (everyMs === 5000 ? 5 : 10)
const rests = (facts: Facts): string =>
  waits((pauses[firstPause(facts)][facts.failures - 1] ?? 60) * (facts.spread === 1 ? 1000 : 500))

/** The last question was answered, perhaps by less than is waited for. */
const settles = (facts: Facts, ...effects: string[]): Decided =>
  facts.data === 'half'
    ? to('current', 'settled.resting', facts, ...effects, waits(firstPause(facts) * 1000))
    : to('current', 'settled.done', facts, ...effects)

const failsWith = (content: Content, facts: Facts, ...effects: string[]): Decided =>
  mayPass(facts.problem)
    ? to(content, 'failed.resting', facts, ...effects, rests(facts))
    : to(content, 'failed.refused', facts, ...effects)

/** It went wrong: what is in sight stays, and what counts as not there does until an answer says otherwise. */
const wentWrong = (content: Content, facts: Facts, why: Facts['problem']): Decided => {
  if (content === 'absent') return to('absent', 'settled.done', facts)
  const counted: Facts = { ...facts, problem: why, failures: facts.failures + 1 }
  if (content === 'current') return failsWith('current', counted)
  const nothing: Facts = { ...counted, data: undefined }
  return failsWith('empty', nothing, tellsWhy(nothing))
}

/** What came while the answer was on its way is told to it, in order. */
const hears = (found: Decided, messages: Facts['queued']): Decided =>
  messages.reduce((so, message) => {
    const [content, work] = halvesOf(so.state)
    const next = heard(content, work, so.facts, { type: 'MESSAGE_REPLAYED', message })
    return next ? { ...next, effects: [...so.effects, ...next.effects] } : so
  }, found)

const answered = (content: Content, work: Work, facts: Facts, output: Result<string>): Decided => {
  const isAskedAgain = work !== 'fetching.upToDate'
  // What is in sight was told since.
  if (work === 'fetching.overtaken' && content === 'current') return fetches(content, facts)
  if (output.ok) {
    const shown: Facts = { ...facts, data: output.value, failures: 0 }
    if (isAskedAgain) return hears(fetches('current', shown, tells(shown)), facts.queued)
    return hears(settles({ ...shown, problem: undefined }, tells(shown)), facts.queued)
  }
  if (isAskedAgain) return fetches(content, facts)
  if (![404, 410].includes(output.problem.status)) return wentWrong(content, facts, output.problem)
  // What was shown was deleted elsewhere (decisions §15): the page says so, and by whom where the answer does.
  const whenUnknown =
    content === 'current' ? problem('gone', message('problems', 'deletedElsewhere')) : facts.problem
  const isKnownDeleted = output.problem.status === 404 && whenUnknown?.status === 410
  const why = isKnownDeleted ? whenUnknown : output.problem
  const nothing: Facts = { ...facts, data: undefined, problem: why }
  return to('absent', 'settled.done', nothing, tellsWhy(nothing))
}

/** Asked for again; a failure with nothing to show is forgotten meanwhile. */
const fetchesAgain = (content: Content, facts: Facts): Decided =>
  fetches(content, content === 'empty' ? { ...facts, problem: undefined } : facts)

/** A live message: what is in sight is told of it at once, and asked for again where that leaves something open. */
const heard = (
  content: Content,
  work: Work,
  facts: Facts,
  { type, message }: { type: 'MESSAGE_ARRIVED' | 'MESSAGE_REPLAYED'; message: NonNullable<typeof telling> },
): Decided | undefined => {
  const { sequence } = message
  const isTold = content === 'current' && sequence !== 2 && facts.data !== 'told'
  const told: Facts = isTold ? { ...facts, data: 'told' } : facts
  const effects = isTold ? [tells(told)] : []
  const isOpen = sequence !== 1
  if (work.startsWith('fetching.')) {
    // The answer on its way may have been read before it: it is told then.
    if (type === 'MESSAGE_REPLAYED') return isTold ? to(content, work, told, ...effects) : undefined
    const after = { ...told, queued: [...facts.queued, message] }
    return to(
      content,
      isOpen && work === 'fetching.upToDate' ? 'fetching.askedAgain' : work,
      after,
      ...effects,
    )
  }
  const isAsked =
    isOpen && (work.startsWith('settled.') || (work.startsWith('failed.') && type === 'MESSAGE_ARRIVED'))
  if (!isAsked) return isTold ? to(content, work, told, ...effects) : undefined
  return fetches(content, content === 'empty' ? { ...told, problem: undefined } : told, ...effects)
}

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const [content, work] = halvesOf(state)
  const isFetching = work.startsWith('fetching.')
  switch (event.type) {
    case 'PARAMS_CHANGED': {
      // Drawn anew with the same question: it is not asked twice.
      if (event.params === facts.params) return undefined
      // Withdrawn: what is there stays, and the same question is a new one when it comes again.
      if (event.params === undefined) return to(content, 'waiting', { ...facts, params: undefined })
      const next: Facts = { ...facts, params: event.params, failures: 0 }
      // A page of a table stays in sight until the next one is there.
      return content === 'current' || content === 'former'
        ? fetches('former', next)
        : fetches('empty', { ...next, problem: undefined })
    }
    case 'MESSAGES_MISSED':
    case 'REFRESH':
      if (work === 'fetching.overtaken') return undefined
      if (isFetching) return to(content, 'fetching.askedAgain', facts)
      return work === 'waiting' ? undefined : fetchesAgain(content, facts)
    case 'MESSAGE_ARRIVED':
    case 'MESSAGE_REPLAYED':
      return heard(content, work, facts, event as never)
    case 'OVERTAKEN':
      // Without an answer on its way there is nothing that could take back what was told.
      return isFetching && work !== 'fetching.overtaken'
        ? to(content, 'fetching.overtaken', facts)
        : undefined
    case 'RETRY':
      // Being asked for again by itself, behind what went wrong: now it is shown that it is.
      if (isFetching && content === 'empty') return to(content, work, { ...facts, problem: undefined })
      return work.startsWith('failed.') || (work.startsWith('settled.') && content === 'absent')
        ? fetchesAgain(content, facts)
        : undefined
    case 'DATA_REPLACED': {
      if (content !== 'current') return undefined
      const shown: Facts = { ...facts, data: event.data, problem: undefined }
      if (isFetching) return fetches('current', shown, tells(shown))
      if (work === 'waiting') return to('current', work, shown, tells(shown))
      return work.startsWith('failed.')
        ? settles(shown, tells(shown))
        : to('current', work, shown, tells(shown))
    }
    case 'DATA_PATCHED':
      return content === 'current'
        ? to(
            'current',
            work,
            { ...facts, data: event.data },
            sends('parent', { type: 'RESOURCE_UPDATED', data: event.data }),
          )
        : undefined
    case 'xstate.after.interval.resource.work.settled.resting':
      return work === 'settled.resting' ? fetches(content, facts) : undefined
    case 'xstate.after.pause.resource.work.failed.resting':
      return work === 'failed.resting' ? to(content, 'failed.due', facts, starts('inSight')) : undefined
    case 'xstate.done.actor.inSight':
    case 'xstate.error.actor.inSight':
      // What went wrong stays in sight until there is an answer.
      return work === 'failed.due' ? fetches(content, facts) : undefined
    // What went wrong stays beside what is in sight: nothing new would be told.
    case 'xstate.error.actor.live':
      return to(content, work, { ...facts, problem: toProblem(event.error) })
    case 'xstate.done.actor.load':
      return isFetching ? answered(content, work, facts, event.output) : undefined
    case 'xstate.error.actor.load':
      return isFetching ? wentWrong(content, facts, toProblem(event.error)) : undefined
    default:
      return undefined
  }
}

const unavailable = problem('unavailable', 'Not now.')
const unknown: Facts = {
  parent,
  params: undefined,
  data: undefined,
  problem: undefined,
  everyMs: undefined,
  failures: 0,
  spread: 1,
  queued: [],
}

const momentsIn = (state: State): Facts[] => {
  const [content, work] = halvesOf(state)
  const data = content === 'current' || content === 'former' ? 'shown' : undefined
  if (work === 'waiting') return [{ ...unknown, data, problem: content === 'absent' ? notFound : undefined }]
  const facts: Facts = { ...unknown, params: 'one', data }
  if (content === 'absent') return [notFound, gone].map(why => ({ ...facts, problem: why }))
  const afterFailures = [1, 5].flatMap(failures =>
    [0, 1].flatMap(spread =>
      [undefined, 5000].map(everyMs => ({ ...facts, problem: unavailable, failures, spread, everyMs })),
    ),
  )
  if (work === 'failed.refused') return [{ ...facts, problem: problem('conflict', 'Changed.'), failures: 1 }]
  if (work.startsWith('failed.')) return afterFailures
  if (work === 'settled.resting')
    return [undefined, 5000].map(everyMs => ({ ...facts, data: 'half', everyMs }))
  // What went wrong before stays in sight while it is asked for again.
  if (work !== 'settled.done')
    return [
      facts,
      ...afterFailures,
      ...[[telling], [ageing], [telling, both]].map(queued => ({ ...facts, queued })),
    ] as Facts[]
  return [facts]
}

const begins = (facts: Facts): Decided => fetches('empty', facts, starts('live'))

export const resourceNet: Net<Facts, State> = {
  machine: resource,
  states,
  factsIn: momentsIn,
  events: [
    ...['one', 'two', undefined].map(params => ({ type: 'PARAMS_CHANGED', params })),
    { type: 'MESSAGES_MISSED' },
    { type: 'REFRESH' },
    { type: 'RETRY' },
    ...['replaced', 'half'].map(data => ({ type: 'DATA_REPLACED', data })),
    { type: 'DATA_PATCHED', data: 'patched' },
    { type: 'OVERTAKEN' },
    ...[telling, ageing, both].flatMap(message => [
      { type: 'MESSAGE_ARRIVED', message },
      { type: 'MESSAGE_REPLAYED', message },
    ]),
    { type: 'xstate.after.interval.resource.work.settled.resting' },
    { type: 'xstate.after.pause.resource.work.failed.resting' },
    failedBy('live', new Error('no feed')),
    doneBy('inSight'),
    failedBy('inSight', new Error('no page')),
    ...[ok('loaded'), ok('half'), err(notFound), err(gone), ...faults.map(([why]) => err(why))].map(output =>
      doneBy('load', output),
    ),
    failedBy('load', new TypeError('fetch failed')),
  ],
  decided,
  tags: {
    'content.empty + work.waiting': [],
    'content.empty + work.fetching.upToDate': [],
    'content.empty + work.fetching.askedAgain': [],
    'content.empty + work.fetching.overtaken': [],
    'content.empty + work.failed.resting': ['failed'],
    'content.empty + work.failed.due': ['failed'],
    'content.empty + work.failed.refused': ['failed'],
    'content.current + work.waiting': ['hasData'],
    'content.current + work.fetching.upToDate': ['hasData'],
    'content.current + work.fetching.askedAgain': ['hasData'],
    'content.current + work.fetching.overtaken': ['hasData'],
    'content.current + work.settled.resting': ['hasData'],
    'content.current + work.settled.done': ['hasData'],
    'content.current + work.failed.resting': ['failed', 'hasData'],
    'content.current + work.failed.due': ['failed', 'hasData'],
    'content.current + work.failed.refused': ['failed', 'hasData'],
    'content.former + work.waiting': ['former', 'hasData'],
    'content.former + work.fetching.upToDate': ['former', 'hasData'],
    'content.former + work.fetching.askedAgain': ['former', 'hasData'],
    'content.former + work.fetching.overtaken': ['former', 'hasData'],
    'content.absent + work.waiting': ['failed'],
    'content.absent + work.fetching.upToDate': ['failed'],
    'content.absent + work.fetching.askedAgain': ['failed'],
    'content.absent + work.fetching.overtaken': ['failed'],
    'content.absent + work.settled.done': ['failed'],
  },
  harmless: {
    ...ledThrough('resource.work', 'work:PARAMS_CHANGED:0'),
    ...ledThrough(
      'resource.work.starting',
      'work:PARAMS_CHANGED:0',
      'work.fetching:DATA_REPLACED:0',
      'work.fetching:xstate.done.actor.load:0',
      'work.fetching:xstate.done.actor.load:2',
      'work.settled.resting:xstate.after.interval.resource.work.settled.resting:0',
      'work.settled:REFRESH:0',
      'work.settled:RETRY:0',
      'work.settled:MESSAGE_ARRIVED:0',
      'work.settled:MESSAGE_REPLAYED:0',
      'work.failed:MESSAGE_ARRIVED:0',
      'work.failed:MESSAGE_ARRIVED:1',
      'work.failed:REFRESH:0',
      'work.failed:REFRESH:1',
      'work.failed:RETRY:0',
      'work.failed:RETRY:1',
      'work.failed.due:xstate.done.actor.inSight:0',
      'work.failed.due:xstate.error.actor.inSight:0',
    ),
  },
  starts: [
    { input: { parent, params: 'one' }, outcome: begins({ ...unknown, params: 'one' }) },
    {
      input: { parent, params: 'one', spread: 0, everyMs: 5000 },
      outcome: begins({ ...unknown, params: 'one', spread: 0, everyMs: 5000 }),
    },
    { input: { parent }, outcome: to('empty', 'waiting', unknown, starts('live')) },
  ],
}
