import { mkdir, opendir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OperatorFault } from '../operatorFault.ts'
import { writeWhole } from '../wholeFile.ts'

/** An empty file that marks a folder as the store. */
const markName = 'mark'

/** The store's folder is unusable until its volume is mounted there. */
export abstract class StoreFolderFault extends OperatorFault {}

/** Incoming files and objects are on different volumes, so a file cannot be linked to its object's name. */
export class StoreOnTwoVolumes extends StoreFolderFault {
  override readonly name = 'StoreOnTwoVolumes'
  constructor(objects: string, options?: ErrorOptions) {
    super(
      `${objects} is on another volume than ${dirname(objects)}, so no file can be stored. Mount that volume at ${dirname(objects)}.`,
      options,
    )
  }
}

/** The store's folder is missing: its volume is not mounted, or another folder is in its place. */
export class StoreFolderGone extends StoreFolderFault {
  override readonly name = 'StoreFolderGone'
  constructor(folder: string, options?: ErrorOptions) {
    super(
      `${folder} is not the store of this installation: the file "${markName}" is missing there. Mount the store again. Where its files are lost for good, make an empty file of that name; it begins empty then.`,
      options,
    )
  }
}

/** Replaces the fault "no such file" by a value; other faults pass. */
const unlessMissing = async <T>(work: Promise<T>, value: T): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return value
    throw error
  }
}

const hasFileBelow = async (folder: string): Promise<boolean> => {
  for await (const entry of await opendir(folder, { recursive: true })) if (entry.isFile()) return true
  return false
}

/** The folder of a store, and what is known of it. */
interface Place {
  folder: string
  /** Folder of the objects, inside it. */
  objects: string
  /** Whether the installation has ever stored an object. */
  hasStored: () => Promise<boolean>
}

const hasMark = async ({ folder }: Place): Promise<boolean> =>
  (await unlessMissing(stat(join(folder, markName)), undefined)) !== undefined

/** Whether an unmarked folder may be the store: it has files, as after a restore, or nothing was ever stored. */
const mayBeStore = async ({ objects, hasStored }: Place): Promise<boolean> =>
  (await unlessMissing(hasFileBelow(objects), false)) || !(await hasStored())

/** Throws StoreFolderGone if the folder is missing. For commands such as a backup, which do not make the mark. */
export const requireStoreFolder = async (place: Place): Promise<void> => {
  if (!(await hasMark(place)) && !(await mayBeStore(place))) throw new StoreFolderGone(place.folder)
}

/**
 * Returns a check that rejects with StoreFolderGone while the store's folder is missing. If a volume is not mounted, its empty mount point
 * would make every file look lost, and files written there would be hidden after mounting.
 *
 * The first process of an installation makes the mark. A restored folder has files and gets it too. A process that has seen
 * the mark never makes it again.
 */
export const createFolderMark = (place: Place) => {
  const { folder } = place
  let wasSeen = false

  return async (): Promise<void> => {
    if (!(await hasMark(place))) {
      if (!wasSeen && (await mayBeStore(place))) {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        writeWhole(join(folder, markName), '')
      }
      // Another process may have made it and stored the first object.
      else if (!(await hasMark(place))) throw new StoreFolderGone(folder)
    }
    wasSeen = true
  }
}
