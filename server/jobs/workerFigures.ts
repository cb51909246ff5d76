import type { ChildProcess } from 'node:child_process'
import * as z from 'zod/mini'
import type { WorkerMetrics } from './worker.ts'

/** One figure on its way from a worker process to the server that has started it. */
const figureSchema = z.union([
  z.object({ stageDone: z.tuple([z.string(), z.string(), z.number()]) }),
  z.object({ jobTaken: z.tuple([z.string(), z.number()]) }),
  z.object({ jobFailed: z.tuple([z.string()]) }),
])
type Figure = z.infer<typeof figureSchema>

/** The figures of this process, told to the one that has started it too: nobody reads those of its worker otherwise. */
export const tellingParent = (own: WorkerMetrics): WorkerMetrics => {
  const tell = (figure: Figure): void => {
    // A server that is gone reads no figures; the worker ends for that reason, not for this one.
    if (process.connected) process.send?.(figure, undefined, undefined, () => undefined)
  }
  return {
    stageDone: (...figure) => {
      own.stageDone(...figure)
      tell({ stageDone: figure })
    },
    jobTaken: (...figure) => {
      own.jobTaken(...figure)
      tell({ jobTaken: figure })
    },
    jobFailed: (...figure) => {
      own.jobFailed(...figure)
      tell({ jobFailed: figure })
    },
  }
}

/** Takes over what a worker process tells. */
export const takeFigures = (child: ChildProcess, metrics: WorkerMetrics): void => {
  child.on('message', message => {
    const { data: figure } = figureSchema.safeParse(message)
    if (figure === undefined) return
    if ('stageDone' in figure) metrics.stageDone(...figure.stageDone)
    else if ('jobTaken' in figure) metrics.jobTaken(...figure.jobTaken)
    else metrics.jobFailed(...figure.jobFailed)
  })
}
