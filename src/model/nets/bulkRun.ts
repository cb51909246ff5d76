import { problem, toProblem } from '../../domain/problem.ts'
import {
  type BulkRunContext,
  type BulkRunEvent,
  bulkRunMachine,
  type FollowedJob,
} from '../../machines/bulk-run/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import { doneBy, emits, failedBy, ledThrough, type Net, type Outcome, type Question, starts } from './net.ts'

/*
 * A decision about many providers (specification 1 §2; decisions §6 "a checkbox each, select all in filter, confirmation with
 * the count, progress by row live", §10 "leaves out, unless ticked on purpose, every submission at or beyond approval", "can be
 * cancelled"). A request carries the job's id, by which the server knows it again ("the same request again finds the same job").
 * Written apart from the chart.
 */

type State = 'proposing' | 'selecting' | 'confirming' | 'requesting' | 'running' | 'cancelling' | 'settled'
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
  chosen: [],
  withSubmitted: false,
  asked: undefined,
  job: undefined,
  problem: undefined,
}

const followed = (state: State, facts: Facts, job: FollowedJob): Decided | undefined => {
  if (state !== 'running' && state !== 'cancelling') return undefined
  if (job.version <= (facts.job?.version ?? 0)) return undefined
  return job.isOver
    ? given('settled', { ...facts, job, problem: undefined })
    : given(state, { ...facts, job })
}

const answered = (
  state: State,
  facts: Facts,
  event: { type: string; output?: unknown; error?: unknown },
): Decided | undefined => {
  const [, , , actor] = event.type.split('.')
  const back = { request: 'confirming', cancel: 'running' }[actor ?? ''] as State | undefined
  if (!back || state !== (actor === 'request' ? 'requesting' : 'cancelling')) return undefined
  if (event.type.includes('error')) return given(back, { ...facts, problem: toProblem(event.error) })
  const output = event.output as { ok: true } | { ok: false; problem: Facts['problem'] }
  // With an answer it is known whether there is such a job; without one it may be asked for once more.
  const settled = actor === 'request' ? { ...facts, asked: undefined } : facts
  if (!output.ok) return given(back, { ...settled, problem: output.problem })
  if (actor === 'cancel') return given('running', facts)
  const jobId = facts.asked?.jobId
  return given('running', { ...settled, jobId }, emits({ type: 'bulkRun.started', jobId }))
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

const decided = ({ state, facts, event: received }: Question<Facts, State>): Decided | undefined => {
  const event = received as BulkRunEvent
  const isAt = (place: State) => state === place
  switch (event.type) {
    // Once: who is unticked by hand stays so when the rows are told anew.
    case 'ROWS_KNOWN':
      return isAt('proposing') ? given('selecting', { ...facts, chosen: [...event.instIds] }) : undefined
    case 'CHOOSE':
      return isAt('selecting')
        ? given(state, { ...facts, chosen: chosenAfter(facts.chosen, event) })
        : undefined
    case 'ASK':
      return isAt('selecting') && facts.chosen.length > 0 ? given('confirming', facts) : undefined
    case 'INCLUDE_SUBMITTED':
      return isAt('confirming') ? given(state, { ...facts, withSubmitted: event.isIncluded }) : undefined
    case 'DISMISS':
      return isAt('confirming')
        ? given('selecting', { ...facts, withSubmitted: false, problem: undefined })
        : undefined
    case 'CONFIRM':
      return isAt('confirming') && event.instIds.length > 0
        ? given(
            'requesting',
            { ...facts, asked: asking(facts, event), problem: undefined },
            starts('request', asking(facts, event)),
          )
        : undefined
    case 'PROGRESS':
      return followed(state, facts, event.job)
    case 'CANCEL':
      return isAt('running')
        ? given('cancelling', { ...facts, problem: undefined }, starts('cancel', { jobId: facts.jobId }))
        : undefined
    case 'AGAIN':
      return isAt('settled') ? given('selecting', empty, emits({ type: 'bulkRun.again' })) : undefined
    default:
      return answered(state, facts, received)
  }
}

const conflict = problem('conflict', 'Another job is under way.')
const chosen: Facts = { ...empty, chosen: ['0001', '0002'] }
const ticked: Facts = { ...chosen, withSubmitted: true }
/** What was asked for before. */
const first = { instIds: ['0001'], withSubmitted: false, jobId: '7' }
const followedAt = (job: FollowedJob | undefined): Facts => ({ ...chosen, jobId: '7', job })
const forAll: Facts = { ...empty, isForAll: true }
const moments: Record<State, Facts[]> = {
  proposing: [forAll],
  selecting: [empty, chosen],
  confirming: [
    chosen,
    ticked,
    { ...chosen, problem: conflict },
    { ...chosen, asked: first },
    { ...ticked, asked: first },
    { ...chosen, asked: { ...first, instIds: ['0001', '0002'] } },
  ],
  requesting: [
    { ...chosen, asked: first },
    { ...ticked, asked: { ...first, withSubmitted: true } },
  ],
  running: [
    followedAt(undefined),
    followedAt({ version: 2, isOver: false }),
    { ...followedAt({ version: 2, isOver: false }), problem: conflict },
  ],
  cancelling: [followedAt(undefined), followedAt({ version: 2, isOver: false })],
  settled: [{ ...followedAt({ version: 3, isOver: true }), withSubmitted: true }],
}

export const bulkRunNet: Net<Facts, State> = {
  machine: bulkRunMachine,
  states: ['proposing', 'selecting', 'confirming', 'requesting', 'running', 'cancelling', 'settled'],
  factsIn: state => moments[state],
  events: [
    ...[true, false].flatMap(isChosen => [
      { type: 'CHOOSE', instIds: ['0001'], isChosen },
      { type: 'CHOOSE', instIds: ['0003', '0002'], isChosen },
    ]),
    { type: 'ROWS_KNOWN', instIds: ['0001', '0003'] },
    { type: 'ASK' },
    ...[true, false].map(isIncluded => ({ type: 'INCLUDE_SUBMITTED', isIncluded })),
    { type: 'DISMISS' },
    { type: 'CONFIRM', instIds: [], jobId: '8' },
    { type: 'CONFIRM', instIds: ['0001'], jobId: '8' },
    ...[1, 2, 3].flatMap(version => [
      { type: 'PROGRESS', job: { version, isOver: false } },
      { type: 'PROGRESS', job: { version, isOver: true } },
    ]),
    { type: 'CANCEL' },
    { type: 'AGAIN' },
    doneBy('request', ok(undefined)),
    doneBy('request', err(conflict)),
    failedBy('request', new Error('no answer')),
    doneBy('cancel', ok(undefined)),
    doneBy('cancel', err(conflict)),
    failedBy('cancel', new Error('no answer')),
  ],
  decided,
  tags: {
    proposing: [],
    selecting: [],
    confirming: ['dialog'],
    requesting: ['busy', 'dialog'],
    running: [],
    cancelling: ['busy'],
    settled: [],
  },
  harmless: ledThrough(
    'bulkRun.placing',
    'confirming:DISMISS:0',
    'requesting:xstate.done.actor.request:0',
    'cancelling:xstate.done.actor.cancel:0',
    'cancelling:xstate.error.actor.cancel:0',
    'settled:AGAIN:0',
  ),
  starts: [
    { input: { jobId: undefined }, outcome: { state: 'selecting', facts: empty, effects: [] } },
    {
      input: { jobId: undefined, isForAll: true },
      outcome: { state: 'proposing', facts: forAll, effects: [] },
    },
    {
      input: { jobId: '7', isForAll: true },
      outcome: { state: 'running', facts: { ...forAll, jobId: '7' }, effects: [] },
    },
    {
      input: { jobId: '7' },
      outcome: { state: 'running', facts: { ...empty, jobId: '7' }, effects: [] },
    },
  ],
}
