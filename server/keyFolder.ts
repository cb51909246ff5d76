import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeClosedFolder, readOrMake, writeWhole } from './wholeFile.ts'

const keyBytes = 32
const currentFile = 'current'
const nextFile = 'next'
const suffix = '.key'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Keys of one use, outside the database: a folder of KEYS_DIR, which every process of an installation has. A file `<name>.key`
 * for each, and `current`, which names the one that is used from now on; `next` one that is to follow it. The first process makes
 * the first one.
 */
export const openKeyFolder = (folder: string) => {
  makeClosedFolder(folder)
  const known = new Map<string, Buffer>()

  const keyFile = (name: string): string => join(folder, `${name}${suffix}`)

  const make = (): string => {
    const name = randomBytes(8).toString('hex')
    writeWhole(keyFile(name), randomBytes(keyBytes).toString('hex'))
    return name
  }

  /** Read each time: another process may have made a new one. */
  const currentName = (): string => readOrMake(join(folder, currentFile), make)

  /** The key that was prepared and is not in use yet; a rotation that was killed may have left its name. */
  const preparedName = (): string | undefined => {
    const file = join(folder, nextFile)
    const name = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    return name !== undefined && name !== currentName() && existsSync(keyFile(name)) ? name : undefined
  }

  return {
    folder,
    currentName,

    /** The key of this name; undefined where it is not in the folder. */
    key: (name: string): Buffer | undefined => {
      const found = known.get(name)
      if (found) return found
      try {
        const key = Buffer.from(readFileSync(keyFile(name), 'utf8'), 'hex')
        known.set(name, key)
        return key
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    /** Makes the key that the next rotation takes, so that other machines can be given it first. Gives its name. */
    prepare: (): string => {
      const name = preparedName() ?? make()
      writeWhole(join(folder, nextFile), name)
      return name
    },

    /** Has another key used from now on, that which was prepared or a new one. Gives its name. */
    rotate: (): string => {
      const name = preparedName() ?? make()
      writeWhole(join(folder, currentFile), name)
      rmSync(join(folder, nextFile), { force: true })
      return name
    },

    names: (): string[] =>
      readdirSync(folder)
        .filter(name => name.endsWith(suffix))
        .map(name => name.slice(0, -suffix.length)),

    remove: (name: string): void => rmSync(keyFile(name)),
  }
}
export type KeyFolder = ReturnType<typeof openKeyFolder>
