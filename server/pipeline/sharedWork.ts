interface UnderWay {
  done: Promise<void>
  waiting: number
  ending: AbortController
}

/**
 * Work that several may want at once and that is done once for all of them, each of whom waits until a signal of its own. Who
 * stops waiting gets the reason of that signal. The work itself is told to stop where nobody waits any more; the last one waits
 * until it has.
 */
export const createSharedWork = () => {
  const underWay = new Map<string, UnderWay>()

  const begin = (key: string, work: (signal: AbortSignal) => Promise<void>): UnderWay => {
    const ending = new AbortController()
    const begun: UnderWay = { done: work(ending.signal), waiting: 0, ending }
    underWay.set(key, begun)
    const forget = () => {
      if (underWay.get(key) === begun) underWay.delete(key)
    }
    begun.done.then(forget, forget)
    return begun
  }

  /** Waits for the work of this key, which is begun where it is not under way. */
  return async (
    key: string,
    work: (signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> => {
    signal.throwIfAborted()
    const shared = underWay.get(key) ?? begin(key, work)
    shared.waiting += 1
    const { promise: left, reject } = Promise.withResolvers<never>()
    const leave = () => {
      shared.waiting -= 1
      if (shared.waiting > 0) return reject(signal.reason)
      // Who comes now does not get what is ended.
      if (underWay.get(key) === shared) underWay.delete(key)
      shared.ending.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      await Promise.race([shared.done, left])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}
