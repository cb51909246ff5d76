import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readOrMake, writeWhole } from '../../wholeFile.ts'

const ivBytes = 12
const tagBytes = 16
const keyBytes = 32
const currentFile = 'current'
const suffix = '.key'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** A master key that wrapped keys name is not in KEYS_DIR. */
export class MasterKeyMissing extends Error {
  override readonly name = 'MasterKeyMissing'
  constructor(name: string, folder: string) {
    super(
      `The master key "${name}" is not in ${folder}. Files of the store cannot be read without it: every process of an installation needs the same KEYS_DIR.`,
    )
  }
}

/** A key as it is kept: encrypted by the master key of this name. */
export interface WrappedKey {
  master: string
  wrapped: Uint8Array
}

/**
 * The master keys of an installation: the folder `files` of KEYS_DIR, which every process of it has. A file `<name>.key` for
 * each, and `current`, which names the one that wraps from now on. The first process makes the first one.
 */
export const openMasterKeys = (keysDir: string) => {
  const folder = join(keysDir, 'files')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const known = new Map<string, Buffer>()

  const make = (): string => {
    const name = randomBytes(8).toString('hex')
    writeWhole(join(folder, `${name}${suffix}`), randomBytes(keyBytes).toString('hex'))
    return name
  }

  /** Read each time: another process may have made a new one. */
  const currentName = (): string => readOrMake(join(folder, currentFile), make)

  const masterKey = (name: string): Buffer => {
    const found = known.get(name)
    if (found) return found
    try {
      const key = Buffer.from(readFileSync(join(folder, `${name}${suffix}`), 'utf8'), 'hex')
      known.set(name, key)
      return key
    } catch (error) {
      throw isMissing(error) ? new MasterKeyMissing(name, folder) : error
    }
  }

  /** Encrypts a key for the object of this name: what is wrapped for one object opens no other. */
  const wrap = (objectKey: string, fileKey: Uint8Array): WrappedKey => {
    const master = currentName()
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', masterKey(master), iv)
    cipher.setAAD(Buffer.from(objectKey))
    return {
      master,
      wrapped: Buffer.concat([iv, cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]),
    }
  }

  return {
    currentName,
    wrap,

    /** The key of an object. Throws MasterKeyMissing, or the fault of the cipher where it was altered. */
    unwrap: (objectKey: string, { master, wrapped }: WrappedKey): Uint8Array => {
      const bytes = Buffer.from(wrapped)
      const decipher = createDecipheriv('aes-256-gcm', masterKey(master), bytes.subarray(0, ivBytes))
      decipher.setAAD(Buffer.from(objectKey))
      decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes))
      return Buffer.concat([
        decipher.update(bytes.subarray(ivBytes, bytes.length - tagBytes)),
        decipher.final(),
      ])
    },

    /** Makes a new master key, which wraps from now on. Gives its name. */
    rotate: (): string => {
      const name = make()
      writeWhole(join(folder, currentFile), name)
      return name
    },

    /** Removes master keys that nothing is wrapped by any more; never the current one. Gives their names. */
    forget: (inUse: ReadonlySet<string>): string[] => {
      const current = currentName()
      const names = readdirSync(folder)
        .filter(name => name.endsWith(suffix))
        .map(name => name.slice(0, -suffix.length))
        .filter(name => name !== current && !inUse.has(name))
      for (const name of names) rmSync(join(folder, `${name}${suffix}`))
      return names
    },
  }
}
export type MasterKeys = ReturnType<typeof openMasterKeys>
