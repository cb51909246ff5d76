import { bytesOf } from './text.ts'

/**
 * Where the bytes of a document come from: a text or bytes in memory, a Blob or File, or a stream. Streams of the web such as
 * `response.body` are taken, and all that `for await` reads, such as those of Node.js. The encoding that a text declares is ignored.
 */
export type Source = string | Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** Most bytes that are given at once: events and pauses come between two pieces. */
const pieceBytes = 65_536
/** How long one source may keep the thread: other work, such as an abort, must get its turn. */
const turnMilliseconds = 50

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes)
    yield bytes.subarray(from, Math.min(from + pieceBytes, bytes.length))
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Not by `for await`: not every browser can iterate over a stream. And a pending read can be cancelled. */
const iteratorOfStream = (stream: ReadableStream<Uint8Array>): AsyncIterator<Uint8Array> => {
  const reader = stream.getReader()
  return {
    next: async () => {
      const { done, value } = await reader.read()
      return done ? { done, value: undefined } : { done, value }
    },
    return: async () => {
      await reader.cancel()
      return { done: true, value: undefined }
    },
  }
}

const iteratorOf = (source: Source): AsyncIterator<Uint8Array> => {
  if (typeof source === 'string' || source instanceof Uint8Array) return once(bytesOf(source))
  if (source instanceof Blob) return iteratorOfStream(source.stream())
  if ('getReader' in source) return iteratorOfStream(source)
  return source[Symbol.asyncIterator]()
}

/** Rejects when the signal aborts; `forget` ends the listening. */
const abortion = (signal: AbortSignal) => {
  let abort = (): void => undefined
  const promise = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
  })
  // If the source never waits, nobody else handles the rejection.
  promise.catch(() => undefined)
  signal.addEventListener('abort', abort)
  return { promise, forget: () => signal.removeEventListener('abort', abort) }
}

/** Gives other work of the thread its turn, if it has waited for long enough. */
export const createTurns = (): (() => Promise<void>) => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < turnMilliseconds) return
    await new Promise(resolve => setTimeout(resolve))
    began = performance.now()
  }
}

/**
 * The bytes of a source, in pieces of at most 64 KiB. Whoever stops early cancels the source. Throws the reason of the signal
 * as soon as that aborts, even if the source does not answer, and whatever the source throws.
 */
export async function* chunksOf(source: Source, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted()
  const iterator = iteratorOf(source)
  const aborted = signal && abortion(signal)
  const takeTurns = createTurns()
  let isRead = false
  try {
    for (;;) {
      const next = await (aborted ? Promise.race([iterator.next(), aborted.promise]) : iterator.next())
      isRead = next.done === true
      if (next.done) return
      for (const piece of piecesOf(next.value)) {
        yield piece
        await takeTurns()
        signal?.throwIfAborted()
      }
    }
  } finally {
    aborted?.forget()
    // Not awaited: a source that does not answer would not end either.
    if (!isRead) iterator.return?.().catch(() => undefined)
  }
}
