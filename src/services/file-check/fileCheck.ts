import { ProblemError, problem } from '../../domain/problem.ts'
import type { CheckFileOutput, CheckProgress } from '../../machines/upload/types.ts'
import { message } from '../../messages/message.ts'
import type { Expectations } from '../fileExpectations.ts'
import { scriptAddress } from '../scriptAddress.ts'
import type { FindingPlace } from './contentCheck.ts'
import workerAddress from './fileCheck.worker.ts?worker&url'
import type { LineIndex } from './lineIndex.ts'
import type { SchemaFault, SchemaFile } from './schemaFiles.ts'

/** What the page asks the worker. */
export type CheckRequest =
  /** Before an upload, with the hash of the file. */
  | { type: 'upload'; file: File; expectations: Expectations }
  /** To show the faults in the text: against these files of a schema, or without any as XML alone. */
  | { type: 'read'; file: Blob; schema: readonly SchemaFile[] }

/** `report`: a line of CSV for each finding, without a heading. `sha256`: of a file that was read to its end. */
export interface UploadCheck {
  output: CheckFileOutput
  report: Blob
  sha256: string | undefined
}

/** What a file is like, or why there is no schema to check it against, with where the lines are of the file concerned. */
export type ReadCheck = { index: LineIndex } & (
  | { fault: SchemaFault; byte: number }
  /** `places`: of the findings; `report`: as of an upload. */
  | { output: CheckFileOutput; places: readonly FindingPlace[]; report: Blob }
)

/** What the worker answers. */
export type CheckReply =
  | ({ type: 'progress' } & CheckProgress)
  | { type: 'done'; result: UploadCheck | ReadCheck }
  | { type: 'failed'; message: string }

interface CheckOptions {
  report: (progress: CheckProgress) => void
  signal: AbortSignal
}

const unreadable = (cause: unknown): ProblemError =>
  new ProblemError(problem('internal', message('problems', 'fileUnreadable')), { cause })

/** What a request is answered with. */
interface Results {
  upload: UploadCheck
  read: ReadCheck
}

/** Runs a check in a new worker. */
const inWorker = <T extends CheckRequest['type']>(
  request: CheckRequest & { type: T },
  options: CheckOptions,
): Promise<Results[T]> =>
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
      // The worker answers each kind of request with its own kind of result.
      else if (data.type === 'done') end(() => resolve(data.result as Results[T]))
      else end(() => reject(unreadable(data.message)))
    })
    worker.postMessage(request)
  })

/**
 * Checks a file in a new worker. Aborting ends the worker at once. Throws a ProblemError for a file that cannot be
 * read to its end.
 */
export const checkFile = (
  file: File,
  expectations: Expectations,
  options: CheckOptions,
): Promise<UploadCheck> => inWorker({ type: 'upload', file, expectations }, options)

/** The same against a schema of any files, for a page that shows the faults in the text of the file. */
export const readFile = (
  file: Blob,
  schema: readonly SchemaFile[],
  options: CheckOptions,
): Promise<ReadCheck> => inWorker({ type: 'read', file, schema }, options)
