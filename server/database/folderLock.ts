import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { OperatorFault } from '../operatorFault.ts'
import { writeWhole } from '../wholeFile.ts'
import { tryLock } from './fileLock.ts'

/** The data folder was deleted while a server ran on it, or another was put in its place. */
export class DataFolderGone extends Error {
  override readonly name = 'DataFolderGone'
}

/** The data folder belongs to a server that runs. */
export class DataFolderInUse extends OperatorFault {
  override readonly name = 'DataFolderInUse'
}

/** Rights of a data folder: its owner alone; as root also the group of the database's user may pass through. */
const closedModes = [0o700, 0o710]

/** Makes the data folder where there is none, and keeps everybody else out of it. */
export const makeDataFolder = (dataDir: string): void => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (closedModes.includes(statSync(dataDir).mode & 0o777)) return
  try {
    chmodSync(dataDir, 0o700)
  } catch (error) {
    // A volume may belong to another user; what is made in it is still readable by its owner only.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

const holderOf = (file: string): string => {
  const [pid, host] = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : []
  if (!pid) return 'another process'
  return host === undefined || host === hostname() ? `the process ${pid}` : `the process ${pid} on ${host}`
}

const inUse = (dataDir: string, pidFile: string): DataFolderInUse =>
  new DataFolderInUse(
    `The data folder ${dataDir} is in use by ${holderOf(pidFile)}. Stop that server, or set DATA_DIR to another folder.`,
  )

const lockFile = (dataDir: string): string => join(dataDir, 'server.lock')

/** Whether a server has ever taken the data folder where it is now. */
export const wasTaken = (dataDir: string): boolean => existsSync(lockFile(dataDir))

/** A data folder that this process holds. */
export interface FolderLock {
  /** Whether the folder is still the one that was taken: false once it was deleted, or another was put in its place. */
  isHeld: () => boolean
  release: () => void
}

/**
 * Takes the data folder for this process until it ends, however it ends. Throws DataFolderInUse, naming the process that
 * holds it. The file of the process id is only there to be read.
 */
export const lockFolder = (dataDir: string): FolderLock => {
  const pidFile = join(dataDir, 'server.pid')
  const unlock = tryLock(lockFile(dataDir))
  if (!unlock) throw inUse(dataDir, pidFile)
  writeWhole(pidFile, `${process.pid} ${hostname()}\n`)
  const taken = statSync(lockFile(dataDir))
  const isHeld = (): boolean => {
    try {
      const found = statSync(lockFile(dataDir))
      return found.ino === taken.ino && found.dev === taken.dev
    } catch (error) {
      // A disk that cannot be asked may be back in a moment.
      return (error as NodeJS.ErrnoException).code !== 'ENOENT'
    }
  }
  return {
    isHeld,
    release: () => {
      // Of a folder that was made again it is another server's.
      if (isHeld()) rmSync(pidFile, { force: true })
      unlock()
    },
  }
}
