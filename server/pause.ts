const firstMs = 1000
const longestMs = 15_000

/**
 * What is known in this process of a part that others run: after it was silent, nobody waits for it again until a pause is
 * over, which doubles from one second to fifteen. Then one asks for all of them.
 */
export const createPause = (options: {
  /** Whether an error says that the part did not answer; any other is an answer. */
  isSilence: (error: unknown) => boolean
  /** What is thrown in place of waiting. */
  refusal: () => Error
  /** Milliseconds of any clock that only goes forward. */
  now?: () => number
}) => {
  const { isSilence, refusal, now = () => performance.now() } = options
  let pauseMs = 0
  let began = 0
  let until = 0

  const over = (): void => {
    pauseMs = 0
    until = 0
  }

  /** Many may wait when the part falls silent: that is one silence. */
  const fellSilent = (askedAt: number): void => {
    if (pauseMs > 0 && askedAt <= began) return
    pauseMs = Math.min(longestMs, Math.max(firstMs, pauseMs * 2))
    began = now()
    until = began + pauseMs
  }

  /** Asks the part and notes whether it has answered, also within a pause: for who looks whether it is back. */
  const look = async <T>(ask: () => Promise<T>): Promise<T> => {
    const at = now()
    try {
      const answer = await ask()
      over()
      return answer
    } catch (error) {
      if (isSilence(error)) fellSilent(at)
      else over()
      throw error
    }
  }

  /** Throws the refusal within a pause. Else, after one, the others are refused until this one has its answer. */
  const begin = (): void => {
    const at = now()
    if (at < until) throw refusal()
    if (pauseMs > 0) until = at + pauseMs
  }

  return {
    look,
    begin,
    /** Begins, then asks. */
    ask: async <T>(ask: () => Promise<T>): Promise<T> => {
      begin()
      return look(ask)
    },
  }
}
