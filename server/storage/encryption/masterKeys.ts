import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openKeyFolder } from '../../keyFolder.ts'
import { OperatorFault } from '../../operatorFault.ts'

const ivBytes = 12
const tagBytes = 16

/** A master key that a wrapped key names is not in KEYS_DIR. */
export class MasterKeyMissing extends OperatorFault {
  override readonly name = 'MasterKeyMissing'
  constructor(name: string, folder: string) {
    super(
      `The master key "${name}" is not in ${folder}. Files of the store cannot be read without it: every process of an installation needs the same KEYS_DIR.`,
    )
  }
}

/** A wrapped key: encrypted by the master key of this name. */
export interface WrappedKey {
  master: string
  wrapped: Uint8Array
}

/** Master keys of an installation, from files in the folder `files` of KEYS_DIR. The current one wraps new keys. */
export const openMasterKeys = (keysDir: string, use: 'files' | 'webhooks' = 'files') => {
  const keys = openKeyFolder(join(keysDir, use))
  const { currentName, prepare, rotate } = keys

  const masterKey = (name: string): Buffer => {
    const found = keys.key(name)
    if (!found) throw new MasterKeyMissing(name, keys.folder)
    return found
  }

  /** Encrypts a key for the object of this name. A key wrapped for one object opens no other. */
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

    /** The key of an object. Throws MasterKeyMissing, or the cipher's error if it was altered. */
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

    /** Makes the master key for the next rotation. Returns its name. */
    prepare,

    /** Makes the prepared master key, or a new one, the current one. Returns its name. */
    rotate,

    /** Removes master keys that wrap nothing; never the current one. Returns their names. */
    forget: (inUse: ReadonlySet<string>): string[] => {
      const current = currentName()
      const names = keys.names().filter(name => name !== current && !inUse.has(name))
      for (const name of names) keys.remove(name)
      return names
    },
  }
}
export type MasterKeys = ReturnType<typeof openMasterKeys>
