import { addAbortSignal, type Readable } from 'node:stream'

/**
 * The content until the signal is aborted: then whoever reads it gets that as a fault, also while it waits. Where nobody has begun
 * to read yet, or has given up, it must not be the end of the process.
 */
export const untilAborted = (content: Readable, signal: AbortSignal): Readable => {
  content.on('error', () => undefined)
  return addAbortSignal(signal, content)
}
