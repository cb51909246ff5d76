/**
 * The same pieces until the signal aborts: then the generator ends and frees what it holds, also while nobody asks for its next
 * piece, and whoever asks gets the signal's reason. It would not be told from the end of the content otherwise.
 */
export const endedBy = <T>(signal: AbortSignal, pieces: AsyncGenerator<T>): AsyncIterableIterator<T> => {
  let isOver = false
  const end = (): void => {
    // A generator that is at work ends after its piece, whose asker gets what went wrong.
    pieces.throw(signal.reason).catch(() => undefined)
  }
  signal.addEventListener('abort', end)
  const over = (): void => {
    isOver = true
    signal.removeEventListener('abort', end)
  }
  return {
    next: async () => {
      if (!isOver) signal.throwIfAborted()
      const piece = await pieces.next()
      if (piece.done) {
        if (!isOver) signal.throwIfAborted()
        over()
      }
      return piece
    },
    return: async () => {
      over()
      return pieces.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
