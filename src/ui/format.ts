const whole = new Intl.NumberFormat('en-GB')

/** A count with thousands separators: 12,345. */
export function formatCount(value: number): string {
  return whole.format(value)
}

/** A share of 0 to 1 as a whole percentage, rounded down so that 100% means done: 0.999 is 99%. */
export function formatShare(share: number): string {
  return `${Math.floor(Math.min(1, Math.max(0, share)) * 100)}%`
}
