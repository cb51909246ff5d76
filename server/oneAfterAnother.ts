/**
 * Does one piece of work after another, in the order in which they come; one that fails holds up none behind it. Gives what a piece of
 * work gives, and throws what it throws.
 */
export const oneAfterAnother = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
