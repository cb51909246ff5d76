import type { Problem } from '../../domain/problem.ts'
import type { Result } from '../support/contract.ts'

/** Input of the actor `load`. The abort signal of the promise is fired when other parameters are asked for. */
export interface LoadInput<Params> {
  params: Params
}

/** Output of the actor `load`. */
export type LoadOutput<Data> = Result<Data>

export interface ResourceInput<Params> {
  /** Absent: nothing is loaded until LOAD or PARAMS_CHANGED. */
  params?: Params | undefined
}

export interface ResourceContext<Data, Params> {
  params: Params | undefined
  data: Data | undefined
  /** Why the last load or refresh failed. */
  problem: Problem | undefined
  /** A refresh was asked for while an answer was on its way, which may be older than the reason to refresh. */
  isRefreshDue: boolean
}

export type ResourceEmitted<Data> =
  | { type: 'resource.loaded'; data: Data }
  | { type: 'resource.failed'; problem: Problem }
