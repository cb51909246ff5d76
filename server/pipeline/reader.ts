import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import type { AnalysisSource } from '../analysis/index.ts'
import { databaseFileOf, type PipelineConfig } from './pipeline.ts'
import { makeWorkFolder, removeWorkFolder, withWorkFolder } from './workFolder.ts'

/** Longest time that one reading may take, in ms. */
const longestMs = 60_000
/** Memory of one reading, in MiB: readings are small, but there may be many at once. */
const memoryMb = 256

const isLocked = (error: unknown): boolean => error instanceof Error && /lock on file/i.test(error.message)

/**
 * Opens the analysis of a submission for reading, with a scratch folder for the time of the reading. While a stage has
 * the database, readers are told to come again.
 */
export const createReader = ({ dataDir }: Pick<PipelineConfig, 'dataDir'>) => {
  const available = async (submissionId: string): Promise<string> => {
    const databaseFile = databaseFileOf(dataDir, submissionId)
    try {
      await access(databaseFile)
    } catch (error) {
      throw new ProblemError(problem('not-found', message('problems', 'recordsGone')), {
        cause: error,
      })
    }
    return databaseFile
  }

  const asProblem = (error: unknown): unknown =>
    isLocked(error)
      ? new ProblemError(problem('unavailable', message('problems', 'workedOn')), {
          cause: error,
        })
      : error

  const sourceOf = (databaseFile: string, workFolder: string): AnalysisSource => ({
    databaseFile,
    workFolder,
    memoryMb,
    threads: 1,
    signal: AbortSignal.timeout(longestMs),
  })

  return {
    read: async <T>(submissionId: string, work: (source: AnalysisSource) => Promise<T>): Promise<T> => {
      const databaseFile = await available(submissionId)
      return withWorkFolder(join(dataDir, 'work'), `read-${randomUUID()}`, async workFolder => {
        try {
          return await work(sourceOf(databaseFile, workFolder))
        } catch (error) {
          throw asProblem(error)
        }
      })
    },

    /** The same for content that is sent piece by piece. */
    stream: async function* (
      submissionId: string,
      content: (source: AnalysisSource) => AsyncIterable<string>,
    ): AsyncGenerator<string> {
      const databaseFile = await available(submissionId)
      const workFolder = await makeWorkFolder(join(dataDir, 'work'), `read-${randomUUID()}`)
      try {
        yield* content(sourceOf(databaseFile, workFolder))
      } catch (error) {
        throw asProblem(error)
      } finally {
        await removeWorkFolder(workFolder)
      }
    },
  }
}
export type AnalysisReader = ReturnType<typeof createReader>
