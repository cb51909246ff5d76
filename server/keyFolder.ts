import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readOrMake, writeWhole } from './wholeFile.ts'

const keyBytes = 32
const currentFile = 'current'
const suffix = '.key'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Keys of one use, outside the database: a folder of KEYS_DIR, which every process of an installation has. A file `<name>.key`
 * for each, and `current`, which names the one that is used from now on. The first process makes the first one.
 */
export const openKeyFolder = (folder: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const known = new Map<string, Buffer>()

  const make = (): string => {
    const name = randomBytes(8).toString('hex')
    writeWhole(join(folder, `${name}${suffix}`), randomBytes(keyBytes).toString('hex'))
    return name
  }

  return {
    folder,

    /** Read each time: another process may have made a new one. */
    currentName: (): string => readOrMake(join(folder, currentFile), make),

    /** The key of this name; undefined where it is not in the folder. */
    key: (name: string): Buffer | undefined => {
      const found = known.get(name)
      if (found) return found
      try {
        const key = Buffer.from(readFileSync(join(folder, `${name}${suffix}`), 'utf8'), 'hex')
        known.set(name, key)
        return key
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    /** Makes a new key, which is used from now on. Gives its name. */
    rotate: (): string => {
      const name = make()
      writeWhole(join(folder, currentFile), name)
      return name
    },

    names: (): string[] =>
      readdirSync(folder)
        .filter(name => name.endsWith(suffix))
        .map(name => name.slice(0, -suffix.length)),

    remove: (name: string): void => rmSync(join(folder, `${name}${suffix}`)),
  }
}
export type KeyFolder = ReturnType<typeof openKeyFolder>
