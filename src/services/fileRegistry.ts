import type { PickedFile } from '../machines/upload/index.ts'

/** Keeps picked files, and what was found in them, out of the charts: they hold a name, a size and an id. */
export interface FileRegistry {
  add: (file: File) => PickedFile
  /** Keeps files for the next page, which takes them once by the id that this gives. */
  handOver: (files: readonly File[]) => string
  /** What was handed over under this id; undefined where it has been taken, or was before a reload. */
  take: (id: string) => readonly File[] | undefined
  /** Throws for an id that was never given out. */
  get: (id: string) => File
  /** Keeps the report on a file's check, as CSV. */
  keepReport: (id: string, report: Blob) => void
  /** Undefined for a file that has not been checked. */
  report: (id: string) => Blob | undefined
}

/** A registry that keeps everything in memory: it is empty after a reload. */
export const createFileRegistry = (): FileRegistry => {
  const files = new Map<string, File>()
  const handed = new Map<string, readonly File[]>()
  const reports = new Map<string, Blob>()
  return {
    add: file => {
      const id = crypto.randomUUID()
      files.set(id, file)
      return { id, name: file.name, size: file.size }
    },
    handOver: given => {
      const id = crypto.randomUUID()
      handed.set(id, given)
      return id
    },
    take: id => {
      const found = handed.get(id)
      handed.delete(id)
      return found
    },
    get: id => {
      const file = files.get(id)
      if (!file) throw new Error(`There is no picked file with the id "${id}".`)
      return file
    },
    keepReport: (id, report) => {
      reports.set(id, report)
    },
    report: id => reports.get(id),
  }
}
