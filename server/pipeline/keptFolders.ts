import { randomUUID } from 'node:crypto'
import type { WorkFolders } from '../workFolders.ts'

/** How long a folder stays after its last reader, in ms: people go from page to page, and from rule to rule. */
const usualKeptMs = 10_000
/** Bytes of all the folders that wait for a next reader, at the most. */
const usualMostBytes = 64 * 1024 ** 2

/** Content that cannot change. */
interface Content {
  /** Names it: another content has another name. */
  name: string
  bytes: number
}

interface KeptFolder {
  folder: Promise<string>
  bytes: number
  readers: number
  timer?: NodeJS.Timeout
}

/**
 * Folders of content, filled by the first who reads in them and left a little for whoever comes next: to
 * fill one takes longer than to read a page in it. Nobody may write there. They lie in one folder of the process, and go with it.
 */
export const createKeptFolders = (options: {
  workFolders: Pick<WorkFolders, 'make' | 'remove'>
  /** Name of the folder that they lie in. */
  parent: string
  keptMs?: number
  mostBytes?: number
}) => {
  const { workFolders, parent, keptMs = usualKeptMs, mostBytes = usualMostBytes } = options
  /** By the name of their content; those that were read last come last. */
  const kept = new Map<string, KeptFolder>()

  const filled = async (fill: (folder: string) => Promise<void>): Promise<string> => {
    const folder = await workFolders.make(`${parent}/${randomUUID()}`)
    try {
      await fill(folder)
      return folder
    } catch (error) {
      await workFolders.remove(folder)
      throw error
    }
  }

  const forget = async (name: string, one: KeptFolder): Promise<void> => {
    if (kept.get(name) === one) kept.delete(name)
    clearTimeout(one.timer)
    const folder = await one.folder.catch(() => undefined)
    if (folder !== undefined) await workFolders.remove(folder)
  }

  /** What cannot be removed now is removed with the folder of the process. */
  const forgetLater = (name: string, one: KeptFolder): void => void forget(name, one).catch(() => undefined)

  const leave = (name: string, one: KeptFolder): void => {
    one.readers -= 1
    if (one.readers > 0 || kept.get(name) !== one) return
    one.timer = setTimeout(() => forgetLater(name, one), keptMs).unref()
    let bytes = 0
    for (const [other, waiting] of [...kept].toReversed()) {
      if (waiting.readers > 0) continue
      bytes += waiting.bytes
      if (bytes > mostBytes) forgetLater(other, waiting)
    }
  }

  return {
    /** Runs the work in the folder of this content, which is filled first where it is not there. A filling that fails leaves none. */
    use: async <T>(
      { name, bytes }: Content,
      fill: (folder: string) => Promise<void>,
      work: (folder: string) => Promise<T>,
    ): Promise<T> => {
      const one = kept.get(name) ?? { folder: filled(fill), bytes, readers: 0 }
      one.readers += 1
      clearTimeout(one.timer)
      kept.delete(name)
      kept.set(name, one)
      try {
        return await work(
          await one.folder.catch(error => {
            forgetLater(name, one)
            throw error
          }),
        )
      } finally {
        leave(name, one)
      }
    },
  }
}
