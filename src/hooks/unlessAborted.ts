/**
 * The answer, or nothing for ever once it is not wanted any more. In strict mode React stops an actor and starts the
 * very same again, which would take the failure of the aborted call for that of its own.
 */
export const unlessAborted = <T>(signal: AbortSignal, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    answer.then(
      value => signal.aborted || resolve(value),
      error => signal.aborted || reject(error),
    )
  })
