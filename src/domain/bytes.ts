import { type Message, message } from '../messages/message.ts'

const units = ['kB', 'MB', 'GB', 'TB'] as const

/**
 * A number of bytes as people read it, in decimal units with one decimal place: 512 bytes, 12.3 MB. What rounds up to
 * a thousand is written in the next unit: 999,999 bytes are 1.0 MB.
 */
export const bytes = (count: number): Message => {
  if (count < 1000) return message('formats', 'bytes', { count })
  const last = units.length - 1
  const at = units.findIndex((_, index) => index === last || count < 999.95 * 1000 ** (index + 1))
  return message('formats', `bytes.${units[at] ?? 'TB'}`, { amount: count / 1000 ** (at + 1) })
}

/** How far a transfer of bytes is: 12.3 MB of 40.0 MB. */
export const bytesOf = (done: number, total: number): Message =>
  message('formats', 'bytes.of', { done: bytes(done), total: bytes(total) })
