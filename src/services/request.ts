/** How long an answer may take to begin. */
const timeoutMs = 30_000

/** How often a question that changes nothing is asked again. */
const retries = 2

/** Statuses that may be others a moment later: too slow, too many, a server that restarts. */
const passing = new Set([408, 429, 500, 502, 503, 504])

/** Whether a request failed because its answer did not begin in time. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'

/** Milliseconds until the next attempt: what the answer asks for, else 300, 600 … */
const pauseBefore = (attempt: number, answer: Response | undefined): number => {
  const asked = Number(answer?.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(asked) ? asked * 1000 : 300 * 2 ** (attempt - 1)
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })

/**
 * A request whose answer begins within 30 seconds, further attempts included; how long it then takes to arrive is not
 * bounded. A GET that finds no server, or an answer that may pass, is sent again twice. Rejects when there is no answer
 * (`isTimeout` tells the reason) and with the reason of `signal`.
 */
export const request = async (url: string, init: RequestInit): Promise<Response> => {
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new DOMException('No answer in time.', 'TimeoutError')),
    timeoutMs,
  )
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
  const attempts = init.method === 'GET' ? retries + 1 : 1
  const attempt = async (number: number): Promise<Response> => {
    const isLast = number === attempts
    const answer = await fetch(url, { ...init, signal }).catch((error: unknown) => {
      if (isLast || signal.aborted) throw error
      return undefined
    })
    const wait = pauseBefore(number, answer)
    if (answer && (isLast || !passing.has(answer.status) || wait > timeoutMs)) return answer
    await answer?.body?.cancel()
    await pause(wait, signal)
    return attempt(number + 1)
  }
  try {
    return await attempt(1)
  } finally {
    clearTimeout(timer)
  }
}
