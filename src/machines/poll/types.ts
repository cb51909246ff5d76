/** Input of the actor `ask`. */
export interface AskInput<Params> {
  params: Params
}

/** Output of the actor `ask`; `isAwaited`: it is what is waited for. */
export interface AskOutput<Data> {
  data: Data | undefined
  isAwaited: boolean
}

export interface PollInput<Params> {
  /** Absent: nothing is asked until PARAMS_CHANGED. */
  params: Params | undefined
  everyMs: number
}

export interface PollContext<Data, Params> extends PollInput<Params> {
  data: Data | undefined
}

export type PollEvent<Params> =
  /** Another question; undefined: none. */
  | { type: 'PARAMS_CHANGED'; params: Params | undefined }
  /** Something may have changed: ask now. */
  | { type: 'ASK' }
