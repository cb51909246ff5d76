export type ResourceEvent<Data, Params> =
  /** Load for these parameters; what was there before is dropped. */
  | { type: 'LOAD'; params: Params }
  /** Load for other parameters; the earlier data stays in sight until the answer is there. The latest wins. */
  | { type: 'PARAMS_CHANGED'; params: Params }
  /** Something has changed on the server: load again and keep the data in sight. */
  | { type: 'REFRESH' }
  /** Try again after a failure. */
  | { type: 'RETRY' }
  /** The answer to an action brought the new data; an answer on its way may be older and is asked for again. */
  | { type: 'DATA_REPLACED'; data: Data }
  /** A live message told a detail, such as progress; an answer on its way counts all the same. */
  | { type: 'DATA_PATCHED'; data: Data }
