import { type Problem, ProblemError, problem } from '../../src/domain/problem.ts'
import { type Message, message } from '../../src/messages/message.ts'
import { type FolderStore, isFolderFault, type ReceivedFile } from './folderStore.ts'
import type { StoredObject } from './objectStore.ts'
import type { PostPolicy } from './postPolicy.ts'

export interface UploadListener {
  /**
   * The object is stored. If the listener returns a problem, the object is removed. If the submission already has this content under
   * another key, it returns none, and the sweep removes this copy.
   */
  stored: (key: string, object: StoredObject) => Promise<Problem | undefined>
  /** The post was refused because of its content. */
  failed: (key: string, reason: Message | string) => Promise<void>
}

/** The disk keeps a reserve for the database. */
export const noRoom = problem('unavailable', message('problems', 'noRoom'))

export const storeUnavailable = problem('unavailable', message('problems', 'storeUnavailable'))

/** What arrived differs from what was announced: the transfer damaged it. The sender's file may be fine. */
export const damagedOnTheWay = problem('unavailable', message('problems', 'fileDamaged'))

const tooSmall = (policy: PostPolicy, size: number): Problem | undefined => {
  if (size >= policy.minBytes) return undefined
  return problem(
    'invalid',
    size === 0
      ? message('server', 'fileEmpty')
      : message('problems', 'fileIncomplete', { received: size, announced: policy.minBytes }),
    [{ field: 'file', message: message('server', size === 0 ? 'field.empty' : 'field.incomplete') }],
  )
}

/**
 * Result of a signed post to the folder store: the object of its key, reported to the listener, or nothing. `accept` throws the
 * problem that the sender gets; `refused` reports a problem to the listener and returns it.
 */
export const createAcceptance = (options: {
  store: Pick<FolderStore, 'discard' | 'settle' | 'seal' | 'remove'>
  listener: UploadListener
}) => {
  const { store, listener } = options

  const refused = async (
    policy: Pick<PostPolicy, 'key'>,
    value: Problem,
    cause?: unknown,
  ): Promise<ProblemError> => {
    await listener.failed(policy.key, value.reason)
    return new ProblemError(value, { cause })
  }

  /** A repeated post whose first answer was lost: the object exists and was not reported. */
  const isSame = async (key: string, file: ReceivedFile): Promise<boolean> => {
    const stored = await store.seal(key)
    return stored?.sha256 === file.sha256
  }

  /** `digest`: SHA-256 sent with the form, besides the announced one. */
  const accept = async (policy: PostPolicy, file: ReceivedFile, digest?: string): Promise<void> => {
    const fault = tooSmall(policy, file.size)
    if (fault) {
      await store.discard(file)
      throw await refused(policy, fault)
    }
    if ([policy.sha256, digest].some(expected => expected !== undefined && expected !== file.sha256)) {
      await store.discard(file)
      // The upload stays open: the same form may be sent again.
      throw new ProblemError(damagedOnTheWay)
    }
    const isNew = await store.settle(file, policy.key).catch(async error => {
      await store.discard(file)
      throw isFolderFault(error) ? await refused(policy, storeUnavailable, error) : error
    })
    if (!isNew && !(await isSame(policy.key, file)))
      throw new ProblemError(problem('conflict', message('problems', 'otherFileStored')))
    const refusal = await listener.stored(policy.key, { size: file.size, sha256: file.sha256 })
    if (refusal) {
      if (isNew) await store.remove(policy.key)
      throw new ProblemError(refusal)
    }
  }

  return { accept, refused }
}
