import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
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
import { type Disk, NearlyFull } from '../disk.ts'
import { PermanentFault } from '../jobs/index.ts'
import { findSubmission } from '../lifecycle/index.ts'
import { longest } from '../limits.ts'
import { inOrder, openParts, partFolder } from './parts.ts'
import type { PipelineConfig } from './pipeline.ts'
import type { createSharedWork } from './sharedWork.ts'
import type { StageTools } from './stage.ts'
import { stageContextOf } from './stageContext.ts'

/** Memory of one reading at the most, in MiB. */
const memoryMb = 256

const recordsGone = (cause?: unknown): ProblemError =>
  new ProblemError(problem('not-found', message('problems', 'recordsGone')), { cause })

const noRoom = (): ProblemError =>
  new ProblemError(problem('unavailable', message('problems', 'diskNearlyFull')), {
    cause: new NearlyFull('There is no room for the parts of an analysis.'),
  })

export const sourceOf = (workFolder: string, signal: AbortSignal): AnalysisSource => ({
  ...analysisPaths(workFolder),
  workFolder,
  memoryMb,
  threads: 1,
  signal,
})

/** What preparing a reading needs. */
export interface Reading extends Pick<PipelineConfig, 'workFolders'> {
  clock: { now: () => Date }
  disk: Pick<Disk, 'setAside'>
}

export interface Preparing extends Reading {
  tools: StageTools
  /** Makes the same parts once for all who wait for them. */
  share: ReturnType<typeof createSharedWork>
}

/** Two submissions that are read together, of which the earlier one may be missing. */
export interface Both<T> {
  now: T
  before: T | undefined
}

/** The parts of a submission's analysis that the store has. */
export const storedOf = (db: StageTools['db'], submissionId: string): Promise<StoredParts> =>
  withScope(db, { scope: 'all' }, tx => artefactsOf(tx, submissionId))

/** Does work that writes so many bytes to the disk, if they fit. Throws an unavailable problem where they do not. */
const withRoom = async <T>(disk: Reading['disk'], bytes: number, work: () => Promise<T>): Promise<T> => {
  const space = await disk.setAside(bytes)
  if (!space) throw noRoom()
  try {
    return await work()
  } finally {
    space.giveBack()
  }
}

/** Makes parts again and names them, until the signal says stop. Throws not-found where the stored file is gone too. */
const makeAgain = (
  { tools, clock, disk, workFolders }: Preparing,
  submissionId: string,
  needed: readonly AnalysisPart[],
  signal: AbortSignal,
): Promise<void> =>
  workFolders.use(`make-${randomUUID()}`, async workFolder => {
    const { submission, context } = await withScope(tools.db, { scope: 'all' }, async tx => {
      const found = await findSubmission(tx, submissionId)
      if (!found?.hasStoredFile) throw recordsGone()
      return { submission: found, context: await stageContextOf(tx, found) }
    })
    const analysis = {
      ...sourceOf(workFolder, signal),
      onProgress: () => undefined,
    }
    // No stage has made them: a number that no other process gives at the same moment.
    const fencingToken = clock.now().getTime() * 1000 + randomInt(1000)
    const parts = openParts(tools, { submission, context, analysis }, { stage: 'READING', fencingToken })
    // Of columns packed, what is made takes less room than the file that it is made of.
    await withRoom(disk, submission.fileSize ?? 0, () => parts.need(...needed)).catch(error => {
      throw error instanceof PermanentFault ? recordsGone(error) : error
    })
    await withScope(tools.db, { scope: 'all' }, async tx => {
      const made = parts.made()
      for (const part of analysisParts)
        if (made[part]) await replaceArtefact(tx, submissionId, part, context.parts[part], made[part])
    })
  })

/** The same once for all in this process who wait for it, each until a signal of its own. */
const makeOnce = (
  preparing: Preparing,
  submissionId: string,
  needed: readonly AnalysisPart[],
  limit: AbortSignal,
): Promise<void> =>
  preparing.share(
    [submissionId, ...needed].join(),
    stopped => makeAgain(preparing, submissionId, needed, stopped),
    limit,
  )

/** Puts the parts into a folder; gives what reading them takes. What is missing is made again, until a limit of its own. */
export const prepare = async (
  preparing: Preparing,
  submissionId: string,
  needed: readonly AnalysisPart[],
  workFolder: string,
  signal: AbortSignal,
  makingLimit?: AbortSignal,
  known?: StoredParts,
): Promise<AnalysisSource> => {
  const { tools, disk, workFolders } = preparing
  const place = async (stored: StoredParts): Promise<boolean> => {
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
  const take = async (stored: StoredParts): Promise<boolean> => {
    const bytes = needed.reduce((sum, part) => sum + (stored[part]?.bytes ?? 0), 0)
    return withRoom(disk, bytes, () => place(stored))
  }
  if (!(await take(known ?? (await storedOf(tools.db, submissionId))))) {
    await makeOnce(preparing, submissionId, needed, makingLimit ?? AbortSignal.timeout(longest.makingAgainMs))
    if (!(await take(await storedOf(tools.db, submissionId)))) throw recordsGone()
  }
  return sourceOf(workFolder, signal)
}

/** The same for two submissions, in folders of their own. */
export const prepareBoth = async (
  preparing: Preparing,
  { now, before }: Both<string>,
  needed: readonly AnalysisPart[],
  workFolder: string,
  signal: AbortSignal,
): Promise<Both<AnalysisSource>> => ({
  now: await prepare(preparing, now, needed, join(workFolder, 'now'), signal),
  before:
    before === undefined
      ? undefined
      : await prepare(preparing, before, needed, join(workFolder, 'before'), signal),
})
