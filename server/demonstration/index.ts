import type { Logger } from 'pino'
import { isDemonstrationMade } from '../../src/domain/demonstration.ts'
import { untilDone } from '../background.ts'
import type { Server } from '../context.ts'
import { withScope } from '../database/scope.ts'
import { type DriveTools, drive } from './drive.ts'
import { type KeptState, progressOf, recordProgress } from './progress.ts'
import { type Scenario, scenarios } from './scenarios.ts'

/**
 * Makes the demonstration's submissions by running files through the system itself. What an earlier run has made stays;
 * a run that was interrupted goes on, also while the database is cut under it. The table `demonstration` says how far it is.
 */
export const createDemonstration = (
  options: Omit<DriveTools, 'signal'> & { log: Logger },
  shown: readonly Scenario[] = scenarios,
) => {
  const { db, log, ...tools } = options
  const controller = new AbortController()
  let running: Promise<void> | undefined

  const tell = (state: KeptState, done: number, message: string): Promise<void> =>
    withScope(db, { scope: 'all' }, tx => recordProgress(tx, { state, done, total: shown.length, message }))

  const isDone = async (): Promise<boolean> => {
    const progress = await withScope(db, { scope: 'all' }, progressOf)
    return isDemonstrationMade(progress?.state) && progress?.total === shown.length
  }

  const run = async (): Promise<void> => {
    if (await isDone()) return
    for (const [done, scenario] of shown.entries()) {
      await tell('running', done, `${scenario.fileName} (${scenario.students} students)`)
      await drive({ db, ...tools, signal: controller.signal }, scenario)
    }
    await tell('done', shown.length, 'The demonstration data is complete.')
  }

  return {
    /** Begins or goes on, beside everything else that the server does. */
    start: (): void => {
      running ??= untilDone(log, 'demonstration', run, {
        signal: controller.signal,
        onFault: error => tell('failed', 0, error instanceof Error ? error.message : String(error)),
      })
    },
    /** Resolves when the run has ended, however it did. */
    settled: async (): Promise<void> => running,
    stop: async (): Promise<void> => {
      controller.abort(new Error('The server stops.'))
      await running
    },
  }
}
export type Demonstration = ReturnType<typeof createDemonstration>

/** The demonstration of a running server. */
export const startDemonstration = (server: Server): Demonstration => {
  const { db, clock, log, lifecycle, storage: store } = server
  const demonstration = createDemonstration({ db, clock, log, lifecycle, store })
  demonstration.start()
  return demonstration
}
