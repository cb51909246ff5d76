import type { SnapshotFrom } from 'xstate'
import type { Problem } from '../../domain/problem.ts'
import type { ResourceMachine } from './machine.ts'

export type ResourceSnapshot<Data, Params> = SnapshotFrom<ResourceMachine<Data, Params>>

/** Words of the data table for how a resource stands. */
export type ResourceStatus = 'loading' | 'refreshing' | 'ready' | 'failed'

/** What there is to show; undefined before the first answer and after a failure without one. */
export const selectData = <Data, Params>(snapshot: ResourceSnapshot<Data, Params>): Data | undefined =>
  snapshot.context.data

/** Why the last load or refresh failed. */
export const selectProblem = <Data, Params>(snapshot: ResourceSnapshot<Data, Params>): Problem | undefined =>
  snapshot.context.problem

/** How the resource stands, in the words that tables and pages use. Stale data is ready; its problem is beside it. */
export const selectStatus = <Data, Params>(snapshot: ResourceSnapshot<Data, Params>): ResourceStatus => {
  if (snapshot.hasTag('hasData')) return snapshot.hasTag('busy') ? 'refreshing' : 'ready'
  return snapshot.hasTag('failed') ? 'failed' : 'loading'
}
