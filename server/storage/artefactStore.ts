import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { ObjectDamagedError } from './encryption/cipher.ts'
import type { LocalCache } from './localCache.ts'
import {
  type ArtefactName,
  type ArtefactPart,
  type ByteRange,
  ObjectMissing,
  type ObjectStore,
  objectKey,
  type StoredObject,
} from './objectStore.ts'
import { PackError, packFolder, unpackInto } from './pack.ts'

/*
 * The only functions that store and read the data of an analysis. It is personal data of students: no signed URL ever names it.
 */

/** Writes an object of an artefact. The key names one attempt of one stage, so it is never written twice. */
const writeArtefact = (store: ObjectStore, key: string, content: Readable): Promise<StoredObject> =>
  store.put(key, content)

/** The bytes of an object of an artefact. Each piece is valid until the next is requested. Throws ObjectMissing. */
const readArtefact = (store: ObjectStore, key: string): AsyncIterable<Uint8Array> => store.pieces(key)

/** A part of an object of an artefact; undefined if the store does not have it intact. */
const readArtefactRange = async (
  store: ObjectStore,
  key: string,
  range: ByteRange,
): Promise<Uint8Array | undefined> => {
  try {
    return await store.readRange(key, range)
  } catch (error) {
    if (error instanceof ObjectMissing || error instanceof ObjectDamagedError) return undefined
    throw error
  }
}

/** Version of the layout. Increase it when the layout changes: artefacts of other versions are made again. */
const format = 1

const manifestSchema = z.object({
  format: z.literal(format),
  part: z.string(),
  /** The stage and attempt that made it. */
  stage: z.string(),
  fencingToken: z.number(),
  schemaVersion: z.string(),
  rulesetVersion: z.string(),
  files: z.array(
    z.object({
      // A name, never a path.
      name: z.string().regex(/^[^/\\\0]+$/),
      size: z.number(),
      sha256: z.string(),
    }),
  ),
})
export type ArtefactManifest = z.output<typeof manifestSchema>

/** A stored artefact. It is immutable: its hash is that of the manifest, which has the hash of each file. */
export interface StoredArtefact {
  /** Key of the manifest. */
  key: string
  sha256: string
  /** Total size of its files in bytes. */
  bytes: number
}

const hashOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

const contentKeyOf = (manifestKey: string): string => manifestKey.replace(/\.json$/, '.pack')

/** Manifests kept in memory, some kilobytes each: about as many as reports are open at once. */
const manifestsKept = 500

/** A manifest with its text, because the hash is that of the text. */
interface Found {
  manifest: ArtefactManifest
  text: string
}

/** The whole text of an object; undefined if it does not exist. */
const textOf = async (store: ObjectStore, key: string): Promise<string | undefined> => {
  const pieces: Buffer[] = []
  try {
    for await (const piece of readArtefact(store, key)) pieces.push(Buffer.from(piece))
  } catch (error) {
    if (error instanceof ObjectMissing || error instanceof ObjectDamagedError) return undefined
    throw error
  }
  return Buffer.concat(pieces).toString()
}

/** Position of a file in the content; undefined if there is no such file. */
const rangeOf = (files: ArtefactManifest['files'], name: string) => {
  const at = files.findIndex(file => file.name === name)
  const file = files[at]
  if (!file) return undefined
  const from = files.slice(0, at).reduce((sum, { size }) => sum + size, 0)
  return { from, to: from + file.size, sha256: file.sha256 }
}

const parsed = (text: string): ArtefactManifest | undefined => {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * Folders of files as immutable objects: first the content as one object, then a manifest with the size and hash of each file. An
 * artefact exists once its manifest does. Copies are kept on this machine.
 */
export const createArtefactStore = ({ store, cache }: { store: ObjectStore; cache: LocalCache }) => {
  const fetching = new Map<string, Promise<unknown>>()
  /** By hash. Manifests name files and hold no content. */
  const known = new LRUCache<string, Found>({ max: manifestsKept })

  const seed = (artefact: StoredArtefact, { files }: ArtefactManifest, text: string, folder: string) =>
    // Without room for a copy it is fetched on demand.
    cache.add(artefact, text, files, folder).catch(() => undefined)

  const fetchInto = async (
    artefact: StoredArtefact,
    manifest: ArtefactManifest,
    text: string,
    folder: string,
  ): Promise<boolean> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      await unpackInto(readArtefact(store, contentKeyOf(artefact.key)), manifest.files, folder)
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      if ([ObjectMissing, ObjectDamagedError, PackError].some(kind => error instanceof kind)) return false
      throw error
    }
    await seed(artefact, manifest, text, folder)
    return true
  }

  const manifestOf = async (artefact: StoredArtefact): Promise<Found | undefined> => {
    const kept = known.get(artefact.sha256)
    if (kept) return kept
    const near = await cache.manifestOf(artefact)
    const isNear = near !== undefined && hashOf(near) === artefact.sha256
    const text = isNear ? near : await textOf(store, artefact.key)
    if (text === undefined || hashOf(text) !== artefact.sha256) return undefined
    const manifest = parsed(text)
    if (!manifest) return undefined
    const found = { manifest, text }
    known.set(artefact.sha256, found)
    return found
  }

  return {
    /** Stores the files of a folder, the manifest last. Nobody may write to the folder any more. */
    keep: async (
      of: { instId: string; submissionId: string },
      about: Omit<ArtefactManifest, 'format' | 'files' | 'part'> & { part: ArtefactPart },
      folder: string,
    ): Promise<StoredArtefact> => {
      const { part, stage, fencingToken } = about
      const name: ArtefactName = `${part}.${stage}.${fencingToken}`
      const key = objectKey(of.instId, of.submissionId, `${name}.json`)
      const { content, files } = await packFolder(folder)
      const { size } = await writeArtefact(store, contentKeyOf(key), Readable.from(content))
      const manifest: ArtefactManifest = { format, ...about, files: files() }
      const text = JSON.stringify(manifest)
      await writeArtefact(store, key, Readable.from([text]))
      const artefact = { key, sha256: hashOf(text), bytes: size }
      // The next stages on this machine need it.
      await seed(artefact, manifest, text, folder)
      return artefact
    },

    /** Puts the files of an artefact into a new folder; false if the store does not have it intact. */
    take: async (artefact: StoredArtefact, folder: string): Promise<boolean> => {
      const found = await manifestOf(artefact)
      if (!found) return false
      const { manifest, text } = found
      const isNear = () => cache.take(artefact, manifest.files, folder)
      if (await isNear()) return true
      // Callers that ask during a fetch wait for that copy.
      const under = fetching.get(artefact.key)
      await under?.catch(() => undefined)
      if (under && (await isNear())) return true
      const begun = fetchInto(artefact, manifest, text, folder)
      fetching.set(artefact.key, begun)
      try {
        return await begun
      } finally {
        if (fetching.get(artefact.key) === begun) fetching.delete(artefact.key)
      }
    },

    /**
     * The content of one file of an artefact, in memory only: from this machine's copy, or from the store if no copy would be kept.
     * Undefined if the content is damaged, the file is missing or too large, or a copy is still to be made: taking the artefact makes it.
     */
    fileOf: async (
      artefact: StoredArtefact,
      name: string,
      mostBytes: number,
    ): Promise<Uint8Array | undefined> => {
      const found = await manifestOf(artefact)
      const range = found && rangeOf(found.manifest.files, name)
      if (!range || range.to - range.from > mostBytes) return undefined
      const content = (await cache.keeps(artefact))
        ? await cache.read(artefact, range)
        : await readArtefactRange(store, contentKeyOf(artefact.key), range)
      return content && hashOf(content) === range.sha256 ? content : undefined
    },

    remove: async (artefact: StoredArtefact): Promise<void> => {
      known.delete(artefact.sha256)
      await store.remove(artefact.key)
      await store.remove(contentKeyOf(artefact.key))
      await cache.remove(artefact)
    },
  }
}
export type ArtefactStore = ReturnType<typeof createArtefactStore>
