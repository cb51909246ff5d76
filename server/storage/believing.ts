import { setTimeout } from 'node:timers/promises'

/**
 * The store's answer is not credible: an HTML page, an object without its tag, bytes other than those written. It says nothing about the
 * object, and the next answer may be right.
 */
export class WrongAnswerError extends Error {
  override readonly name: string = 'WrongAnswerError'
}

/** The posted bytes differ from the announced file. The store may have damaged them when writing or when reading. */
export class ContentDiffersError extends WrongAnswerError {
  override readonly name = 'ContentDiffersError'
  /** SHA-256 of what it gives, in hex digits; undefined where it did not give all that it said. */
  readonly sha256: string | undefined
  /** Since when it has given exactly this each time; undefined where it has not. */
  since: Date | undefined

  constructor(message: string, sha256?: string) {
    super(message)
    this.sha256 = sha256
  }
}

/** Pauses between attempts in ms. Together they outlast a store that shows new objects late. */
export const usualPausesMs: readonly number[] = [50, 200, 500, 1000, 2000]

/** Waits before another attempt; false if there are no attempts left. */
export const pauseBeforeRetry = async (pausesMs: readonly number[], attempt: number): Promise<boolean> => {
  const pauseMs = pausesMs[attempt]
  if (pauseMs === undefined) return false
  // Jitter: two writers of one object must not stay in step.
  await setTimeout(pauseMs * (0.5 + Math.random() / 2))
  return true
}

/** The result of a call. Retries while it throws an error that `isDoubtful` accepts. Throws the last error. */
export const repeated = async <T>(
  call: () => Promise<T>,
  isDoubtful: (error: unknown) => boolean,
  pausesMs: readonly number[],
): Promise<T> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (!isDoubtful(error) || !(await pauseBeforeRetry(pausesMs, attempt))) throw error
    }
  }
}

export const isWrongAnswer = (error: unknown): boolean => error instanceof WrongAnswerError
