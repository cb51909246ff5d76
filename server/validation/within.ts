/**
 * Does work that ends by its signal within so many ms. Throws what `late` gives where it was ended for its time, and what the
 * work throws where the caller has ended it.
 */
export const within = async <T>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  late: () => Error,
): Promise<T> => {
  const time = new AbortController()
  const timer = setTimeout(() => time.abort(), ms)
  try {
    return await work(AbortSignal.any([signal, time.signal]))
  } catch (error) {
    throw time.signal.aborted && !signal.aborted ? late() : error
  } finally {
    clearTimeout(timer)
  }
}
