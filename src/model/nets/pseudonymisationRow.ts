import { problem, toProblem } from '../../domain/problem.ts'
import {
  type PseudonymisationRowContext,
  pseudonymisationRowMachine,
  type TaskStatus,
} from '../../machines/pseudonymisation-row/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import { rowInput } from '../charts/pseudonymisationRow.ts'
import { doneBy, failedBy, type Net, type Outcome, type Question, sends, starts } from './net.ts'

/*
 * One row of Data Pseudonymisation (specification 1 §4: "null or empty: an Anonymise button. Clicking it sets Pending (shown
 * 'Anonymising...', button disabled) and starts the task. Success: a Download button. Error or Failed: shows 'Failed' and the
 * button is disabled"; decisions §4: a message out of order or twice changes nothing). Written apart from the chart.
 */

type State = 'idle' | 'requesting' | 'pending' | 'success' | 'fetching' | 'failed' | 'resetting'
type Facts = PseudonymisationRowContext
type Decided = Outcome<Facts, State>

const placeOf = ({ status }: Pick<TaskStatus, 'status'>): State => {
  if (status === null) return 'idle'
  return ({ Pending: 'pending', Success: 'success', Failed: 'failed' } as const)[status]
}

/** What is asked of the server in a state, where it leads when it is taken, and where when it is not. */
const requests = {
  requesting: { actor: 'request', taken: 'pending', back: 'idle' },
  fetching: { actor: 'fetch', taken: 'success', back: 'success' },
  resetting: { actor: 'reset', taken: 'idle', back: 'failed' },
} as const

const gestures = {
  ANONYMISE: { from: 'idle', to: 'requesting' },
  DOWNLOAD: { from: 'success', to: 'fetching' },
  RESET: { from: 'failed', to: 'resetting' },
} as const

const answered = (
  state: keyof typeof requests,
  facts: Facts,
  event: { type: string; output?: unknown; error?: unknown },
): Decided | undefined => {
  const { actor, taken, back } = requests[state]
  if (event.type === `xstate.error.actor.${actor}`)
    return { state: back, facts: { ...facts, problem: toProblem(event.error) }, effects: [] }
  if (event.type !== `xstate.done.actor.${actor}`) return undefined
  const output = event.output as { ok: true; value: string } | { ok: false; problem: Facts['problem'] }
  if (!output.ok) return { state: back, facts: { ...facts, problem: output.problem }, effects: [] }
  const effects = state === 'fetching' ? [sends('parent', { type: 'ADDRESS_GIVEN', url: output.value })] : []
  return { state: taken, facts, effects }
}

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  switch (event.type) {
    case 'ANONYMISE':
    case 'DOWNLOAD':
    case 'RESET': {
      const { from, to } = gestures[event.type]
      if (state !== from) return undefined
      return {
        state: to,
        facts: { ...facts, problem: undefined },
        effects: [starts(requests[to].actor, { uuid: facts.uuid })],
      }
    }
    case 'STATUS': {
      const { status, version } = event as unknown as TaskStatus
      if (version <= facts.version) return undefined
      return {
        state: placeOf({ status }),
        facts: { ...facts, status, version, problem: undefined },
        effects: [],
      }
    }
    default:
      return state in requests ? answered(state as keyof typeof requests, facts, event) : undefined
  }
}

const refusal = problem('conflict', 'Not now.')
const moment = (status: TaskStatus['status'], version: number): Facts => ({
  ...rowInput(status, version),
  problem: undefined,
})
const moments: Record<State, Facts[]> = {
  idle: [moment(null, 0), { ...moment(null, 0), problem: refusal }, moment(null, 3)],
  requesting: [moment(null, 0)],
  pending: [moment(null, 0), moment('Pending', 1)],
  success: [moment('Success', 2), { ...moment('Success', 2), problem: refusal }],
  fetching: [moment('Success', 2)],
  failed: [moment('Failed', 2), { ...moment('Failed', 2), problem: refusal }],
  resetting: [moment('Failed', 2)],
}

const answers = (['request', 'fetch', 'reset'] as const).flatMap(actor => [
  doneBy(actor, ok(actor === 'fetch' ? 'https://store/file' : undefined)),
  doneBy(actor, err(problem('forbidden', 'Not for you.'))),
  failedBy(actor, new Error('no answer')),
])

export const pseudonymisationRowNet: Net<Facts, State> = {
  machine: pseudonymisationRowMachine,
  states: ['idle', 'requesting', 'pending', 'success', 'fetching', 'failed', 'resetting'],
  factsIn: state => moments[state],
  events: [
    { type: 'ANONYMISE' },
    { type: 'DOWNLOAD' },
    { type: 'RESET' },
    ...([null, 'Pending', 'Success', 'Failed'] as const).flatMap(status =>
      [1, 2, 4].map(version => ({ type: 'STATUS', status, version })),
    ),
    ...answers,
  ],
  decided,
  tags: {
    idle: [],
    requesting: ['busy', 'pending'],
    pending: ['pending'],
    success: ['success'],
    fetching: ['busy', 'success'],
    failed: ['failed'],
    resetting: ['busy', 'failed'],
  },
  harmless: Object.fromEntries(
    [
      'requesting:xstate.done.actor.request:1',
      'requesting:xstate.error.actor.request:0',
      'fetching:xstate.done.actor.fetch:0',
      'fetching:xstate.done.actor.fetch:1',
      'fetching:xstate.error.actor.fetch:0',
      'resetting:xstate.done.actor.reset:1',
      'resetting:xstate.error.actor.reset:0',
    ].map(transition => [
      `${transition} to #pseudonymisationRow.placing`,
      'What the server said last stands, so the row is placed where it was.',
    ]),
  ),
  starts: [
    ...([null, 'Pending', 'Success', 'Failed'] as const).map(status => ({
      input: rowInput(status, 5),
      outcome: { state: placeOf({ status }), facts: moment(status, 5), effects: [] },
    })),
  ],
}
