export { type Connected, connect, UnsafeRole } from './connect.ts'
export {
  DataFolderInUse,
  type EmbeddedDatabase,
  reachEmbeddedDatabase,
  startEmbeddedDatabase,
} from './embedded.ts'
export { migrate } from './migrate.ts'
export type { Database } from './schema.ts'
export { type Scope, scopeOf, withScope } from './scope.ts'
