import { randomBytes } from 'node:crypto'
import type { Announced, AnnouncedFiles } from '../announcedFiles.ts'
import type { FileKeys } from '../encryption/fileKeys.ts'

/** Keys of objects without a database. */
export const keysInMemory = (): Pick<FileKeys, 'find' | 'has' | 'findOrMake' | 'remove' | 'look'> => {
  const keys = new Map<string, Uint8Array>()
  return {
    find: async objectKey => keys.get(objectKey),
    has: async objectKey => keys.has(objectKey),
    findOrMake: async objectKey => {
      const found = keys.get(objectKey) ?? randomBytes(32)
      keys.set(objectKey, found)
      return found
    },
    remove: async objectKey => {
      keys.delete(objectKey)
    },
    look: async () => undefined,
  }
}

/** What was announced of files, without a database. */
export const announcedInMemory = (): AnnouncedFiles => {
  const files = new Map<string, Announced[]>()
  const left = new Set<string>()
  return {
    announce: async (key, announced) => void files.set(key, [...(files.get(key) ?? []), announced]),
    of: async key => files.get(key) ?? [],
    noteOther: async () => undefined,
    forget: async key => {
      files.delete(key)
      left.delete(key)
    },
    noteLeft: async key => void left.add(key),
    left: async () => [...left],
  }
}
