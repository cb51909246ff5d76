import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Keeper {
  /** What `find` gives, as JSON keeps it; found once for the same sources. */
  kept: <T>(name: string, find: () => T) => T
  /** The same for what takes its time. */
  keptLater: <T>(name: string, find: () => Promise<T>) => Promise<T>
}

const filesBelow = (place: string): string[] =>
  statSync(place).isFile()
    ? [place]
    : readdirSync(place, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile() && !entry.name.includes('.test.'))
        .map(entry => join(entry.parentPath, entry.name))
        .sort()

const read = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}

/** Keeps findings in a folder under the hash of the sources that decide them; the sources are read once. */
export const createKeeper = (options: {
  root: string
  /** Files and folders, from the root. */
  sources: readonly string[]
  folder: string
}): Keeper => {
  const { root, sources, folder } = options
  let hash: string | undefined
  const hashOfSources = (): string => {
    const sum = createHash('sha256').update(process.version)
    for (const file of sources.flatMap(place => filesBelow(join(root, place))))
      sum.update(`\n${file.slice(root.length)}\n`).update(readFileSync(file))
    return sum.digest('hex').slice(0, 24)
  }
  const fileOf = (name: string): string => {
    hash ??= hashOfSources()
    return join(folder, `${name}.${hash}.json`)
  }

  /** Writes beside and renames: several processes may find out the same at once. Older findings of this name go. */
  const write = (name: string, file: string, text: string): void => {
    mkdirSync(folder, { recursive: true })
    const partial = `${file}.${process.pid}`
    writeFileSync(partial, text)
    renameSync(partial, file)
    for (const other of readdirSync(folder))
      if (other.replace(/\.[\da-f]{24}\.json$/, '') === name && join(folder, other) !== file)
        rmSync(join(folder, other), { force: true })
  }

  const kept: Keeper['kept'] = <T>(name: string, find: () => T): T => {
    const file = fileOf(name)
    const before = read<T>(file)
    if (before !== undefined) return before
    const text = JSON.stringify(find())
    write(name, file, text)
    return JSON.parse(text) as T
  }
  return {
    kept,
    keptLater: async <T>(name: string, find: () => Promise<T>): Promise<T> => {
      const before = read<T>(fileOf(name))
      if (before !== undefined) return before
      const found = await find()
      return kept(name, () => found)
    },
  }
}

const root = join(import.meta.dirname, '../..')

/**
 * What was found by exploring the charts, kept for whoever explores them again: the tests, `npm run model`, the build and
 * the browser's paths. What decides it: the charts, what they are made of, how they are explored, and the libraries.
 */
export const { kept, keptLater } = createKeeper({
  root,
  sources: ['src/domain', 'src/machines', 'src/messages', 'src/model', 'scripts/model', 'package-lock.json'],
  folder: join(root, 'node_modules/.cache/bedel-model'),
})
