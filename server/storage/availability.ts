import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import type { ObjectStore } from './objectStore.ts'

const diskFaults = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'ENODEV', 'ESTALE'])
const networkFaults = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Whether the fault is one of the disk that is written to or read. */
export const isDiskFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && diskFaults.has(String(error.code))

/** Whether the store is at fault, or the way to it: trying again later helps. */
const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code, name, $metadata } = error as Error & {
    code?: string
    $metadata?: { httpStatusCode?: number }
  }
  return (
    isDiskFault(error) ||
    networkFaults.has(code ?? '') ||
    name === 'TimeoutError' ||
    ($metadata?.httpStatusCode ?? 0) >= 500
  )
}

/** An error of the store, as an unavailable problem where trying again later helps. */
const asProblem = (error: unknown): unknown =>
  isAway(error)
    ? new ProblemError(problem('unavailable', message('problems', 'storeAway')), { cause: error })
    : error

/** The same store; that it is away is said in words of ours, and not taken for a fault of the database. */
export const withAvailability = <S extends ObjectStore>(store: S): S => {
  const said =
    <A extends unknown[], T>(call: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      try {
        return await call(...given)
      } catch (error) {
        throw asProblem(error)
      }
    }
  return {
    ...store,
    signedPost: said(store.signedPost),
    seal: said(store.seal),
    put: said(store.put),
    open: said(store.open),
    pieces: async function* (key: string) {
      try {
        yield* store.pieces(key)
      } catch (error) {
        throw asProblem(error)
      }
    },
    readRange: said(store.readRange),
    stat: said(store.stat),
    look: said(store.look),
    remove: said(store.remove),
    list: said(store.list),
    signedDownload: said(store.signedDownload),
  }
}
