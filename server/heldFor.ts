/**
 * The same work, whose answer is this old at most: many may ask at once, and it is done once. A failure is held as long as
 * an answer. `now` gives ms of any clock that only goes forward.
 */
export const heldFor = <T>(
  ms: number,
  work: () => Promise<T>,
  now: () => number = () => performance.now(),
): (() => Promise<T>) => {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    const at = now()
    if (last === undefined || at - last.at > ms) last = { at, answer: work() }
    return last.answer
  }
}
