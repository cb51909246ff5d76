import { problem, toProblem } from '../../domain/problem.ts'
import type { ActionDialogContext } from '../../machines/action-dialog/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import { actionDialog } from '../charts/actionDialog.ts'
import { doneBy, emits, failedBy, type Net, type Outcome, type Question, starts } from './net.ts'

/*
 * Something that a person does, with or without a confirmation (specification 2 §2.5, §2.12, §4.3). Written apart from the
 * chart: nothing happens unconfirmed, nothing happens twice, nothing of one action is left for the next; but for the key of one
 * that got no answer, under which the server knows the same again (`src/domain/wire`: "the same request again finds the same
 * job").
 */

type State = 'idle' | 'confirming' | 'running' | 'succeeded' | 'refused' | 'failed'
type Facts = ActionDialogContext<string, string>
type Decided = Outcome<Facts, State>

const nothing: Facts = {
  action: undefined,
  key: undefined,
  unanswered: undefined,
  output: undefined,
  problem: undefined,
}

/** It is done now, with nothing of an earlier try. */
const runs = (facts: Facts): Decided => ({
  state: 'running',
  facts: { ...facts, problem: undefined },
  effects: [starts('execute', { action: facts.action, key: facts.key })],
})

/** An action that is asked for, with nothing of the one before. */
const asked = ({ unanswered }: Facts, { action, key }: { action: string; key: string }): Facts => ({
  ...nothing,
  unanswered,
  action,
  key: unanswered?.action === action ? unanswered.key : key,
})

/** It went wrong, and the screen says why. */
const wrong = (state: 'refused' | 'failed', facts: Facts, why: Facts['problem']): Decided => ({
  state,
  facts: { ...facts, problem: why },
  effects: [emits({ type: 'action.failed', action: facts.action, problem: why })],
})

const isOver = (state: State): boolean => state === 'succeeded' || state === 'refused' || state === 'failed'

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  switch (event.type) {
    case 'ASK':
      return state === 'idle' || isOver(state)
        ? { state: 'confirming', facts: asked(facts, event as never), effects: [] }
        : undefined
    case 'RUN':
      // What is entered in the dialog goes along with its confirmation.
      return state !== 'running' ? runs(asked(facts, event as never)) : undefined
    case 'CONFIRM':
      return state === 'confirming' ? runs(facts) : undefined
    case 'DISMISS':
      return state === 'confirming' || isOver(state)
        ? { state: 'idle', facts: { ...nothing, unanswered: facts.unanswered }, effects: [] }
        : undefined
    case 'RETRY':
      return state === 'refused' || state === 'failed' ? runs(facts) : undefined
    case 'xstate.done.actor.execute': {
      if (state !== 'running') return undefined
      const { output } = event
      const settled = { ...facts, unanswered: undefined }
      if (!output.ok) return wrong('refused', settled, output.problem)
      return {
        state: 'succeeded',
        facts: { ...settled, output: output.value },
        effects: [emits({ type: 'action.succeeded', action: facts.action, output: output.value })],
      }
    }
    case 'xstate.error.actor.execute':
      return state === 'running'
        ? wrong(
            'failed',
            { ...facts, unanswered: { action: facts.action!, key: facts.key! } },
            toProblem(event.error),
          )
        : undefined
    default:
      return undefined
  }
}

const conflict = problem('conflict', 'The status has changed.')
const approve: Facts = { ...nothing, action: 'approve', key: '1' }
const lost = { action: 'approve', key: '1' }
const moments: Record<State, Facts[]> = {
  idle: [nothing, { ...nothing, unanswered: lost }],
  confirming: [approve, { ...approve, unanswered: lost }],
  running: [approve, { ...approve, unanswered: { action: 'decline', key: '9' } }],
  succeeded: [{ ...approve, output: 'approved' }],
  refused: [{ ...approve, problem: conflict }],
  failed: [{ ...approve, unanswered: lost, problem: toProblem(new TypeError('fetch failed')) }],
}

export const actionDialogNet: Net<Facts, State> = {
  machine: actionDialog,
  states: ['idle', 'confirming', 'running', 'succeeded', 'refused', 'failed'],
  factsIn: state => moments[state],
  events: [
    { type: 'ASK', action: 'decline', key: '2' },
    { type: 'ASK', action: 'approve', key: '3' },
    { type: 'RUN', action: 'download', key: '4' },
    { type: 'RUN', action: 'approve', key: '5' },
    { type: 'CONFIRM' },
    { type: 'DISMISS' },
    { type: 'RETRY' },
    doneBy('execute', ok('done')),
    doneBy('execute', err(problem('forbidden', 'Not for you.'))),
    failedBy('execute', new Error('no answer')),
  ],
  decided,
  tags: {
    idle: [],
    confirming: ['dialog'],
    running: ['busy', 'dialog'],
    succeeded: [],
    refused: ['dialog'],
    failed: ['dialog'],
  },
  harmless: Object.fromEntries(
    ['refused:RUN:0 forget', 'failed:RUN:0 forget'].map(fault => [
      fault,
      'what went wrong has no output, and running forgets the problem',
    ]),
  ),
  starts: [{ input: undefined, outcome: { state: 'idle', facts: nothing, effects: [] } }],
}
