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
 * Answers of S3 about the installation, not about an object: the bucket is gone or elsewhere, or the credentials are expired, rotated or
 * missing.
 */
const refusals = new Set([
  'NoSuchBucket',
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'ExpiredToken',
  'InvalidToken',
  'TokenRefreshRequired',
  'CredentialsProviderError',
  // The client's name for an answer without a reason. S3 gives none to HEAD; a 404 has its own name.
  'Unknown',
])

/** Statuses of the same answers, under any name. */
const refusedStatuses = new Set([401, 403, 429])

/**
 * Whether the store, the network or our access is at fault, not the object: retrying later helps. A master key that other processes have
 * is copied sooner or later.
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

/** An error of the store, as an unavailable problem if retrying later helps. */
const asProblem = (error: unknown): unknown => {
  if (error instanceof NearlyFull) return new ProblemError(noRoom, { cause: error })
  return isAway(error) ? storeAway(error) : error
}

/**
 * The same store, with outages reported as such and not as faults of the database. An object counts as missing only if the store itself
 * answers: S3 answers HEAD the same way for a missing object and a missing bucket.
 */
export const withAvailability = <S extends ObjectStore>(store: S): S => {
  /** Any rejected check means that the store is unusable: a missing bucket is a plain 404. */
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
