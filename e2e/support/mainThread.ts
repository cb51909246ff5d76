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

/**
 * The longest task of a page's main thread while something goes on, in milliseconds of processor time: what the page
 * itself does, not what other programs on the machine take from it.
 */
export const longestTask = async (
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number> => {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await work()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const mainThreads = new Set(
    traceEvents
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const tasks = traceEvents.filter(
    event => event.name === 'ThreadControllerImpl::RunTask' && mainThreads.has(threadOf(event)),
  )
  if (tasks.length === 0) throw new Error('The trace holds no task of the page.')
  return Math.max(...tasks.map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000))
}
