import type { ActorRef, Snapshot } from 'xstate'
import type { Problem } from '../../domain/problem.ts'
import type { Call, PathParameters, QueryOf } from '../../domain/wire/call.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import type { LivePageEvent } from '../live-feed/relay.ts'
import type { Result } from '../support/result.ts'

/** The question of a resource that is fetched by a call. */
export interface ResourceRequest<C extends Call> {
  path?: PathParameters<C>
  query?: QueryOf<C>
  /** Id of the one item that the screen is about, where the call lists several: `has` finds it. */
  item?: string
}

/** Input of the actor `load`. The abort signal of the promise is fired when other parameters are asked for. */
export interface LoadInput<Params> {
  params: Params
}

/** Output of the actor `load`. */
export type LoadOutput<Data> = Result<Data>

/** Events to the machine that runs a resource. */
export type ResourceParentEvent<Data> =
  /** There is something else to show. */
  | { type: 'RESOURCE_UPDATED'; data: Data }
  /** There is nothing to show, and this is why. */
  | { type: 'RESOURCE_FAILED'; problem: Problem }

export type ResourceParent<Data> = ActorRef<Snapshot<unknown>, ResourceParentEvent<Data>>

export interface ResourceInput<Data, Params> {
  /** Hears of each change of the data, before anything of it is drawn; absent where only views use it. */
  parent?: ResourceParent<Data> | undefined
  /** Absent: nothing is loaded until PARAMS_CHANGED. */
  params?: Params | undefined
  /** Time until an unfinished answer is fetched again, and the first pause after a failure. */
  everyMs?: number | undefined
  /** From 0 to 1: how much of the second half of each pause before it is asked for again; absent: all of it. */
  spread?: number | undefined
}

export interface ResourceContext<Data, Params> {
  parent: ResourceParent<Data> | undefined
  /** The question; undefined while nothing is to be asked. */
  params: Params | undefined
  data: Data | undefined
  /** Why the last load or refresh failed. */
  problem: Problem | undefined
  everyMs: number | undefined
  /** How often in a row it could not be had. */
  failures: number
  spread: number
  /** Live messages that arrived during a request, whose answer may have been read before them. */
  queued: readonly LiveMessage[]
}

export type ResourceEvent<Data, Params> =
  /** A live message arrived, or some were missed. The guard `isBehind` decides whether to ask again; `follow` changes the data. */
  | LivePageEvent
  /**
   * Load for these parameters, where they are others; earlier data stays in sight until the answer is there. The latest
   * wins. undefined: nothing is asked for any more, and what is there stays.
   */
  | { type: 'PARAMS_CHANGED'; params: Params | undefined }
  /** Something has changed on the server: load again and keep the data in sight. */
  | { type: 'REFRESH' }
  /** Try again after a failure. */
  | { type: 'RETRY' }
  /** The answer to an action brought the new data; an answer on its way may be older and is asked for again. */
  | { type: 'DATA_REPLACED'; data: Data }
  /** A live message carried a detail, such as progress; an answer on its way still counts. */
  | { type: 'DATA_PATCHED'; data: Data }
  /** A queued message is applied to the answer. The chart raises this itself. */
  | { type: 'MESSAGE_REPLAYED'; message: LiveMessage }
  /** Something was told that an answer on its way may not know: that answer is not shown, and is asked for again. */
  | { type: 'OVERTAKEN' }

/** What views ask of a resource. */
export type ResourceTag = 'hasData' | 'former' | 'failed'
