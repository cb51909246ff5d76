import { randomInt, randomUUID } from 'node:crypto'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import {
  type AnalysisPart,
  type AnalysisSource,
  analysisParts,
  analysisPaths,
  holdsRecords,
} from '../analysis/index.ts'
import { artefactsOf, replaceArtefact, type StoredParts } from '../database/queries/artefacts.ts'
import { withScope } from '../database/scope.ts'
import { PermanentFault } from '../jobs/index.ts'
import { findSubmission } from '../lifecycle/index.ts'
import { inOrder, openParts, partFolder } from './parts.ts'
import type { PipelineConfig } from './pipeline.ts'
import type { StageTools } from './stage.ts'
import { stageContextOf } from './stageContext.ts'

/** Longest time that one reading may take, in ms. */
const longestMs = 60_000
/** Longest time that it may take to make again what the store does not have any more, in ms. */
const longestMakingMs = 15 * 60_000
/** Memory of one reading, in MiB: readings are small, but there may be many at once. */
const memoryMb = 256

const recordsGone = (cause?: unknown): ProblemError =>
  new ProblemError(problem('not-found', message('problems', 'recordsGone')), { cause })

const sourceOf = (workFolder: string, signal: AbortSignal): AnalysisSource => ({
  ...analysisPaths(workFolder),
  workFolder,
  memoryMb,
  threads: 1,
  signal,
})

interface Reading extends Pick<PipelineConfig, 'workFolders'> {
  clock: { now: () => Date }
}

/**
 * Gives parts of a submission's analysis for reading, in a scratch folder for the time of the reading. Any process can: it
 * takes them from the object store, or makes them again where they are missing.
 */
export const createReader = (tools: StageTools, { workFolders, clock }: Reading) => {
  const { db } = tools
  const making = new Map<string, Promise<void>>()

  const storedOf = (submissionId: string): Promise<StoredParts> =>
    withScope(db, { scope: 'all' }, tx => artefactsOf(tx, submissionId))

  /** Makes parts again and names them. Throws not-found where the stored file is gone too. */
  const makeAgain = (submissionId: string, needed: readonly AnalysisPart[]): Promise<void> =>
    workFolders.use(`make-${randomUUID()}`, async workFolder => {
      const { submission, context } = await withScope(db, { scope: 'all' }, async tx => {
        const found = await findSubmission(tx, submissionId)
        if (!found?.hasStoredFile) throw recordsGone()
        return { submission: found, context: await stageContextOf(tx, found) }
      })
      const analysis = {
        ...sourceOf(workFolder, AbortSignal.timeout(longestMakingMs)),
        onProgress: () => undefined,
      }
      // No stage has made them: a number that no other process gives at the same moment.
      const fencingToken = clock.now().getTime() * 1000 + randomInt(1000)
      const parts = openParts(tools, { submission, context, analysis }, { stage: 'READING', fencingToken })
      await parts.need(...needed).catch(error => {
        throw error instanceof PermanentFault ? recordsGone(error) : error
      })
      await withScope(db, { scope: 'all' }, async tx => {
        const made = parts.made()
        for (const part of analysisParts)
          if (made[part]) await replaceArtefact(tx, submissionId, part, context.parts[part], made[part])
      })
    })

  const makeOnce = (submissionId: string, needed: readonly AnalysisPart[]): Promise<void> => {
    const key = [submissionId, ...needed].join()
    const under = making.get(key)
    if (under) return under
    const begun = makeAgain(submissionId, needed).finally(() => making.delete(key))
    making.set(key, begun)
    return begun
  }

  /** Puts the parts into a folder; gives what reading them takes. */
  const prepare = async (
    submissionId: string,
    needed: readonly AnalysisPart[],
    workFolder: string,
    signal: () => AbortSignal = () => AbortSignal.timeout(longestMs),
  ): Promise<AnalysisSource> => {
    const take = async (): Promise<boolean> => {
      const stored = await storedOf(submissionId)
      const paths = analysisPaths(workFolder)
      for (const part of inOrder(needed)) {
        if (part === 'records' && needed.includes('derived') && holdsRecords(paths)) continue
        const artefact = stored[part]
        const folder = partFolder(part, paths)
        await workFolders.remove(folder)
        if (!artefact || !(await tools.artefacts.take(artefact, folder))) return false
      }
      return true
    }
    if (!(await take())) {
      await makeOnce(submissionId, needed)
      if (!(await take())) throw recordsGone()
    }
    return sourceOf(workFolder, signal())
  }

  return {
    read: <T>(
      submissionId: string,
      needed: readonly AnalysisPart[],
      work: (source: AnalysisSource) => Promise<T>,
      /** Ends the reading; without it, what takes longer than a person waits is ended. */
      signal?: AbortSignal,
    ): Promise<T> =>
      workFolders.use(`read-${randomUUID()}`, async workFolder =>
        work(await prepare(submissionId, needed, workFolder, signal && (() => signal))),
      ),

    /** The same for content that is sent piece by piece. */
    stream: async function* (
      submissionId: string,
      needed: readonly AnalysisPart[],
      content: (source: AnalysisSource) => AsyncIterable<string>,
    ): AsyncGenerator<string> {
      const workFolder = await workFolders.make(`read-${randomUUID()}`)
      try {
        yield* content(await prepare(submissionId, needed, workFolder))
      } finally {
        await workFolders.remove(workFolder)
      }
    },
  }
}
export type AnalysisReader = ReturnType<typeof createReader>
