import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OperatorFault } from '../operatorFault.ts'
import { clusterOf, type Identity } from './clusterPlace.ts'

/** The data folder has no database that this user can work on; its words are for the operator. */
export class NoInstallation extends OperatorFault {
  override readonly name = 'NoInstallation'
}

const isRefused = (error: unknown): boolean =>
  ['EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))

/** Folder of the finished database of a data folder; undefined where a server has yet to make one. */
const finishedCluster = (dataDir: string): string | undefined => {
  const cluster = clusterOf(dataDir)
  // A folder that may not be entered is one that is there: whoever uses it says so.
  return cluster !== undefined && (statSync(join(cluster, 'PG_VERSION'), { throwIfNoEntry: false }) ?? false)
    ? cluster
    : undefined
}

/**
 * Throws NoInstallation where a data folder has no database. A command that is to work on an installation must not begin
 * another one: a backup of that would be empty, and nobody would notice.
 */
export const requireInstallation = (dataDir: string): void => {
  const place = resolve(dataDir)
  const advice = 'Set DATA_DIR to the data folder of the server, and run this as the user of the server'
  try {
    if (finishedCluster(dataDir) !== undefined) return
  } catch (error) {
    if (!isRefused(error)) throw error
    throw new NoInstallation(`This user may not read ${place}. ${advice}.`, { cause: error })
  }
  throw new NoInstallation(
    existsSync(place)
      ? `There is no database in ${place}, so there is nothing to work on. ${advice}.`
      : `There is no folder ${place}. ${advice}.`,
  )
}

const userName = (uid: number): string => {
  try {
    return execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return `#${uid}`
  }
}

/**
 * Throws NoInstallation where the database of a data folder belongs to another user than it would run as, before anything of
 * the folder is changed: PostgreSQL would refuse it.
 */
export const requireOwnDatabase = (dataDir: string, identity: Identity | undefined): void => {
  const cluster = finishedCluster(dataDir)
  const runsAs = identity?.uid ?? process.getuid?.()
  if (cluster === undefined || runsAs === undefined) return
  const { uid } = statSync(cluster)
  if (uid === runsAs) return
  const name = userName(uid)
  throw new NoInstallation(
    `The database in ${cluster} belongs to the user ${name}, and would run as ${userName(runsAs)}. Run this as ${name}: sudo -u '${name}' …`,
  )
}
