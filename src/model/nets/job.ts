import { jobMachine } from '../../machines/job/machine.ts'
import type { JobEvent, JobFacts, JobPlace } from '../../machines/job/types.ts'
import { everyJobEvent, jobDeviations, jobFacts } from '../charts/job.ts'
import { jobDecided } from '../jobDecisions.ts'
import type { Net, Outcome, Question } from './net.ts'

/** Where each place stands in the chart: the decisions themselves are in `jobDecisions`. */
const stateOf: Readonly<Record<JobPlace, string>> = {
  NONE: 'none',
  NEW: 'new',
  IN_PROGRESS: 'inProgress',
  COMPLETED: 'completed',
  COMPLETED_WITH_ERRORS: 'completedWithErrors',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
}
const placeAt = new Map(Object.entries(stateOf).map(([place, state]) => [state, place as JobPlace]))

const decided = ({ state, facts, event }: Question<JobFacts>): Outcome<JobFacts> | undefined => {
  const place = placeAt.get(state)
  const after = place && jobDecided(place, facts, event as JobEvent)
  return after && { state: stateOf[after.place], facts, effects: after.effects }
}

export const jobNet: Net<JobFacts> = {
  machine: jobMachine,
  states: Object.values(stateOf),
  factsIn: () => jobDeviations,
  events: everyJobEvent,
  decided,
  // A job is under way from when it is asked for until its last row is decided or somebody ends it (decisions §10 "Jobs").
  tags: {
    none: [],
    new: ['underWay'],
    inProgress: ['underWay'],
    completed: [],
    completedWithErrors: [],
    cancelled: [],
    failed: [],
  },
  starts: [{ input: jobFacts, outcome: { state: 'none', facts: jobFacts, effects: [] } }],
}
