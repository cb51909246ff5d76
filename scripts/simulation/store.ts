import { createHash } from 'node:crypto'
import { type Announced, isAnnounced } from '../../server/storage/announcedFiles.ts'
import { withAvailability } from '../../server/storage/availability.ts'
import { ContentDiffersError, WrongAnswerError } from '../../server/storage/believing.ts'
import type { FolderStore, ObjectStore } from '../../server/storage/index.ts'
import { ObjectMissing } from '../../server/storage/objectStore.ts'
import { connectionLost, type Process, type World } from './world.ts'

export const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex')

interface Stored {
  content: string
  /** Written a moment after the content: a process may end between the two (`server/storage/folderStore.ts`). */
  sha256: string | undefined
}

/** What is in the store, whoever asks; it outlives every process. */
export const createObjects = () => ({
  objects: new Map<string, Stored>(),
  /** What signed posts have brought, where the store takes them without asking us (S3). */
  incoming: new Map<string, string>(),
  /** What was announced of them. */
  announced: new Map<string, Announced>(),
  /** Files beside the objects: those of the folder's `incoming`, or of a worker's scratch folder in front of S3. */
  temporary: new Map<string, string>(),
})
export type Objects = ReturnType<typeof createObjects>

export type SimulatedStore = ObjectStore &
  Pick<FolderStore, 'discard' | 'settle'> & {
    /** A signed post in the hands of the folder's server. */
    take: (content: string) => Promise<Parameters<FolderStore['settle']>[0]>
  }

/** Faults that a test puts into the store. */
export interface StoreFlaws {
  /** What is sealed appears in two steps. */
  sealNotAtomic?: true
  /** An object is written where it is read, not beside and renamed. */
  writtenInPlace?: true
  /** That a disk has taken only a part of what was written is not noticed. */
  shortWriteUnnoticed?: true
  /** What the store gives of a post is sealed whatever it is. */
  sealUnchecked?: true
}

const diskFull = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
const diskError = (): Error => Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })

const halfOf = (content: string): string => content.slice(0, content.length / 2)

/**
 * What stands for the object store: an object appears whole or not at all and a key that is taken is not replaced by a post
 * (`tests/server/files.test.ts`, `folderStore.test.ts`), sealing gives what a post brought a name that no post reaches
 * (`tests/server/objectStore.test.ts`). The folder writes beside and then gives the name, and the hash of an object stands in a second file; S3 wants the
 * length of what is put, which is written to a scratch folder first (`server/storage/s3Store.ts`).
 *
 * A write may end in the middle: by a fault, after which the writer removes what there is, or with the process, which leaves
 * it. What ends so in S3 itself leaves nothing. S3 may also answer wrongly more often than it is asked again
 * (`tests/server/lyingStore.test.ts`): what is sealed is compared with what was announced, by the code of the product. A full disk takes no file and no name, gives what is on it, and lets go of it.
 */
export const createSimulatedStore = (options: {
  world: World
  objects: Objects
  process: Process
  kind: 'folder' | 's3'
  flaws: StoreFlaws
}): SimulatedStore => {
  const { world, objects: kept, process, kind, flaws } = options
  const { objects, temporary } = kept
  const storeFault = kind === 'folder' ? diskError : connectionLost
  let serial = 0
  const fresh = (): string => {
    serial += 1
    return `${process.name}-${world.now()}-${serial}`
  }

  /** What comes of a call whose answers are not believed: nobody knows whether a write was done. */
  const answerWrongly = (action: () => unknown): never => {
    if (world.chance('lie') > 0.5) action()
    throw new WrongAnswerError('The store answers wrongly.')
  }

  /**
   * A call; `half` is what one that writes leaves behind where it ends in the middle, `lie` what one gives whose answer cannot be
   * told from a right one.
   */
  const ask = <T>(
    where: string,
    action: () => T,
    writes?: { half: () => void; toDisk: boolean },
    lie: (action: () => T) => T = answerWrongly,
  ): Promise<T> =>
    world.io(process, 'store', where, fault => {
      if (fault === 'storeLies' && kind === 's3') return lie(action)
      const endsHalf = fault === 'storeHalfWritten' && writes !== undefined
      if (writes?.toDisk && (world.isDiskFull() || endsHalf)) {
        writes.half()
        if (flaws.shortWriteUnnoticed) return action()
        if (endsHalf && world.chance('half') > 0.5) world.kill(process)
        throw world.isDiskFull() ? diskFull() : diskError()
      }
      if (world.isStoreAway() || endsHalf || fault === 'storeFails') throw storeFault()
      const value = action()
      if (fault === 'storeAnswerLost') throw storeFault()
      return value
    })

  /** A file beside the objects; one that was not written whole is removed by who is told of it. */
  const write = async (where: string, content: string): Promise<string> => {
    const name = fresh()
    const keep = (text: string) => (): void => {
      if (!temporary.has(name)) temporary.set(name, text)
    }
    try {
      await ask(where, keep(content), { half: keep(halfOf(content)), toDisk: true })
    } catch (error) {
      temporary.delete(name)
      throw error
    }
    return name
  }

  /** A new name needs room in its folder. */
  const naming = { half: () => undefined, toDisk: kind === 'folder' }

  /** Makes an object of what has arrived; false where the key is taken. */
  const appear = async (where: string, key: string, content: string): Promise<boolean> => {
    const first = flaws.sealNotAtomic ? halfOf(content) : content
    const give = (): boolean => {
      if (objects.has(key)) return false
      objects.set(key, { content: first, sha256: undefined })
      return true
    }
    const isNew = await ask(where, give, naming)
    if (isNew && flaws.sealNotAtomic)
      await ask(`${where}, the rest`, () => objects.set(key, { content, sha256: undefined }))
    return isNew
  }

  /** Nothing where the object is gone meanwhile. A part of it may stay beside, which nobody takes for it. */
  const writeHash = (key: string, sha256: string): Promise<void> =>
    ask(
      'store: write the hash',
      () => {
        const found = objects.get(key)
        if (found) objects.set(key, { ...found, sha256 })
      },
      { half: () => temporary.set(fresh(), halfOf(sha256)), toDisk: true },
    )

  const stat = (key: string) =>
    ask('store: look', () => {
      const found = objects.get(key)
      return found && { size: found.content.length, sha256: found.sha256 }
    })

  const read = (key: string): Promise<string> =>
    ask('store: read', () => {
      const found = objects.get(key)
      if (!found) throw new ObjectMissing(key)
      return found.content
    })

  const put = async (key: string, content: string, sha256: string): Promise<void> => {
    if (flaws.writtenInPlace) {
      const keep = (text: string) => () => objects.set(key, { content: text, sha256: undefined })
      await ask('store: put', keep(content), { half: keep(halfOf(content)), toDisk: kind === 'folder' })
      return
    }
    const name = await write('store: write', content)
    const give = (): void => {
      const hash = kind === 's3' ? sha256 : objects.get(key)?.sha256
      objects.set(key, { content: temporary.get(name) ?? '', sha256: hash })
      temporary.delete(name)
    }
    try {
      await ask('store: put', give, naming)
    } finally {
      if (kind === 's3') temporary.delete(name)
    }
    if (kind === 'folder') await writeHash(key, sha256)
  }

  return withAvailability<SimulatedStore>({
    kind,
    stat,
    look: () => ask('store: look', () => undefined),
    seal: async key => {
      if (kind === 'folder') {
        const found = await stat(key)
        // Who received it has ended, or not come so far, between the object and its hash: it is read for it.
        return found && { size: found.size, sha256: found.sha256 ?? hashOf(await read(key)), key }
      }
      const content = await ask(
        'store: look for a post',
        () => kept.incoming.get(key),
        undefined,
        given => halfOf(given() ?? ''),
      )
      if (content === undefined) {
        const found = await stat(key)
        return found && { ...found, key }
      }
      const found = { size: content.length, sha256: hashOf(content) }
      const announced = kept.announced.get(key)
      if (!flaws.sealUnchecked && !isAnnounced(announced ? [announced] : [], found))
        throw new ContentDiffersError('The store gave another file than was announced.')
      const sealed = key.replace('.xml', `.${hashOf(fresh()).slice(0, 16)}.xml`)
      const scratch = await write('store: write a copy', content)
      try {
        await appear('store: seal', sealed, temporary.get(scratch) ?? '')
      } finally {
        temporary.delete(scratch)
      }
      return { size: content.length, sha256: hashOf(content), key: sealed }
    },
    take: async content => {
      const name = await write('store: receive', content)
      return { temporary: name, size: content.length, sha256: hashOf(content) }
    },
    settle: async (file, key) => {
      const content = temporary.get(file.temporary)
      if (content === undefined) throw new Error('What was received is gone.')
      const isNew = await appear('store: settle', key, content)
      if (isNew) await writeHash(key, file.sha256)
      temporary.delete(file.temporary)
      return isNew
    },
    discard: async file => {
      temporary.delete(file.temporary)
    },
    put: async (key, pieces) => {
      const content = Buffer.concat(await pieces.map(piece => Buffer.from(piece)).toArray()).toString()
      const sha256 = hashOf(content)
      await put(key, content, sha256)
      return { size: content.length, sha256 }
    },
    readRange: async (key, { from, to }) => Buffer.from(await read(key)).subarray(from, to),
    pieces: async function* (key) {
      const content = Buffer.from(await read(key))
      yield content.subarray(0, 1)
      yield content.subarray(1)
    },
    remove: key =>
      ask('store: remove', () => {
        objects.delete(key)
        kept.incoming.delete(key)
      }),
    list: prefix => ask('store: list', () => [...objects.keys()].filter(key => key.startsWith(prefix))),
    signedPost: () => Promise.reject(new Error('People of a story post by themselves.')),
    open: () => Promise.reject(new Error('Stages of a story read by pieces.')),
    signedDownload: () => Promise.reject(new Error('Nobody in a story downloads.')),
    sweep: async () => 0,
  })
}
