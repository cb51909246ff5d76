import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import * as z from 'zod'
import { kept } from '../limits.ts'
import { ObjectMissing, type ObjectStore } from './objectStore.ts'
import { type PackedFile, packFiles, unpackInto } from './pack.ts'

/** Minimum interval in ms between look-ups of unknown releases: anybody may request any name. */
const askEveryMs = 5000

const prefix = 'portal/'
/** Name of a release's folder: the time it was stored, and a hash of its file names. */
const releaseName = /^\d{8}T\d{9}Z-[0-9a-f]{16}$/
const packName = 'assets.pack'
const manifestName = 'assets.json'

/** Path of a hashed file inside its folder. It cannot leave the folder. */
export const portalFileName = /^(?:[\w@-][\w.@-]*\/)*[\w@-][\w.@-]*$/

const manifestSchema = z.array(
  z.object({
    name: z.string().regex(portalFileName),
    size: z.number(),
    sha256: z.string(),
  }),
)

/** Files that browsers load. Maps are for us; browsers without Brotli get the plain file. */
const isServed = (name: string): boolean => !/\.(?:map|gz)$|\.map\./.test(name)

/**
 * The portal's hashed files of every release in use, shared through the object store (fault 41). During a rollout, and for tabs that stay
 * open after it, a server gets requests for files of other releases.
 */
export const createPortalFiles = (options: {
  store: ObjectStore
  /** Folder of this release's files. */
  assets: string
  /** Local folder for those of other releases. */
  folder: string
  clock: { now: () => Date }
}) => {
  const { store, assets, folder, clock } = options
  /** Local folders of other releases with their file names, by key in the store. */
  const known = new Map<string, { root: string; names: ReadonlySet<string> }>()
  let lastChecked = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  const ownNames = async (): Promise<string[]> => {
    const entries = await readdir(assets, { recursive: true, withFileTypes: true })
    return entries
      .filter(entry => entry.isFile() && isServed(entry.name))
      .map(entry => relative(assets, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .sort()
  }

  /** Suffix of a release's key: a hash of its file names. */
  const endOfPlace = (names: readonly string[]): string =>
    `-${createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16)}/`

  /** Keys of the releases in the store, the latest first. */
  const releases = async (): Promise<string[]> =>
    (await store.list(prefix))
      .filter(key => key.endsWith(`/${manifestName}`))
      .map(key => key.slice(0, -manifestName.length))
      .toSorted()
      .reverse()

  const manifestOf = async (place: string): Promise<PackedFile[]> => {
    const pieces: Buffer[] = []
    for await (const piece of store.pieces(place + manifestName)) pieces.push(Buffer.from(piece))
    return manifestSchema.parse(JSON.parse(Buffer.concat(pieces).toString()))
  }

  const bring = async (place: string): Promise<void> => {
    const files = await manifestOf(place)
    const root = join(folder, place.slice(prefix.length, -1), 'assets')
    if (!existsSync(root)) {
      const filling = `${root}.${process.pid}`
      await rm(filling, { recursive: true, force: true })
      await mkdir(filling, { recursive: true, mode: 0o700 })
      await unpackInto(store.pieces(place + packName), files, filling)
      await rename(filling, root)
    }
    known.set(place, { root, names: new Set(files.map(({ name }) => name)) })
  }

  const ask = async (): Promise<void> => {
    const there = await releases()
    for (const place of known.keys()) if (!there.includes(place)) known.delete(place)
    // Other entries, such as a volume's lost+found, are not ours.
    for (const name of await readdir(folder).catch((): string[] => []))
      if (releaseName.test(name) && !there.includes(`${prefix}${name}/`))
        await rm(join(folder, name), { recursive: true, force: true })
    const own = endOfPlace(await ownNames())
    for (const place of there)
      if (!known.has(place) && !place.endsWith(own))
        await bring(place).catch(error => {
          // Another server has removed it.
          if (!(error instanceof ObjectMissing)) throw error
        })
  }

  const rootOf = (name: string): string | undefined =>
    [...known.values()].find(({ names }) => names.has(name))?.root

  /** Fetches a release's files again after somebody cleared the local folder. */
  const dropCleared = async (name: string): Promise<void> => {
    for (const [place, { root, names }] of known) {
      if (!names.has(name) || existsSync(join(root, name))) continue
      known.delete(place)
      lastChecked = Number.NEGATIVE_INFINITY
      await rm(root, { recursive: true, force: true })
    }
  }

  return {
    /** Stores the files of this release for other servers, and removes those of old releases. */
    publish: async (): Promise<void> => {
      const names = await ownNames()
      const own = endOfPlace(names)
      const there = await releases()
      if (there.some(place => place.endsWith(own))) return
      const at = clock.now().toISOString().replace(/[-:.]/g, '')
      const place = `${prefix}${at}${own}`
      const { content, files } = packFiles(assets, names)
      await store.put(place + packName, Readable.from(content))
      await store.put(place + manifestName, Readable.from([JSON.stringify(files())]))
      for (const old of there.slice(kept.portalReleases - 1)) {
        await store.remove(old + manifestName)
        await store.remove(old + packName)
      }
    },

    /** Folder with a file of another release; undefined if no release has it. */
    rootOf: async (name: string): Promise<string | undefined> => {
      await dropCleared(name)
      const found = rootOf(name)
      if (found !== undefined || clock.now().getTime() - lastChecked < askEveryMs) return found
      lastChecked = clock.now().getTime()
      asking ??= ask().finally(() => {
        asking = undefined
      })
      await asking
      return rootOf(name)
    },
  }
}
export type PortalFiles = ReturnType<typeof createPortalFiles>
