const units = ['kB', 'MB', 'GB', 'TB'] as const

/** A number of bytes as people read it, as the browser writes it too: 999 bytes, 12.3 MB. */
export const sizeInWords = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} bytes`
  const step = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** step).toFixed(1)} ${units[step - 1]}`
}
