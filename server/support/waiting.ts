/** Calls that wait until something happens in a support session. */
export const createSupportWaiting = () => {
  const waiting = new Map<string, Set<() => void>>()
  return {
    /** Wakes the calls that wait for this session. */
    notified: (id: string): void => {
      for (const wake of waiting.get(id) ?? []) wake()
    },
    /** Wakes every call: a notification may have been missed. */
    wakeAll: (): void => {
      for (const wakes of waiting.values()) for (const wake of wakes) wake()
    },
    /** Resolves when something happens in the session, when the time is over, or when the caller goes away. */
    wait: (id: string, ms: number, signal: AbortSignal): Promise<void> =>
      new Promise(resolve => {
        const wakes = waiting.get(id) ?? new Set()
        waiting.set(id, wakes)
        const wake = (): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          wakes.delete(wake)
          if (wakes.size === 0) waiting.delete(id)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        signal.addEventListener('abort', wake)
        wakes.add(wake)
        if (signal.aborted) wake()
      }),
  }
}
export type SupportWaiting = ReturnType<typeof createSupportWaiting>
