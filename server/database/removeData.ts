import { existsSync } from 'node:fs'
import { abandonedClusters, clusterOf, removeDataFolder, removeFolders } from './clusterPlace.ts'
import { lockFolder, wasTaken } from './folderLock.ts'
import { NoInstallation } from './installation.ts'

/**
 * Removes a data folder and every database that was made for it, or only the databases of data folders of this name that
 * were deleted without them; gives the folders that were removed. Throws DataFolderInUse while a server runs on it,
 * NoInstallation where no server with an embedded database ever used the folder: a process on engines takes no lock there.
 */
export const removeData = (dataDir: string, { onlyAbandoned }: { onlyAbandoned: boolean }): string[] => {
  if (onlyAbandoned) return removeFolders(abandonedClusters(dataDir))
  if (existsSync(dataDir) && !wasTaken(dataDir) && clusterOf(dataDir) === undefined)
    throw new NoInstallation(
      `There is no database in ${dataDir}, so it is not known what else belongs to it. Nothing was removed. Set DATA_DIR to the data folder of the server; on PostgreSQL or an object store of your own, see docs/operate/remove.md.`,
    )
  const lock = existsSync(dataDir) ? lockFolder(dataDir) : undefined
  try {
    return removeDataFolder(dataDir)
  } finally {
    lock?.release()
  }
}
