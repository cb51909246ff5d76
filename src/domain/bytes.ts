const units = ['kB', 'MB', 'GB', 'TB'] as const

/**
 * A number of bytes as people read it, in decimal units with one decimal place: 512 bytes, 12.3 MB. What rounds up to
 * a thousand is written in the next unit: 999,999 bytes are 1.0 MB.
 */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} bytes`
  const last = units.length - 1
  const unit = units.findIndex((_, at) => at === last || bytes < 999.95 * 1000 ** (at + 1))
  return `${(bytes / 1000 ** (unit + 1)).toFixed(1)} ${units[unit]}`
}

/** How far a transfer of bytes is: 12.3 MB of 40.0 MB. */
export const formatBytesOf = (done: number, total: number): string =>
  `${formatBytes(done)} of ${formatBytes(total)}`
