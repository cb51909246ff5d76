/** The longest wait after the first failure, in ms; it doubles with each further one. */
const firstMs = 3000
/** No wait is longer than this, in ms. */
const longestMs = 30_000

/** Multiples of the golden ratio, modulo 1, are spread evenly whatever they start from. */
const goldenRatio = (Math.sqrt(5) - 1) / 2

/**
 * How long to wait before the next attempt to connect, in ms: exponential back-off with full jitter. After failure n it is a share
 * of 3 s × 2^(n - 1), at most of 30 s. The share follows from `spread`, a number from 0 to 1 that is random for each page: browsers
 * come back one after the other when a server was restarted, and a chart stays pure.
 */
export const reconnectDelay = (failures: number, spread: number): number =>
  Math.round(((spread + failures * goldenRatio) % 1) * Math.min(longestMs, firstMs * 2 ** (failures - 1)))
