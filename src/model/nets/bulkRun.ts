import { problem, toProblem } from '../../domain/problem.ts'
import {
  type BulkRunContext,
  type BulkRunEvent,
  bulkRunMachine,
  type FollowedJob,
} from '../../machines/bulk-run/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import { collectionOfRun, jobFetched, rowsFetched } from '../charts/bulkRun.ts'
import {
  doneBy,
  emits,
  failedBy,
  ledThrough,
  type Net,
  type Outcome,
  type Question,
  starts,
  theParent,
} from './net.ts'

/*
 * A decision about many providers (specification 1 §2; decisions §6 "a checkbox each, select all in filter, confirmation with
 * the count, progress by row live", §10 "leaves out, unless ticked on purpose, every submission at or beyond approval", "can be
 * cancelled"). A request carries the job's id, by which the server knows it again ("the same request again finds the same job").
 * Written apart from the chart.
 */

type Choosing = 'proposing' | 'selecting' | 'confirming' | 'requesting'
type Following = 'running' | 'cancelling' | 'settled'
type State = `choosing.${Choosing}` | `following.${Following}`
type Facts = BulkRunContext
type Decided = Outcome<Facts, State>

const given = (state: State, facts: Facts, ...effects: string[]): Decided => ({ state, facts, effects })

const chosenAfter = (chosen: readonly string[], event: { instIds: readonly string[]; isChosen: boolean }) => {
  const left = chosen.filter(id => !event.instIds.includes(id))
  return event.isChosen ? left.concat(event.instIds) : left
}

const empty: Facts = {
  jobId: undefined,
  isForAll: false,
  collection: undefined,
  spread: undefined,
  chosen: [],
  withSubmitted: false,
  asked: undefined,
  job: undefined,
  problem: undefined,
}

/** The page fetches what it shows: the rows of its collection while choosing, the job while following. */
const chooses = (at: Choosing, facts: Facts, ...effects: string[]): Decided =>
  given(
    `choosing.${at}`,
    facts,
    ...effects,
    starts('rows', {
      parent: theParent,
      params: facts.collection && {
        path: { reference: facts.collection.reference },
        query: { ovt: 'false' },
      },
      spread: facts.spread,
    }),
  )
const follows = (facts: Facts, ...effects: string[]): Decided =>
  given(
    'following.running',
    facts,
    ...effects,
    starts('job', { parent: theParent, params: { path: { id: facts.jobId } }, spread: facts.spread }),
  )

/** What an address leads to. */
const placed = (facts: Facts): Decided => {
  if (facts.jobId !== undefined) return follows(facts)
  return chooses(facts.isForAll ? 'proposing' : 'selecting', facts)
}

const followed = (state: State, facts: Facts, job: FollowedJob): Decided | undefined => {
  if (state !== 'following.running' && state !== 'following.cancelling') return undefined
  if (job.version <= (facts.job?.version ?? 0)) return undefined
  return job.isOver
    ? given('following.settled', { ...facts, job, problem: undefined })
    : given(state, { ...facts, job })
}

const answered = (
  state: State,
  facts: Facts,
  event: { type: string; output?: unknown; error?: unknown },
): Decided | undefined => {
  const [, , , actor] = event.type.split('.')
  const back = { request: 'choosing.confirming', cancel: 'following.running' }[actor ?? ''] as
    | State
    | undefined
  if (!back || state !== (actor === 'request' ? 'choosing.requesting' : 'following.cancelling'))
    return undefined
  if (event.type.includes('error')) return given(back, { ...facts, problem: toProblem(event.error) })
  const output = event.output as { ok: true } | { ok: false; problem: Facts['problem'] }
  // With an answer it is known whether there is such a job; without one it may be asked for once more.
  const settled = actor === 'request' ? { ...facts, asked: undefined } : facts
  if (!output.ok) return given(back, { ...settled, problem: output.problem })
  if (actor === 'cancel') return given('following.running', facts)
  const jobId = facts.asked?.jobId
  return follows({ ...settled, jobId }, emits({ type: 'bulkRun.leads', jobId }))
}

/** What is asked for: under the id of the same that was never answered, or under the new one. */
const asking = (
  { asked, withSubmitted }: Facts,
  { instIds, jobId }: Extract<BulkRunEvent, { type: 'CONFIRM' }>,
): NonNullable<Facts['asked']> => {
  const isSame =
    asked?.withSubmitted === withSubmitted && JSON.stringify(asked.instIds) === JSON.stringify(instIds)
  return { instIds, withSubmitted, jobId: isSame ? asked.jobId : jobId }
}

/** What is forgotten when another job, or the table, is shown. */
const nothing = {
  ...{ jobId: undefined, chosen: [], withSubmitted: false },
  ...{ asked: undefined, job: undefined, problem: undefined },
} satisfies Partial<Facts>

const decided = ({ state, facts, event: received }: Question<Facts, State>): Decided | undefined => {
  const event = received as BulkRunEvent
  const isAt = (place: State) => state === place
  switch (event.type) {
    case 'ADDRESS_CHANGED': {
      const { jobId, isForAll } = event
      return jobId === facts.jobId ? undefined : placed({ ...facts, ...nothing, jobId, isForAll })
    }
    case 'RESOURCE_UPDATED': {
      // Once: who is unticked by hand stays so when the rows change. Provider 0002 has nothing to process.
      const hasRows = 'submissions' in event.data
      if (isAt('choosing.proposing'))
        return given('choosing.selecting', { ...facts, chosen: hasRows ? ['0001', '0003'] : [] })
      if (!('state' in event.data)) return undefined
      const { version, state: jobState } = event.data
      return followed(state, facts, { version, isOver: jobState === 'COMPLETED' })
    }
    case 'CHOOSE':
      return isAt('choosing.selecting')
        ? given(state, { ...facts, chosen: chosenAfter(facts.chosen, event) })
        : undefined
    case 'ASK':
      return isAt('choosing.selecting') && facts.chosen.length > 0
        ? given('choosing.confirming', facts)
        : undefined
    case 'INCLUDE_SUBMITTED':
      return isAt('choosing.confirming')
        ? given(state, { ...facts, withSubmitted: event.isIncluded })
        : undefined
    case 'DISMISS':
      return isAt('choosing.confirming')
        ? given('choosing.selecting', { ...facts, withSubmitted: false, problem: undefined })
        : undefined
    case 'CONFIRM':
      return isAt('choosing.confirming') && event.instIds.length > 0
        ? given(
            'choosing.requesting',
            { ...facts, asked: asking(facts, event), problem: undefined },
            starts('request', asking(facts, event)),
          )
        : undefined
    case 'CANCEL':
      return isAt('following.running')
        ? given(
            'following.cancelling',
            { ...facts, problem: undefined },
            starts('cancel', { jobId: facts.jobId }),
          )
        : undefined
    case 'AGAIN':
      return isAt('following.settled')
        ? chooses('selecting', { ...facts, ...nothing }, emits({ type: 'bulkRun.leads' }))
        : undefined
    default:
      if (/^xstate\.error\.actor\.(rows|job)$/.test(received.type))
        return state.startsWith('choosing.') === received.type.endsWith('rows')
          ? given(
              state,
              facts,
              emits({ type: 'bulkRun.fault', error: (received as { error?: unknown }).error }),
            )
          : undefined
      return answered(state, facts, received)
  }
}

const conflict = problem('conflict', 'Another job is under way.')
const chosen: Facts = { ...empty, chosen: ['0001', '0002'] }
const ticked: Facts = { ...chosen, withSubmitted: true }
/** What was asked for before. */
const first = { instIds: ['0001'], withSubmitted: false, jobId: '7' }
const followedAt = (job: FollowedJob | undefined): Facts => ({ ...chosen, jobId: '7', job })
const forAll: Facts = { ...empty, isForAll: true, collection: collectionOfRun, spread: 0.5 }
const moments: Record<State, Facts[]> = {
  'choosing.proposing': [forAll],
  'choosing.selecting': [empty, chosen],
  'choosing.confirming': [
    chosen,
    ticked,
    { ...chosen, problem: conflict },
    { ...chosen, asked: first },
    { ...ticked, asked: first },
    { ...chosen, asked: { ...first, instIds: ['0001', '0002'] } },
  ],
  'choosing.requesting': [
    { ...chosen, asked: first },
    { ...ticked, asked: { ...first, withSubmitted: true } },
  ],
  'following.running': [
    followedAt(undefined),
    followedAt({ version: 2, isOver: false }),
    { ...followedAt({ version: 2, isOver: false }), problem: conflict },
  ],
  'following.cancelling': [followedAt(undefined), followedAt({ version: 2, isOver: false })],
  'following.settled': [
    { ...followedAt({ version: 3, isOver: true }), withSubmitted: true },
    // Everybody was chosen for that job, not for the next one.
    { ...followedAt({ version: 3, isOver: true }), isForAll: true, collection: collectionOfRun },
  ],
}

export const bulkRunNet: Net<Facts, State> = {
  machine: bulkRunMachine,
  states: [
    'choosing.proposing',
    'choosing.selecting',
    'choosing.confirming',
    'choosing.requesting',
    'following.running',
    'following.cancelling',
    'following.settled',
  ],
  factsIn: state => moments[state],
  events: [
    ...[true, false].flatMap(isChosen => [
      { type: 'CHOOSE', instIds: ['0001'], isChosen },
      { type: 'CHOOSE', instIds: ['0003', '0002'], isChosen },
    ]),
    rowsFetched,
    { type: 'RESOURCE_FAILED', problem: problem('network', 'No answer.') },
    ...[undefined, '7', '9'].flatMap(jobId =>
      [false, true].map(isForAll => ({ type: 'ADDRESS_CHANGED', jobId, isForAll })),
    ),
    { type: 'ASK' },
    ...[true, false].map(isIncluded => ({ type: 'INCLUDE_SUBMITTED', isIncluded })),
    { type: 'DISMISS' },
    { type: 'CONFIRM', instIds: [], jobId: '8' },
    { type: 'CONFIRM', instIds: ['0001'], jobId: '8' },
    ...[1, 2, 3].flatMap(version => [jobFetched(version, 'IN_PROGRESS'), jobFetched(version, 'COMPLETED')]),
    { type: 'CANCEL' },
    { type: 'AGAIN' },
    doneBy('request', ok(undefined)),
    doneBy('request', err(conflict)),
    failedBy('request', new Error('no answer')),
    failedBy('rows', new Error('It has crashed.')),
    failedBy('job', new Error('It has crashed.')),
    doneBy('cancel', ok(undefined)),
    doneBy('cancel', err(conflict)),
    failedBy('cancel', new Error('no answer')),
  ],
  decided,
  tags: {
    'choosing.proposing': [],
    'choosing.selecting': [],
    'choosing.confirming': ['dialog'],
    'choosing.requesting': ['busy', 'dialog'],
    'following.running': ['following'],
    'following.cancelling': ['busy', 'following'],
    'following.settled': ['following'],
  },
  harmless: ledThrough('bulkRun.placing', 'choosing.requesting:xstate.done.actor.request:0'),
  starts: [
    { input: { jobId: undefined }, outcome: placed(empty) },
    {
      input: { jobId: undefined, isForAll: true, collection: collectionOfRun, spread: 0.5 },
      outcome: placed(forAll),
    },
    {
      input: { jobId: '7', isForAll: true, collection: collectionOfRun, spread: 0.5 },
      outcome: placed({ ...forAll, jobId: '7' }),
    },
    { input: { jobId: '7' }, outcome: placed({ ...empty, jobId: '7' }) },
  ],
}
