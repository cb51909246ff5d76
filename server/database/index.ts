export { ownsAudit } from './auditOwner.ts'
export { clusterOf } from './clusterPlace.ts'
export { type Connected, connect, UnsafeRole } from './connect.ts'
export { StandbyDatabase } from './connections.ts'
export { type EmbeddedDatabase, reachEmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts'
export { DataFolderInUse, makeDataFolder } from './folderLock.ts'
export { NoInstallation } from './installation.ts'
export { lookAtDatabase, ReadOnlyDatabase } from './look.ts'
export {
  DatabaseOfLaterRelease,
  MigrationAwaited,
  migrate,
  migrateOutside,
  requireRelease,
} from './migrate.ts'
export type { Database } from './schema.ts'
export { type Scope, scopeOf, withScope, withSnapshot } from './scope.ts'
