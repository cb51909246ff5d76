import type { Readable } from 'node:stream'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { createPause } from '../pause.ts'
import type { ObjectStore } from './objectStore.ts'

const silentCodes = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Whether an error or its cause says that the store did not answer. A store that refuses at once costs no time. */
const isSilence = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' ||
    ('code' in error && silentCodes.has(String(error.code))) ||
    isSilence(error.cause))

/**
 * The same store with a circuit breaker, for a serving process: while the store is silent, requests fail at once instead of each waiting
 * for its time limit. Readiness still checks it, so it is used again as soon as it answers.
 */
export const withPauses = <S extends ObjectStore>(store: S, now?: () => number): S => {
  const pause = createPause({
    isSilence,
    refusal: () => new ProblemError(problem('unavailable', message('problems', 'storeAway'))),
    ...(now ? { now } : {}),
  })
  const paused =
    <A extends unknown[], T>(call: (...given: A) => Promise<T>) =>
    (...given: A): Promise<T> =>
      pause.ask(() => call(...given))
  let looking: Promise<void> | undefined
  /** One check at a time, however many callers wait. */
  const look = (): Promise<void> => {
    looking ??= pause.look(store.look).finally(() => {
      looking = undefined
    })
    return looking
  }
  return {
    ...store,
    seal: paused(store.seal),
    put: async (key: string, content: Readable, keptHash?: () => string) => {
      try {
        return await pause.ask(() => store.put(key, content, keptHash))
      } finally {
        // Nobody reads a refused stream to its end.
        content.destroy()
      }
    },
    open: paused(store.open),
    pieces: async function* (key: string) {
      pause.begin()
      const pieces = store.pieces(key)[Symbol.asyncIterator]()
      try {
        for (;;) {
          const piece = await pause.look(async () => pieces.next())
          if (piece.done) return
          yield piece.value
        }
      } finally {
        await pieces.return?.()
      }
    },
    readRange: paused(store.readRange),
    stat: paused(store.stat),
    look,
    remove: paused(store.remove),
    list: paused(store.list),
  }
}
