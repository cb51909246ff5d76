import { join } from 'node:path'
import { openKeyFolder } from '../keyFolder.ts'

/** A purpose as the name of a folder. */
const purposeForm = /^[a-z0-9][a-z0-9-]{0,60}$/

/**
 * Keys of pseudonyms, one set for each purpose (decisions §13): the folder `pseudonyms/<purpose>` of KEYS_DIR. They are random,
 * so what was made for one purpose cannot be compared with what was made for another; nor what was made before a rotation with
 * what was made after it.
 */
export const openPseudonymKeys = (keysDir: string) => {
  const folderOf = (purpose: string) => {
    if (!purposeForm.test(purpose)) throw new RangeError(`"${purpose}" is no purpose.`)
    return openKeyFolder(join(keysDir, 'pseudonyms', purpose))
  }
  return {
    /** The key by which pseudonyms of a purpose are made now, with its name. */
    current: (purpose: string): { keyId: string; key: Uint8Array } => {
      const keys = folderOf(purpose)
      const keyId = keys.currentName()
      const key = keys.key(keyId)
      if (!key) throw new Error(`The key "${keyId}" of the purpose ${purpose} is not in ${keys.folder}.`)
      return { keyId, key }
    },
    /** Makes another key for a purpose. Gives its name. */
    rotate: (purpose: string): string => folderOf(purpose).rotate(),
  }
}
export type PseudonymKeys = ReturnType<typeof openPseudonymKeys>
