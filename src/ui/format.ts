const whole = new Intl.NumberFormat('en-GB')
const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** A count with thousands separators: 12,345. */
export function formatCount(value: number): string {
  return whole.format(value)
}

/** A share of 0 to 1 as a whole percentage, rounded down so that 100% means done: 0.999 is 99%. */
export function formatShare(share: number): string {
  return `${Math.floor(Math.min(1, Math.max(0, share)) * 100)}%`
}

/** A size in bytes with a decimal unit: 512 bytes, 12.3 MB. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return step === 0
    ? `${whole.format(bytes)} ${units[0]}`
    : `${oneDecimal.format(bytes / 1000 ** step)} ${units[step]}`
}

/** How far a transfer is: 12.3 MB of 40.0 MB. */
export function formatBytesOf(done: number, total: number): string {
  return `${formatBytes(done)} of ${formatBytes(total)}`
}
