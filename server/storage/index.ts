import { join } from 'node:path'
import type { Disk } from '../disk.ts'
import { createWorkFolders } from '../workFolders.ts'
import { createFolderStore } from './folderStore.ts'

export { createAnnouncedFiles, filesLeft } from './announcedFiles.ts'
export {
  type ArtefactStore,
  createArtefactStore,
  type StoredArtefact,
} from './artefactStore.ts'
export { withAvailability } from './availability.ts'
export { attachment } from './contentDisposition.ts'
export { withEncryption } from './encryption/encryptedStore.ts'
export { createFileKeys, hasFileKeys } from './encryption/fileKeys.ts'
export { MasterKeyMissing, type MasterKeys, openMasterKeys } from './encryption/masterKeys.ts'
export { rotateMasterKey, type WrappedKeys } from './encryption/rotate.ts'
export { sweepFiles } from './fileSweep.ts'
export { createFolderStore, type FolderStore, isFolder } from './folderStore.ts'
export { createLocalCache } from './localCache.ts'
export {
  type ArtefactPart,
  type ObjectName,
  type ObjectStore,
  objectKey,
  type StoredObject,
} from './objectStore.ts'
export { withPauses } from './pausing.ts'
export { createPortalFiles, type PortalFiles, portalFileName } from './portalFiles.ts'
export { downloadRoute, isServed, uploadRoute } from './storeRoutes.ts'

export interface StorageConfig {
  dataDir: string
  /** Path of the store's routes as browsers reach them; absent = `storeAddress`. */
  address?: string
  /** Absent = the folder under `dataDir`. */
  s3?: { endpoint: string; bucket: string; region: string } | undefined
}

/** Path of the routes of the store that the server itself has. */
export const storeAddress = '/api/store'

/**
 * The object store of the configuration, without encryption: S3 where one is named, the folder otherwise (decisions §2).
 * The client of S3 is loaded only where it is used; what processes that were killed have left of its scratch is removed.
 */
export const createStorage = async (options: {
  config: StorageConfig
  /** Key of the folder store's signatures, the same in every process. */
  secret: Uint8Array
  clock: { now: () => Date }
  disk: Pick<Disk, 'setAside'>
  /** Whether the installation has ever stored an object. */
  hasStored: () => Promise<boolean>
}) => {
  const { config, secret, clock, disk, hasStored } = options
  if (!config.s3)
    return createFolderStore({
      folder: join(config.dataDir, 'store'),
      secret,
      address: config.address ?? storeAddress,
      clock,
      hasStored,
    })
  const scratch = createWorkFolders(join(config.dataDir, 'scratch'))
  await scratch.sweep()
  return (await import('./s3Store.ts')).createS3Store({ ...config.s3, scratch, disk, clock })
}
export type Storage = Awaited<ReturnType<typeof createStorage>>
