/** What may be put in the place of the network and of the clock. */
export interface HttpOptions {
  fetch: (address: string, init: RequestInit) => Promise<Response>
  /** Resolves after so many milliseconds, or rejects with the signal's reason. */
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** How long one try may take, its body included. */
export const timeoutMs = 30_000
/** Further tries of a request that only reads. */
const retries = 2
/** Nobody waits longer for another try before a screen; then the refusal itself is shown. */
const longestPauseMs = 10_000

/** Answers that may be different a moment later. */
const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

const browser: HttpOptions = {
  fetch: (address, init) => fetch(address, init),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const end = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', end)
        resolve()
      }, ms)
      signal?.addEventListener('abort', end, { once: true })
    }),
}

/** The pause that an answer asks for, in milliseconds; the header holds seconds or a date. */
const askedPause = ({ headers }: Response): number | undefined => {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/**
 * Sends a request and gives the answer, whatever its status. A read that meets no answer or a passing fault is tried
 * again after 0.3 s and 0.6 s, or after the answer's Retry-After. Throws what `fetch` throws: an error named
 * TimeoutError after 30 s, the signal's reason when it was aborted.
 */
export const send = async (
  address: string,
  init: RequestInit & { method: string },
  { fetch, wait }: HttpOptions = browser,
): Promise<Response> => {
  const signal = init.signal ?? undefined
  const tries = init.method.toUpperCase() === 'GET' ? retries : 0
  for (let tried = 0; ; tried += 1) {
    const isLast = tried === tries
    const usualPause = 300 * 2 ** tried
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await fetch(address, {
        ...init,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      const pause = askedPause(answer) ?? usualPause
      if (isLast || !passing.has(answer.status) || pause > longestPauseMs) return answer
      await answer.body?.cancel()
      await wait(pause, signal)
    } catch (error) {
      if (isLast || signal?.aborted || isTimeout(error)) throw error
      await wait(usualPause, signal)
    }
  }
}

/** Whether the answer took too long. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'
