import { setTimeout } from 'node:timers/promises'

/**
 * The store has answered, but not as a store does: a page of HTML, an object without its tag, bytes that are not those that were
 * written. It says nothing about the object; the answer to a later request may be right.
 */
export class WrongAnswerError extends Error {
  override readonly name: string = 'WrongAnswerError'
}

/** What a post has brought is not the file that was announced. The store may have damaged it when it was written, or only now. */
export class ContentDiffersError extends WrongAnswerError {
  override readonly name = 'ContentDiffersError'
}

/** Pauses between the attempts at a call, in ms. Together they outlast a store that shows a new object late. */
export const usualPausesMs: readonly number[] = [50, 200, 500, 1000, 2000]

/** Whether a pause before another attempt was made; false once there are no attempts left. */
export const pauseBeforeRetry = async (pausesMs: readonly number[], attempt: number): Promise<boolean> => {
  const pauseMs = pausesMs[attempt]
  if (pauseMs === undefined) return false
  // Two writers of one object must not keep in step.
  await setTimeout(pauseMs * (0.5 + Math.random() / 2))
  return true
}

/** The result of a call, which is repeated while it throws what `isDoubtful` doubts. Throws the last error. */
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
