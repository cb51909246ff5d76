import { once } from 'node:events'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import { addressTaken, composeCore, startInOrder } from './compose.ts'
import type { Config } from './config.ts'
import { createWorkerMetrics } from './http/metrics.ts'
import { tellingParent } from './jobs/index.ts'
import { atOnce } from './limits.ts'
import { createListener } from './live/index.ts'
import { createReadiness } from './readiness.ts'
import { createWorkerAddress } from './workerAddress.ts'

export interface RunningWorker {
  stop: () => Promise<void>
}

/** A process that only works on stages from the queue. With `METRICS_PORT` it says there how it is. */
export const startWorker = async (options: {
  config: Config
  clock: Clock
  log: Logger
}): Promise<RunningWorker> => {
  const { config, clock, log } = options
  if (!config.databaseUrl)
    throw new Error('A worker needs DATABASE_URL: the database of the server that it works for.')
  const { databaseUrl } = config
  return startInOrder(async started => {
    const metrics = createWorkerMetrics()
    const { db, storage, disk, processing } = await composeCore({
      config,
      databaseUrl,
      clock,
      log,
      connections: atOnce.workerConnections,
      metrics: tellingParent(metrics.worker),
      started,
    })
    // For the queue, which wakes its workers by notifications: whether they arrive is only seen by listening.
    const listener = createListener({
      connectionString: config.listenDatabaseUrl ?? databaseUrl,
      log,
      channels: {},
      onReconnect: () => undefined,
    })
    const readiness = createReadiness({
      db,
      store: storage,
      disk,
      listener,
      clock,
      log,
    })
    if (config.metrics) {
      started.defer(listener.stop)
      await listener.start()
      const address = createWorkerAddress({ readiness, metrics, requestSeconds: config.requestSeconds })
      const { host, port } = config.metrics
      started.defer(async () => {
        address.close()
        address.closeAllConnections()
      })
      await once(address.listen(port, host), 'listening').catch(addressTaken({ host, port }, 'METRICS_PORT'))
    }
    started.defer(processing.stop)
    await processing.start({ server: false, worker: true })
    // A worker that hands its work back lives on, and takes no more.
    started.defer(async () => readiness.end())
    return {}
  })
}
