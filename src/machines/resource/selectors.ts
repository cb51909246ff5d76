import type { SnapshotFrom } from 'xstate'
import { isMissing, type Problem } from '../../domain/problem.ts'
import type { ResourceMachine } from './machine.ts'

export type ResourceSnapshot<Data, Params> = SnapshotFrom<ResourceMachine<Data, Params>>

/** Words of the data table for how a resource stands. former: what is there answers the question before. */
export type ResourceStatus = 'loading' | 'former' | 'ready' | 'failed'

/** What there is to show; undefined before the first answer and after a failure without one. */
export const selectData = <Data, Params>(snapshot: ResourceSnapshot<Data, Params>): Data | undefined =>
  snapshot.context.data

/** Why the last load or refresh failed. */
export const selectProblem = <Data, Params>(snapshot: ResourceSnapshot<Data, Params>): Problem | undefined =>
  snapshot.context.problem

/** Whether an answer is on its way. */
export const selectIsFetching = <Data, Params>(snapshot: ResourceSnapshot<Data, Params>): boolean =>
  snapshot.matches({ work: 'fetching' })

/**
 * How the resource stands, in the words that tables and pages use. Data that is asked for again because something has
 * changed is ready all the while, or a table would grow dim at every live message; so is stale data, its problem beside it. What
 * is asked for again by itself after a failure has failed until there is an answer.
 */
export const selectStatus = <Data, Params>(snapshot: ResourceSnapshot<Data, Params>): ResourceStatus => {
  if (snapshot.hasTag('hasData')) return snapshot.hasTag('former') ? 'former' : 'ready'
  const hasFailed = snapshot.hasTag('failed') || (selectIsFetching(snapshot) && selectProblem(snapshot))
  return hasFailed ? 'failed' : 'loading'
}

/**
 * Whether the present question has failed to be answered: with no answer at all, or with that to another question in sight. What
 * the viewer may not see, or what there is not, is an answer.
 */
export const selectIsUnanswered = <Data, Params>(snapshot: ResourceSnapshot<Data, Params>): boolean => {
  const problem = selectProblem(snapshot)
  if (problem === undefined || problem.kind === 'forbidden' || isMissing(problem)) return false
  return selectStatus(snapshot) !== 'ready'
}
