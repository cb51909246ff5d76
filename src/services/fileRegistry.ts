import type { PickedFile } from '../machines/upload/index.ts'

/** Keeps picked files out of the charts: they hold a name, a size and an id. */
export interface FileRegistry {
  add: (file: File) => PickedFile
  /** Throws for an id that was never given out. */
  get: (id: string) => File
}

export const createFileRegistry = (): FileRegistry => {
  const files = new Map<string, File>()
  return {
    add: file => {
      const id = crypto.randomUUID()
      files.set(id, file)
      return { id, name: file.name, size: file.size }
    },
    get: id => {
      const file = files.get(id)
      if (!file) throw new Error(`There is no picked file with the id "${id}".`)
      return file
    },
  }
}
