import { addSeconds } from 'date-fns/addSeconds'
import { differenceInCalendarWeeks } from 'date-fns/differenceInCalendarWeeks'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { isDemonstrationMade } from '../../src/domain/demonstration.ts'
import { untilDone } from '../background.ts'
import { withClockBack } from '../clock.ts'
import { withScope } from '../database/scope.ts'
import { lastCollection } from '../identity/demonstration.ts'
import type { RunningServer } from '../startServer.ts'
import { type ActTools, createActs } from './acts.ts'
import { demonstrationProviders } from './cast.ts'
import { type Act, providerOf, type Step, uploadsIn } from './plan.ts'
import { type KeptState, progressOf, recordProgress } from './progress.ts'
import { planSeason, seasonDays } from './season.ts'

/** Acts of different providers that are in hand at the same time. */
const actsAtOnce = 3

/** Acts that follow each other: those of one provider. Acts about a whole collection come after all others of their time. */
const linesOf = (acts: readonly Act[]): Act[][] => [
  ...Map.groupBy(
    acts.filter(act => providerOf(act) !== undefined),
    providerOf,
  ).values(),
]

/** When a step happens, in the words of the progress. */
const wordsOf = ({ at, acts }: Step, start: Date): string => {
  const isLast = acts.some(act => 'file' in act && act.file.collectionReference === lastCollection)
  const weeks = differenceInCalendarWeeks(start, at)
  const when = isLast
    ? 'Last year'
    : weeks < 0
      ? `Week ${-weeks}`
      : weeks === 0
        ? 'This week'
        : weeks === 1
          ? 'Last week'
          : `${weeks} weeks ago`
  const files = acts.flatMap(act => (act.type === 'upload' ? [act.file.fileName] : []))
  const decisions = acts.filter(({ type }) => type === 'decide').length
  const what = [
    ...(files.length > 0
      ? [files.length === 1 ? `${files[0]}` : `${files[0]} and ${files.length - 1} more`]
      : []),
    ...(decisions > 0 ? [decisions === 1 ? 'one decision' : `${decisions} decisions`] : []),
  ]
  return `${when}${what.length === 0 ? '' : `: ${what.join(', ')}`}`
}

/**
 * Makes a season by doing its acts one step after the other, with the clock set back to the time of each. What an earlier run has
 * made stays; a run that was interrupted goes on, also while the database is cut under it. The table `demonstration` says how far it is.
 */
export const createDemonstration = (
  options: Omit<ActTools, 'signal'> & {
    log: Logger
    sealAudit: () => Promise<unknown>
    /** Gets what was left out, and why. */
    leftOut?: (act: Act, why: string) => void
  },
  plan: (start: Date) => readonly Step[],
) => {
  const { db, clock, log, leftOut, sealAudit } = options
  const controller = new AbortController()
  const doAct = createActs({ ...options, signal: controller.signal })
  let running: Promise<void> | undefined

  const tell = (progress: {
    state: KeptState
    done: number
    total: number
    message: string
  }): Promise<void> => withScope(db, { scope: 'all' }, tx => recordProgress(tx, progress))

  const isDone = async (total: number): Promise<boolean> => {
    const progress = await withScope(db, { scope: 'all' }, progressOf)
    return isDemonstrationMade(progress?.state) && progress?.total === total
  }

  const act = async (one: Act): Promise<void> => {
    const why = await doAct(one)
    if (why === undefined) return
    log.info({ act: one.type, why }, 'an act of the demonstration is left out')
    leftOut?.(one, why)
  }

  const doStep = async ({ acts }: Step): Promise<void> => {
    const lines = linesOf(acts)
    const next = async (): Promise<void> => {
      for (let line = lines.shift(); line; line = lines.shift()) for (const one of line) await act(one)
    }
    await Promise.all(Array.from({ length: actsAtOnce }, next))
    for (const one of acts) if (providerOf(one) === undefined) await act(one)
  }

  /** When a step goes on: after whatever an interrupted run has done of it before the next step. */
  const goesOnAt = async ({ at }: Step, next: Date): Promise<Date> => {
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<{ last: Date | null }>`select max(occurred_utc) as last from audit_line
        where occurred_utc >= ${at} and occurred_utc < ${next}`.execute(tx),
    )
    const last = rows[0]?.last
    return last ? addSeconds(last, 1) : at
  }

  const run = async (): Promise<void> => {
    const start = await startOf(db, clock)
    const steps = plan(start)
    const total = uploadsIn(steps)
    if (await isDone(total)) return
    // What the set-up wrote about earlier days would read as kept out of the list until the first seal.
    await sealAudit()
    let done = 0
    for (const [nth, step] of steps.entries()) {
      controller.signal.throwIfAborted()
      await tell({ state: 'running', done, total, message: wordsOf(step, start) })
      const from = await goesOnAt(step, steps[nth + 1]?.at ?? start)
      await withClockBack(clock.now().getTime() - from.getTime(), () => doStep(step))
      done += uploadsIn([step])
    }
    await tell({ state: 'done', done: total, total, message: 'The demonstration data is complete.' })
  }

  return {
    /** Begins or goes on, beside everything else that the server does. */
    start: (): void => {
      running ??= untilDone(log, 'demonstration', run, {
        signal: controller.signal,
        onFault: error =>
          tell({
            state: 'failed',
            done: 0,
            total: 0,
            message: error instanceof Error ? error.message : String(error),
          }),
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

/**
 * The time of the first start, which the set-up has left in the history of last year's collection; now where it was set up without
 * a season.
 */
const startOf = async (db: ActTools['db'], clock: ActTools['clock']): Promise<Date> => {
  const { rows } = await withScope(db, { scope: 'all' }, tx =>
    sql<{
      start: Date | null
    }>`select min(occurred_utc) + ${seasonDays.lastOpened} * interval '24 hours' as start from chart_event
      where chart = 'collectionState' and subject = ${lastCollection} and event = 'CREATE'`.execute(tx),
  )
  const [found] = rows
  const now = clock.now()
  return found?.start && found.start <= now ? found.start : now
}

/** The demonstration of a running server. */
export const startDemonstration = ({
  server: { config, db, clock, log, storage: store },
  processing,
}: Pick<RunningServer, 'server' | 'processing'>): Demonstration => {
  const demonstration = createDemonstration({ ...processing, db, clock, log, store }, start =>
    planSeason(start, demonstrationProviders(config)),
  )
  demonstration.start()
  return demonstration
}
