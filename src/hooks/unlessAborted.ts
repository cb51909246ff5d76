/**
 * The answer. Never settles after an abort: StrictMode restarts the same actor, which would otherwise take the rejection
 * of the aborted first call for that of its own.
 */
export const unlessAborted = <T>(signal: AbortSignal, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    answer.then(
      value => signal.aborted || resolve(value),
      error => signal.aborted || reject(error),
    )
  })
