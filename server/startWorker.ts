import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import { composeCore, startInOrder } from './compose.ts'
import type { Config } from './config.ts'
import { createMetrics } from './http/metrics.ts'

const poolSize = 8

export interface RunningWorker {
  stop: () => Promise<void>
}

/** A process that only works on stages from the queue. */
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
    const { processing } = await composeCore({
      config,
      databaseUrl,
      clock,
      log,
      connections: poolSize,
      metrics: createMetrics(),
      started,
    })
    started.defer(processing.stop)
    await processing.start({ server: false, worker: true })
    return {}
  })
}
