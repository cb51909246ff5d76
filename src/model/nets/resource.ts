import { problem, toProblem } from '../../domain/problem.ts'
import type { ResourceContext } from '../../machines/resource/index.ts'
import { err, ok, type Result } from '../../machines/support/index.ts'
import { notFound, resource } from '../charts/resource.ts'
import { doneBy, emits, failedBy, ledThrough, type Net, type Outcome, type Question, starts } from './net.ts'

/*
 * Something that is fetched and shown (specification 1 §8, 2 §8; decisions §14). Written apart from the chart: what stays in
 * sight and what goes, when it is asked for again, what counts as not there, and that an answer which something has overtaken
 * is never the last word, and never takes back what is in sight.
 */

type Content = 'empty' | 'current' | 'former' | 'absent'
type Work =
  | 'waiting'
  | 'fetching.upToDate'
  | 'fetching.askedAgain'
  | 'fetching.overtaken'
  | 'settled'
  | 'failed'
/** What the two can be together. */
const states = [
  'content.empty + work.waiting',
  'content.empty + work.fetching.upToDate',
  'content.empty + work.fetching.askedAgain',
  'content.empty + work.fetching.overtaken',
  'content.empty + work.failed',
  'content.current + work.waiting',
  'content.current + work.fetching.upToDate',
  'content.current + work.fetching.askedAgain',
  'content.current + work.fetching.overtaken',
  'content.current + work.settled',
  'content.current + work.failed',
  'content.former + work.waiting',
  'content.former + work.fetching.upToDate',
  'content.former + work.fetching.askedAgain',
  'content.former + work.fetching.overtaken',
  'content.absent + work.waiting',
  'content.absent + work.fetching.upToDate',
  'content.absent + work.fetching.askedAgain',
  'content.absent + work.fetching.overtaken',
  'content.absent + work.settled',
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
  facts,
  effects: [...effects, starts('load', { params: facts.params })],
})

/** Whoever listens hears of each change of what there is to show, and why there is nothing. */
const tells = ({ data }: Facts): string => emits({ type: 'resource.told', data })
const tellsWhy = ({ problem: why }: Facts): string => emits({ type: 'resource.failed', problem: why })

/** It went wrong, and nothing is known that could be shown beside it. */
const wentWrong = (content: Content, facts: Facts, why: Facts['problem']): Decided => {
  if (content === 'current') return to('current', 'failed', { ...facts, problem: why })
  // It counts as not there until an answer says otherwise.
  if (content === 'absent') return to('absent', 'settled', facts)
  const nothing: Facts = { ...facts, data: undefined, problem: why }
  return to('empty', 'failed', nothing, tellsWhy(nothing))
}

const answered = (content: Content, work: Work, facts: Facts, output: Result<string>): Decided => {
  const isAskedAgain = work !== 'fetching.upToDate'
  // What is in sight was told since.
  if (work === 'fetching.overtaken' && content === 'current') return fetches(content, facts)
  if (output.ok) {
    const shown: Facts = { ...facts, data: output.value }
    return isAskedAgain
      ? fetches('current', shown, tells(shown))
      : to('current', 'settled', { ...shown, problem: undefined }, tells(shown))
  }
  if (isAskedAgain) return fetches(content, facts)
  if (content === 'current' || output.problem.kind !== 'not-found')
    return wentWrong(content, facts, output.problem)
  const nothing: Facts = { ...facts, data: undefined, problem: output.problem }
  return to('absent', 'settled', nothing, tellsWhy(nothing))
}

/** Asked for again; a failure with nothing to show is forgotten meanwhile. */
const fetchesAgain = (content: Content, facts: Facts): Decided =>
  fetches(content, content === 'empty' ? { ...facts, problem: undefined } : facts)

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const [content, work] = halvesOf(state)
  const isFetching = work.startsWith('fetching.')
  switch (event.type) {
    case 'PARAMS_CHANGED': {
      // Drawn anew with the same question: it is not asked twice.
      if (event.params === facts.params) return undefined
      // Withdrawn: what is there stays, and the same question is a new one when it comes again.
      if (event.params === undefined) return to(content, 'waiting', { ...facts, params: undefined })
      const next: Facts = { ...facts, params: event.params }
      // A page of a table stays in sight until the next one is there.
      return content === 'current' || content === 'former'
        ? fetches('former', next)
        : fetches('empty', { ...next, problem: undefined })
    }
    case 'REFRESH':
      if (work === 'fetching.overtaken') return undefined
      if (isFetching) return to(content, 'fetching.askedAgain', facts)
      return work === 'waiting' ? undefined : fetchesAgain(content, facts)
    case 'OVERTAKEN':
      // Without an answer on its way there is nothing that could take back what was told.
      return isFetching && work !== 'fetching.overtaken'
        ? to(content, 'fetching.overtaken', facts)
        : undefined
    case 'RETRY':
      return work === 'failed' || (work === 'settled' && content === 'absent')
        ? fetchesAgain(content, facts)
        : undefined
    case 'DATA_REPLACED': {
      if (content !== 'current') return undefined
      const shown: Facts = { ...facts, data: event.data, problem: undefined }
      if (isFetching) return fetches('current', shown, tells(shown))
      return to('current', work === 'waiting' ? work : 'settled', shown, tells(shown))
    }
    case 'DATA_PATCHED':
      return content === 'current'
        ? to(
            'current',
            work,
            { ...facts, data: event.data },
            emits({ type: 'resource.told', data: event.data }),
          )
        : undefined
    case 'xstate.done.actor.load':
      return isFetching ? answered(content, work, facts, event.output) : undefined
    case 'xstate.error.actor.load':
      return isFetching ? wentWrong(content, facts, toProblem(event.error)) : undefined
    default:
      return undefined
  }
}

const unavailable = problem('unavailable', 'Not now.')
const unknown: Facts = { params: undefined, data: undefined, problem: undefined }

const momentsIn = (state: State): Facts[] => {
  const [content, work] = halvesOf(state)
  const data = content === 'current' || content === 'former' ? 'shown' : undefined
  if (work === 'waiting') return [{ ...unknown, data, problem: content === 'absent' ? notFound : undefined }]
  const facts: Facts = { params: 'one', data, problem: undefined }
  if (content === 'absent') return [{ ...facts, problem: notFound }]
  if (work === 'failed') return [{ ...facts, problem: unavailable }]
  // What went wrong before stays beside what is shown while it is asked for again.
  if (data !== undefined && work !== 'settled') return [facts, { ...facts, problem: unavailable }]
  return [facts]
}

export const resourceNet: Net<Facts, State> = {
  machine: resource,
  states,
  factsIn: momentsIn,
  events: [
    ...['one', 'two', undefined].map(params => ({ type: 'PARAMS_CHANGED', params })),
    { type: 'REFRESH' },
    { type: 'RETRY' },
    { type: 'DATA_REPLACED', data: 'replaced' },
    { type: 'DATA_PATCHED', data: 'patched' },
    { type: 'OVERTAKEN' },
    ...[ok('loaded'), err(notFound), err(problem('conflict', 'Changed.'))].map(output =>
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
    'content.empty + work.failed': ['failed'],
    'content.current + work.waiting': ['hasData'],
    'content.current + work.fetching.upToDate': ['hasData'],
    'content.current + work.fetching.askedAgain': ['hasData'],
    'content.current + work.fetching.overtaken': ['hasData'],
    'content.current + work.settled': ['hasData'],
    'content.current + work.failed': ['failed', 'hasData'],
    'content.former + work.waiting': ['former', 'hasData'],
    'content.former + work.fetching.upToDate': ['former', 'hasData'],
    'content.former + work.fetching.askedAgain': ['former', 'hasData'],
    'content.former + work.fetching.overtaken': ['former', 'hasData'],
    'content.absent + work.waiting': ['failed'],
    'content.absent + work.fetching.upToDate': ['failed'],
    'content.absent + work.fetching.askedAgain': ['failed'],
    'content.absent + work.fetching.overtaken': ['failed'],
    'content.absent + work.settled': ['failed'],
  },
  harmless: {
    ...ledThrough('resource.work', 'work:PARAMS_CHANGED:0'),
    ...ledThrough(
      'resource.work.starting',
      'work:PARAMS_CHANGED:0',
      'work.fetching:DATA_REPLACED:0',
      'work.fetching:xstate.done.actor.load:0',
      'work.fetching:xstate.done.actor.load:2',
      'work.settled:REFRESH:0',
      'work.settled:RETRY:0',
      'work.failed:REFRESH:0',
      'work.failed:REFRESH:1',
      'work.failed:RETRY:0',
      'work.failed:RETRY:1',
    ),
  },
  starts: [
    { input: { params: 'one' }, outcome: fetches('empty', { ...unknown, params: 'one' }) },
    { input: {}, outcome: to('empty', 'waiting', unknown) },
  ],
}
