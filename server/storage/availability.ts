import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { isDiskFault, NearlyFull } from '../disk.ts'
import { networkFaults } from '../networkFaults.ts'
import { noRoom } from './acceptance.ts'
import { WrongAnswerError } from './believing.ts'
import { MasterKeyMissing } from './encryption/masterKeys.ts'
import { StoreFolderFault } from './folderMark.ts'
import { ObjectMissing, type ObjectStore } from './objectStore.ts'

/**
 * Answers of S3 that tell of the installation, not of an object: its bucket is gone or elsewhere, or its credentials have
 * expired, were rotated or cannot be found.
 */
const refusals = new Set([
  'NoSuchBucket',
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'ExpiredToken',
  'InvalidToken',
  'TokenRefreshRequired',
  'CredentialsProviderError',
  // What the client calls an answer without a reason. S3 gives none to HEAD; one of 404 has a name of its own.
  'Unknown',
])

/** Statuses of the same answers, by whatever name. */
const refusedStatuses = new Set([401, 403, 429])

/**
 * Whether the store, the way to it or our access to it is at fault, not the object: trying again later helps. A master key that
 * others have is copied sooner or later.
 */
const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code, name, $metadata } = error as Error & {
    code?: string
    $metadata?: { httpStatusCode?: number }
  }
  const status = $metadata?.httpStatusCode ?? 0
  return (
    error instanceof MasterKeyMissing ||
    error instanceof WrongAnswerError ||
    error instanceof StoreFolderFault ||
    isDiskFault(error) ||
    networkFaults.has(code ?? '') ||
    name === 'TimeoutError' ||
    refusals.has(name) ||
    refusedStatuses.has(status) ||
    status >= 500
  )
}

const storeAway = (cause: unknown): ProblemError =>
  new ProblemError(problem('unavailable', message('problems', 'storeAway')), { cause })

/** An error of the store, as an unavailable problem where trying again later helps. */
const asProblem = (error: unknown): unknown => {
  if (error instanceof NearlyFull) return new ProblemError(noRoom, { cause: error })
  return isAway(error) ? storeAway(error) : error
}

/**
 * The same store; that it is away is said in words of ours, and not taken for a fault of the database. An object counts as
 * missing only where a look finds the store: S3 answers HEAD for an object alike whether that is missing or its bucket is.
 */
export const withAvailability = <S extends ObjectStore>(store: S): S => {
  /** Whatever a look rejects with, the store cannot be used: that of a missing bucket is a plain 404. */
  const look = async (): Promise<void> => {
    try {
      await store.look()
    } catch (error) {
      throw storeAway(error)
    }
  }
  const faultOf = async (error: unknown): Promise<unknown> => {
    if (!(error instanceof ObjectMissing)) return asProblem(error)
    return look().then(
      () => error,
      away => away,
    )
  }
  const said =
    <A extends unknown[], T>(call: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      try {
        return await call(...given)
      } catch (error) {
        throw await faultOf(error)
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
        throw await faultOf(error)
      }
    },
    readRange: said(store.readRange),
    stat: said(async (key: string) => {
      const found = await store.stat(key)
      if (!found) await look()
      return found
    }),
    look,
    remove: said(store.remove),
    list: said(store.list),
    signedDownload: said(store.signedDownload),
  }
}
