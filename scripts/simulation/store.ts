import { createHash } from 'node:crypto'
import type { FolderStore, ObjectStore } from '../../server/storage/index.ts'
import { ObjectMissing } from '../../server/storage/objectStore.ts'
import type { Process, World } from './world.ts'

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
  temporary: new Map<string, string>(),
})
export type Objects = ReturnType<typeof createObjects>

export type SimulatedStore = ObjectStore &
  Pick<FolderStore, 'discard' | 'settle'> & {
    /** A signed post in the hands of the folder's server. */
    take: (content: string) => Promise<Parameters<FolderStore['settle']>[0]>
  }

/**
 * What stands for the object store: an object appears whole or not at all and a key that is taken is not replaced by a post
 * (`tests/server/files.test.ts`, `tests/server/objectStore.test.ts`), sealing gives what a post brought a name that no post
 * reaches. Of the real folder the hash of an object stands in a second file.
 */
export const createSimulatedStore = (options: {
  world: World
  objects: Objects
  process: Process
  kind: 'folder' | 's3'
  /** False: what is sealed appears in two steps, which is a fault put in. */
  isSealedWhole: boolean
}): SimulatedStore => {
  const { world, objects, process, kind, isSealedWhole } = options
  const ask = <T>(where: string, action: () => T): Promise<T> => world.io(process, 'store', where, action)
  let serial = 0

  /** Makes an object of what has arrived; false where the key is taken. */
  const appear = async (where: string, key: string, content: string): Promise<boolean> => {
    const first = isSealedWhole ? content : content.slice(0, content.length / 2)
    const isNew = await ask(where, () => {
      if (objects.objects.has(key)) return false
      objects.objects.set(key, { content: first, sha256: undefined })
      return true
    })
    if (isNew && !isSealedWhole)
      await ask(`${where}, the rest`, () => objects.objects.set(key, { content, sha256: undefined }))
    return isNew
  }

  const stat = (key: string) =>
    ask('store: look', () => {
      const found = objects.objects.get(key)
      return found && { size: found.content.length, sha256: found.sha256 }
    })

  const read = (key: string): Promise<string> =>
    ask('store: read', () => {
      const found = objects.objects.get(key)
      if (!found) throw new ObjectMissing(key)
      return found.content
    })

  return {
    kind,
    stat,
    seal: async key => {
      if (kind === 'folder') {
        const found = await stat(key)
        return found && { ...found, key }
      }
      const content = await ask('store: look for a post', () => objects.incoming.get(key))
      if (content === undefined) {
        const found = await stat(key)
        return found && { ...found, key }
      }
      serial += 1
      const sealed = key.replace('.xml', `.${process.name}-${world.now()}-${serial}.xml`)
      await appear('store: seal', sealed, content)
      return { size: content.length, sha256: undefined, key: sealed }
    },
    take: content =>
      ask('store: receive', () => {
        serial += 1
        const temporary = `${process.name}-${world.now()}-${serial}`
        objects.temporary.set(temporary, content)
        return { temporary, size: content.length, sha256: hashOf(content) }
      }),
    settle: async (file, key) => {
      const content = objects.temporary.get(file.temporary)
      if (content === undefined) throw new Error('What was received is gone.')
      const isNew = await appear('store: settle', key, content)
      if (isNew)
        await ask('store: write the hash', () => objects.objects.set(key, { content, sha256: file.sha256 }))
      objects.temporary.delete(file.temporary)
      return isNew
    },
    discard: async file => {
      objects.temporary.delete(file.temporary)
    },
    put: async (key, pieces) => {
      const content = Buffer.concat(await pieces.map(piece => Buffer.from(piece)).toArray()).toString()
      const sha256 = hashOf(content)
      await ask('store: put', () => objects.objects.set(key, { content, sha256 }))
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
        objects.objects.delete(key)
        objects.incoming.delete(key)
      }),
    list: async prefix => [...objects.objects.keys()].filter(key => key.startsWith(prefix)),
    signedPost: () => Promise.reject(new Error('People of a story post by themselves.')),
    open: () => Promise.reject(new Error('Stages of a story read by pieces.')),
    signedDownload: () => Promise.reject(new Error('Nobody in a story downloads.')),
    sweep: async () => 0,
  }
}
