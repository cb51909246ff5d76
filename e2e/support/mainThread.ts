import type { Browser, Page } from '@playwright/test'

interface TraceEvent {
  ph: string
  name: string
  pid: number
  tid: number
  dur?: number
  /** Processor time, in microseconds. */
  tdur?: number
  args?: { name?: string }
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`

/** Processor time in milliseconds: what the page itself does, not what other programs on the machine take from it. */
export interface ProcessorTime {
  /** The longest task of the page's main thread: as long as that, it answers nobody. */
  longestTask: number
  /** What the page's workers do in all. */
  workers: number
}

/** What a page and its workers do while something goes on. */
export const processorTime = async (
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<ProcessorTime> => {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await work()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const threadsNamed = (pattern: RegExp): Set<string> =>
    new Set(
      traceEvents
        .filter(
          ({ ph, name, args }) => ph === 'M' && name === 'thread_name' && pattern.test(args?.name ?? ''),
        )
        .map(threadOf),
    )
  const tasksOf = (threads: Set<string>): number[] =>
    traceEvents
      .filter(event => event.name === 'ThreadControllerImpl::RunTask' && threads.has(threadOf(event)))
      .map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000)
  const onMain = tasksOf(threadsNamed(/^CrRendererMain$/))
  const inWorkers = tasksOf(threadsNamed(/^DedicatedWorker/))
  if (onMain.length === 0 || inWorkers.length === 0)
    throw new Error('The trace holds no task of the page, or none of its workers.')
  return { longestTask: Math.max(...onMain), workers: inWorkers.reduce((sum, time) => sum + time, 0) }
}
