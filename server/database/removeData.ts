import { existsSync } from 'node:fs'
import { abandonedClusters, removeDataFolder, removeFolders } from './clusterPlace.ts'
import { lockFolder } from './folderLock.ts'

/**
 * Removes a data folder and every database that was made for it, or only the databases of data folders of this name that
 * were deleted without them; gives the folders that were removed. Throws DataFolderInUse while a server runs on it.
 */
export const removeData = (dataDir: string, { onlyAbandoned }: { onlyAbandoned: boolean }): string[] => {
  if (onlyAbandoned) return removeFolders(abandonedClusters(dataDir))
  const lock = existsSync(dataDir) ? lockFolder(dataDir) : undefined
  try {
    return removeDataFolder(dataDir)
  } finally {
    lock?.release()
  }
}
