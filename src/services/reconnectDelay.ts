/** The longest wait before the first attempt after a loss, in ms; it doubles with each that fails. */
const firstMs = 3000
/** No wait is longer than this, in ms. */
const longestMs = 30_000

/**
 * How long to wait before an attempt to connect, in ms: exponential back-off with full jitter. The first connection (attempt
 * 0) is made at once; attempt n waits a random share of 3 s × 2^(n - 1), at most of 30 s. A server that was restarted gets
 * the browsers back one after the other, not all in one moment.
 */
export const reconnectDelay = (attempt: number, random: () => number): number =>
  attempt <= 0 ? 0 : random() * Math.min(longestMs, firstMs * 2 ** (attempt - 1))
