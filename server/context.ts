import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/index.ts'
import type { Disk } from './disk.ts'
import type { Metrics } from './http/metrics.ts'
import type { Identity } from './identity/index.ts'
import type { Lifecycle } from './lifecycle/index.ts'
import type { Live } from './live/index.ts'
import type { Readiness } from './readiness.ts'
import type { ObjectStore } from './storage/index.ts'

/** What routes work with; made once in `compose.ts`. */
export interface Server {
  config: Config
  /** Address under which people reach the portal, without a slash at its end. */
  publicUrl: string
  db: Kysely<Database>
  clock: Clock
  log: Logger
  metrics: Metrics
  identity: Identity
  storage: ObjectStore
  lifecycle: Lifecycle
  live: Live
  disk: Disk
  readiness: Readiness
}
