import type { AnyEventObject } from 'xstate'
import { toProblem } from '../../domain/problem.ts'
import { type PartUploadContext, partUploadMachine } from '../../machines/part-upload/index.ts'
import { ended, grantOf, partInput, partTarget, partUploadSpec } from '../charts/partUpload.ts'
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
 * A file over 64 MB in parts (issue "quality assurance in full" §5; faults 8, 10, 40): it survives a lost network, a closed
 * laptop and a reload. Written apart from the chart: after anything that goes wrong the server is asked what it has, nothing
 * that has arrived is sent again, and nothing is added to what another page has sent unless the file is the same. However
 * often the network fails, the upload goes on; only a part that the store itself refuses five times ends it.
 */

type State =
  | 'asking'
  | 'comparing'
  | 'sending'
  | 'waiting'
  | 'completing'
  | 'stored'
  | 'otherFile'
  | 'refused'
type Facts = PartUploadContext
type Decided = Outcome<Facts, State>

const bounds: Readonly<Record<number, { from: number; to: number }>> = {
  1: { from: 0, to: 100 },
  2: { from: 100, to: 200 },
  3: { from: 200, to: 250 },
}

const to = (state: State, facts: Facts, ...effects: string[]): Decided => ({ state, facts, effects })

const asks = (facts: Facts): Decided => to('asking', facts, starts('requestParts', facts.target))

/** The server has begun the submission, or goes on with it: whoever waits for that hears it. */
const tells = sends('parent', { type: 'PARTS_GRANTED' })

/** The first part that is missing goes next; where none is, the file is put together. */
const goesOn = (facts: Facts, ...effects: string[]): Decided => {
  const number = firstMissing(facts.stored)
  if (number === undefined) return to('completing', facts, ...effects, starts('completeParts', facts.target))
  const { file } = facts.target
  const { from, to: end } = bounds[number]!
  return to(
    'sending',
    facts,
    ...effects,
    starts('sendPart', {
      file,
      post: facts.grant?.post,
      number,
      from,
      to: end,
      report: () => undefined,
    }),
  )
}

/** Pauses of 1, 2, 4 … seconds, 30 at most. */
const pauses = (facts: Facts, problem: Facts['problem'], refusals = facts.refusals): Decided => {
  const attempts = facts.attempts + 1
  const seconds = [1, 2, 4, 8, 16][attempts - 1] ?? 30
  return to(
    'waiting',
    { ...facts, problem, attempts, refusals, progress: undefined },
    waits(seconds * 1000),
    starts('watchNetwork'),
  )
}

const firstMissing = (stored: readonly number[]): number | undefined =>
  [1, 2, 3].find(one => !stored.includes(one))

const ends = (facts: Facts, outcome: Facts['outcome']): Decided => to(outcome.kind, { ...facts, outcome })

const afterActor = (state: State, facts: Facts, event: AnyEventObject): Decided | undefined => {
  const { output, error } = event
  switch (`${state} ${event.type}`) {
    case 'asking xstate.done.actor.requestParts': {
      if (!output.ok) return ends(facts, { kind: 'refused', problem: output.problem })
      const arrived: number[] = output.value.parts.map((part: { number: number }) => part.number)
      // Refusals of a part say nothing of the one after it.
      const isNextOne = facts.grant !== undefined && firstMissing(arrived) === firstMissing(facts.stored)
      const refusals = isNextOne ? facts.refusals : 0
      const granted: Facts = { ...facts, grant: output.value, stored: arrived, refusals }
      // What this page has sent itself is of this file.
      if (arrived.every(number => facts.stored.includes(number))) return goesOn(granted, tells)
      return to(
        'comparing',
        granted,
        tells,
        starts('compareParts', { file: facts.target.file, grant: output.value }),
      )
    }
    case 'comparing xstate.done.actor.compareParts':
      return output ? goesOn(facts) : ends(facts, { kind: 'otherFile' })
    case 'comparing xstate.error.actor.compareParts':
      return ends(facts, { kind: 'otherFile' })
    case 'sending xstate.done.actor.sendPart': {
      if (output.ok) {
        const sent = firstMissing(facts.stored)!
        return goesOn({
          ...facts,
          stored: [...facts.stored, sent],
          // Nothing of the next part is sent yet; the pace is still that of the last one.
          progress: facts.progress && { ...facts.progress, sent: 0 },
          problem: undefined,
          attempts: 0,
          refusals: 0,
        })
      }
      // A part that is refused five times is not damaged by accident; a lost network in between is no refusal of it.
      return facts.refusals >= 4
        ? ends(facts, { kind: 'refused', problem: output.problem })
        : pauses(facts, output.problem, facts.refusals + 1)
    }
    case 'completing xstate.done.actor.completeParts':
      return output.ok ? ends(facts, { kind: 'stored' }) : pauses(facts, output.problem)
    // That nothing tells of the network is no reason not to wait for it.
    case 'waiting xstate.error.actor.watchNetwork':
      return to('waiting', { ...facts, problem: facts.problem ?? toProblem(error) })
    case 'asking xstate.error.actor.requestParts':
    case 'sending xstate.error.actor.sendPart':
    case 'completing xstate.error.actor.completeParts':
      return pauses(facts, toProblem(error))
    default:
      return undefined
  }
}

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  switch (event.type) {
    case 'CONTINUE':
    case 'xstate.after.pause.partUpload.waiting':
      return state === 'waiting' ? asks(facts) : undefined
    case 'PART_PROGRESS':
      return state === 'sending' ? to('sending', { ...facts, progress: event.progress }) : undefined
    default:
      return afterActor(state, facts, event)
  }
}

const fresh: Facts = {
  parent,
  target: partTarget,
  grant: undefined,
  stored: [],
  progress: undefined,
  problem: undefined,
  attempts: 0,
  refusals: 0,
  outcome: { kind: 'refused', problem: undefined },
}
const half: Facts = {
  ...fresh,
  grant: grantOf(2),
  stored: [2],
  progress: { sent: 10, total: 100, bytesPerSecond: 5 },
  problem: ended,
  attempts: 3,
  refusals: 2,
}
/** All parts are there. */
const whole: Facts = { ...half, grant: grantOf(1, 2, 3), stored: [2, 1, 3] }
const moments: readonly Facts[] = [
  half,
  { ...half, progress: undefined },
  { ...half, problem: undefined },
  { ...half, attempts: 4, refusals: 4 },
  { ...half, attempts: 3, refusals: 3 },
  { ...half, attempts: 9, stored: [1, 2] },
  { ...half, attempts: 9, refusals: 4, stored: [1, 2] },
  { ...half, stored: [], attempts: 0, refusals: 0 },
]

export const partUploadNet: Net<Facts, State> = {
  machine: partUploadMachine,
  states: ['asking', 'comparing', 'sending', 'waiting', 'completing', 'stored', 'otherFile', 'refused'],
  factsIn: state => {
    if (state === 'completing') return [whole]
    if (state === 'asking') return [fresh, whole, ...moments]
    if (state === 'comparing') return [whole, ...moments]
    return moments.filter(({ attempts }) => state !== 'waiting' || attempts > 0)
  },
  events: [
    ...Object.values(partUploadSpec.samples).flat(),
    { type: 'xstate.after.pause.partUpload.waiting' },
    ...Object.entries(partUploadSpec.settles ?? {}).flatMap(([actor, { outputs = [], errors = [] }]) => [
      ...outputs.map(output => doneBy(actor, output)),
      ...errors.map(error => failedBy(actor, error)),
    ]),
  ],
  decided,
  tags: {
    asking: [],
    comparing: [],
    sending: [],
    waiting: ['waiting'],
    completing: [],
    stored: [],
    otherFile: [],
    refused: [],
  },
  harmless: ledThrough('partUpload.next'),
  starts: [{ input: partInput, outcome: asks(fresh) }],
}
