import { type Problem, ProblemError, problem } from '../../src/domain/problem.ts'
import { type Message, message } from '../../src/messages/message.ts'
import { type FolderStore, isFolderFault, type ReceivedFile } from './folderStore.ts'
import type { StoredObject } from './objectStore.ts'
import type { PostPolicy } from './postPolicy.ts'

export interface UploadListener {
  /**
   * The object is stored. Where a problem is given back, the object is removed. Where the submission has the same content under
   * another key, no problem is given, and the sweep removes this copy.
   */
  stored: (key: string, object: StoredObject) => Promise<Problem | undefined>
  /** The post was refused for what was sent. */
  failed: (key: string, reason: Message | string) => Promise<void>
}

/** The disk keeps a reserve for the database. */
export const noRoom = problem('unavailable', message('problems', 'noRoom'))

export const storeUnavailable = problem('unavailable', message('problems', 'storeUnavailable'))

/** What has arrived is not what was announced: it was damaged on its way, which says nothing about the file of the sender. */
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
 * What becomes of a file that a signed post has brought to the folder: the object of its key, of which the listener is
 * told, or nothing at all. `accept` throws the problem that the sender is answered with; `refused` tells the listener of
 * one and gives it.
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

  /** A post that is sent again because its answer was lost: the object is there and nobody was told of it. */
  const isSame = async (key: string, file: ReceivedFile): Promise<boolean> => {
    const stored = await store.seal(key)
    return stored?.sha256 === file.sha256
  }

  /** `digest`: SHA-256 that the form was sent with, besides the one that was announced. */
  const accept = async (policy: PostPolicy, file: ReceivedFile, digest?: string): Promise<void> => {
    const fault = tooSmall(policy, file.size)
    if (fault) {
      await store.discard(file)
      throw await refused(policy, fault)
    }
    if ([policy.sha256, digest].some(expected => expected !== undefined && expected !== file.sha256)) {
      await store.discard(file)
      // The upload goes on: the same form may be sent again.
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
