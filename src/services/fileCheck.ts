import { ProblemError, problem } from '../domain/problem.ts'
import type { CheckFileOutput, CheckProgress } from '../machines/upload/index.ts'
import workerAddress from './fileCheck.worker.ts?worker&url'
import { scriptAddress } from './scriptAddress.ts'

/** What the page asks the worker. */
export interface CheckRequest {
  file: File
  /** The collection's XSD document; without it only well-formedness is checked. */
  schema: string | undefined
}
/** What the worker answers. */
export type CheckReply =
  | ({ type: 'progress' } & CheckProgress)
  | { type: 'done'; output: CheckFileOutput }
  | { type: 'failed'; message: string }

const unreadable = (cause: unknown): ProblemError =>
  new ProblemError(
    problem('internal', 'The file could not be read. It may have been moved or changed; choose it again.'),
    { cause },
  )

/** Checks a file in a worker of its own, against a schema where there is one. Aborting ends the worker at once. */
export const checkFile = (
  file: File,
  schema: string | undefined,
  options: { report: (progress: CheckProgress) => void; signal: AbortSignal },
): Promise<CheckFileOutput> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(scriptAddress(workerAddress), { type: 'module' })
    const end = (settle: () => void): void => {
      worker.terminate()
      settle()
    }
    options.signal.addEventListener('abort', () => end(() => reject(options.signal.reason)), { once: true })
    worker.addEventListener('error', event => end(() => reject(unreadable(event.message))))
    worker.addEventListener('message', ({ data }: MessageEvent<CheckReply>) => {
      if (data.type === 'progress') options.report({ done: data.done, total: data.total })
      else if (data.type === 'done') end(() => resolve(data.output))
      else end(() => reject(unreadable(data.message)))
    })
    const request: CheckRequest = { file, schema }
    worker.postMessage(request)
  })
