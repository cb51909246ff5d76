import { setTimeout } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { survivesOutages } from './background.ts'
import { settable } from './clock.ts'
import { createLog } from './compose.ts'
import { readConfig, unescapedSettings, unknownSettings } from './config.ts'
import { giveWay } from './giveWay.ts'
import { longest } from './limits.ts'
import { operatorMessage } from './operatorFault.ts'
import { startPatiently } from './startPatiently.ts'

// Whatever is kept is for the user that runs the server, and nobody else.
process.umask(0o077)

const clock = settable({ now: () => new Date() })

/** `survivesOutages` decides which of these end the process. */
const ownRejections = ['unhandledRejection' as const]

/** Lets the API go first on cores that a worker shares with it. Where the machine forbids it, the worker runs as usual. */
const giveWayToPages = (log: Logger): void => {
  try {
    giveWay()
  } catch (error) {
    log.warn({ err: error }, 'the worker has the same priority as the API')
  }
}

/** Each kind of process loads what it needs itself: most of a server is nothing to a worker. */
const start = async (): Promise<void> => {
  const config = readConfig(process.env)
  const log = createLog(config)
  survivesOutages(log)
  for (const line of [...unknownSettings(process.env), ...unescapedSettings(process.env)]) log.warn(line)
  const patience = { log, sleep: setTimeout, now: () => performance.now() }
  if (config.role === 'worker') {
    // A worker whose server died has nobody to work for, also while it starts; the next server starts another.
    const end = () => process.kill(process.pid, 'SIGTERM')
    process.on('disconnect', end)
    if (process.connected === false) end()
    giveWayToPages(log)
    const { startWorker } = await import('./startWorker.ts')
    const worker = await startPatiently(() => startWorker({ config, clock, log }), patience)
    closeWithGrace({ delay: longest.processAtEndMs, logger: false, skip: ownRejections }, async ({ err }) => {
      if (err) log.fatal({ err }, 'the worker ends because of a fault')
      await worker.stop()
    })
    return
  }
  const { startServer } = await import('./startServer.ts')
  const running = await startPatiently(
    () => startServer({ config, clock, log, environment: process.env }),
    patience,
  )
  let demonstration: { stop: () => Promise<void> } | undefined
  // Before anybody is told that it serves: who is told may end it at once.
  const delay = longest.processAtEndMs + config.drainMs
  closeWithGrace({ delay, logger: false, skip: ownRejections }, async ({ err }) => {
    if (err) log.fatal({ err }, 'the server ends because of a fault')
    await demonstration?.stop()
    await running.stop()
  })
  console.log(`Ready at ${running.url}`)
  if (config.demoData) demonstration = (await import('./demonstration/index.ts')).startDemonstration(running)
}

try {
  await start()
} catch (error) {
  console.error(operatorMessage(error) ?? error)
  // The channel to its server would keep a worker that could not start alive, and the server would start no other one.
  process.exit(1)
}
