import { ProblemError, problem } from '../../domain/problem.ts'
import type { CheckFileOutput, CheckProgress } from '../../machines/upload/types.ts'
import { message } from '../../messages/message.ts'
import type { Expectations } from '../fileExpectations.ts'
import { scriptAddress } from '../scriptAddress.ts'
import workerAddress from './fileCheck.worker.ts?worker&url'

/** What the page asks the worker. */
export interface CheckRequest {
  file: File
  expectations: Expectations
}
/** What the worker answers. */
export type CheckReply =
  | ({ type: 'progress' } & CheckProgress)
  /** `report`: a line of CSV for each finding, without a heading. `sha256`: of a file that was read to its end. */
  | { type: 'done'; output: CheckFileOutput; report: Blob; sha256: string | undefined }
  | { type: 'failed'; message: string }

const unreadable = (cause: unknown): ProblemError =>
  new ProblemError(problem('internal', message('problems', 'fileUnreadable')), { cause })

/**
 * Checks a file in a worker of its own. Aborting ends the worker at once. Throws a ProblemError for a file that cannot be
 * read to its end.
 */
export const checkFile = (
  file: File,
  expectations: Expectations,
  options: { report: (progress: CheckProgress) => void; signal: AbortSignal },
): Promise<{ output: CheckFileOutput; report: Blob; sha256: string | undefined }> =>
  new Promise((resolve, reject) => {
    options.signal.throwIfAborted()
    const worker = new Worker(scriptAddress(workerAddress), { type: 'module' })
    const end = (settle: () => void): void => {
      worker.terminate()
      settle()
    }
    options.signal.addEventListener('abort', () => end(() => reject(options.signal.reason)), { once: true })
    worker.addEventListener('error', event => end(() => reject(unreadable(event.message))))
    worker.addEventListener('message', ({ data }: MessageEvent<CheckReply>) => {
      if (data.type === 'progress') options.report({ done: data.done, total: data.total })
      else if (data.type === 'done') {
        const { output, report, sha256 } = data
        end(() => resolve({ output, report, sha256 }))
      } else end(() => reject(unreadable(data.message)))
    })
    const request: CheckRequest = { file, expectations }
    worker.postMessage(request)
  })
