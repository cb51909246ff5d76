import { randomInt, randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import {
  type AnalysisPart,
  type AnalysisSource,
  analysisParts,
  analysisPaths,
  type FailurePage,
  type FailuresOfRule,
  firstFailures,
  firstFailuresFile,
  holdsRecords,
  isFirstPage,
  ruleFailures,
  shareMemory,
} from '../analysis/index.ts'
import { artefactsOf, replaceArtefact, type StoredParts } from '../database/queries/artefacts.ts'
import { withScope } from '../database/scope.ts'
import { type Disk, NearlyFull } from '../disk.ts'
import { PermanentFault } from '../jobs/index.ts'
import { findSubmission } from '../lifecycle/index.ts'
import { createTurns } from '../turns.ts'
import { endedBy } from './endedBy.ts'
import { createKeptFolders } from './keptFolders.ts'
import { createPagesDatabase } from './pagesDatabase.ts'
import { inOrder, openParts, partFolder } from './parts.ts'
import type { PipelineConfig } from './pipeline.ts'
import { createSharedWork } from './sharedWork.ts'
import type { StageTools } from './stage.ts'
import { stageContextOf } from './stageContext.ts'

/** Longest time that one reading may take, in ms. */
const longestMs = 60_000
/** Longest time that it may take to make again for a person what the store does not have any more, in ms. */
const longestMakingMs = 15 * 60_000
/** Memory of one reading at the most, in MiB. */
const memoryMb = 256
/** Of all pages of failing records together, in MiB. */
const pagesMemoryMb = 512
/** Pages are read in a moment. */
const pageTurns = { atOnce: 4, atOnceOfOne: 2, waiting: 32, waitingOfOne: 8 }
/** First pages are read in less, and in memory alone. */
const firstTurns = { atOnce: 8, atOnceOfOne: 2, waiting: 64, waitingOfOne: 8 }
/** Most that a file of first pages may have, in bytes. A database reads what is in a larger one. */
const firstBytes = 4 * 1024 ** 2
/** A download takes as long as its receiver, up to the longest time. */
const downloadTurns = { atOnce: 4, atOnceOfOne: 2, waiting: 8, waitingOfOne: 4 }

/** Folder of the process in which those lie that pages are read from: their database reaches what is in it, and nothing else. */
const pagesFolder = 'pages'

const recordsGone = (cause?: unknown): ProblemError =>
  new ProblemError(problem('not-found', message('problems', 'recordsGone')), { cause })

const noRoom = (): ProblemError =>
  new ProblemError(problem('unavailable', message('problems', 'diskNearlyFull')), {
    cause: new NearlyFull('There is no room for the parts of an analysis.'),
  })

const sourceOf = (workFolder: string, signal: AbortSignal): AnalysisSource => ({
  ...analysisPaths(workFolder),
  workFolder,
  memoryMb,
  threads: 1,
  signal,
})

interface Reading extends Pick<PipelineConfig, 'workFolders'> {
  clock: { now: () => Date }
  disk: Pick<Disk, 'setAside'>
}

/** Two submissions that are read together, of which the earlier one may be missing. */
interface Both<T> {
  now: T
  before: T | undefined
}

/**
 * Gives parts of a submission's analysis for reading, in a scratch folder for the time of the reading. Any process can: it
 * takes them from the object store, or makes them again where they are missing.
 */
export const createReader = (tools: StageTools, { workFolders, clock, disk }: Reading) => {
  const { db } = tools
  const share = createSharedWork()

  const storedOf = (submissionId: string): Promise<StoredParts> =>
    withScope(db, { scope: 'all' }, tx => artefactsOf(tx, submissionId))

  /** Makes parts again and names them, until the signal says stop. Throws not-found where the stored file is gone too. */
  const makeAgain = (
    submissionId: string,
    needed: readonly AnalysisPart[],
    signal: AbortSignal,
  ): Promise<void> =>
    workFolders.use(`make-${randomUUID()}`, async workFolder => {
      const { submission, context } = await withScope(db, { scope: 'all' }, async tx => {
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
      await withRoom(submission.fileSize ?? 0, () => parts.need(...needed)).catch(error => {
        throw error instanceof PermanentFault ? recordsGone(error) : error
      })
      await withScope(db, { scope: 'all' }, async tx => {
        const made = parts.made()
        for (const part of analysisParts)
          if (made[part]) await replaceArtefact(tx, submissionId, part, context.parts[part], made[part])
      })
    })

  /** The same once for all in this process who wait for it, each until a signal of its own. */
  const makeOnce = (
    submissionId: string,
    needed: readonly AnalysisPart[],
    limit: AbortSignal,
  ): Promise<void> =>
    share([submissionId, ...needed].join(), stopped => makeAgain(submissionId, needed, stopped), limit)

  /** Does work that writes so many bytes to the disk, if they fit. Throws an unavailable problem where they do not. */
  const withRoom = async <T>(bytes: number, work: () => Promise<T>): Promise<T> => {
    const space = await disk.setAside(bytes)
    if (!space) throw noRoom()
    try {
      return await work()
    } finally {
      space.giveBack()
    }
  }

  /** Puts the parts into a folder; gives what reading them takes. What is missing is made again, until a limit of its own. */
  const prepare = async (
    submissionId: string,
    needed: readonly AnalysisPart[],
    workFolder: string,
    signal: AbortSignal,
    makingLimit?: AbortSignal,
    known?: StoredParts,
  ): Promise<AnalysisSource> => {
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
      return withRoom(bytes, () => place(stored))
    }
    if (!(await take(known ?? (await storedOf(submissionId))))) {
      await makeOnce(submissionId, needed, makingLimit ?? AbortSignal.timeout(longestMakingMs))
      if (!(await take(await storedOf(submissionId)))) throw recordsGone()
    }
    return sourceOf(workFolder, signal)
  }

  /** The same for two submissions, in folders of their own. */
  const prepareBoth = async (
    { now, before }: Both<string>,
    needed: readonly AnalysisPart[],
    workFolder: string,
    signal: AbortSignal,
  ): Promise<Both<AnalysisSource>> => ({
    now: await prepare(now, needed, join(workFolder, 'now'), signal),
    before:
      before === undefined ? undefined : await prepare(before, needed, join(workFolder, 'before'), signal),
  })

  const pages = createTurns(pageTurns)
  const firstPages = createTurns(firstTurns)
  const downloads = createTurns(downloadTurns)

  /** Does what a person waits for, in turn. */
  const inTurn = async <T>(userId: string, work: () => Promise<T>, turns = pages): Promise<T> => {
    const end = await turns.take(userId)
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** Reads for a person, who waits for a turn. */
  const readFor = <S, T>(
    userId: string,
    prepared: (workFolder: string, signal: AbortSignal) => Promise<S>,
    work: (source: S) => Promise<T>,
  ): Promise<T> =>
    inTurn(userId, () =>
      workFolders.use(`read-${randomUUID()}`, async workFolder =>
        work(await prepared(workFolder, AbortSignal.timeout(longestMs))),
      ),
    )

  const keptFolders = createKeptFolders({ workFolders, parent: pagesFolder })
  const pagesDatabase = createPagesDatabase(workFolder =>
    shareMemory({ workFolder, memoryMb: pagesMemoryMb, threads: 1 }),
  )

  /** Reads a page of the failing records of a submission. */
  const readPage = async <T>(
    submissionId: string,
    stored: StoredParts,
    work: (source: AnalysisSource) => Promise<T>,
  ): Promise<T> => {
    const signal = AbortSignal.timeout(longestMs)
    const fill = async (folder: string): Promise<void> => {
      await prepare(submissionId, ['failures'], folder, signal, undefined, stored)
    }
    // The folder is one of those in the folder of pages, which the database reaches.
    const read = (folder: string): Promise<T> =>
      pagesDatabase.use(dirname(folder), pages => work({ ...sourceOf(folder, signal), pages }))
    const { failures } = stored
    return failures
      ? keptFolders.use({ name: `${failures.key} ${failures.sha256}`, bytes: failures.bytes }, fill, read)
      : workFolders.use(`${pagesFolder}/${randomUUID()}`, async folder => {
          await fill(folder)
          return read(folder)
        })
  }

  /** A page that lies among the first failing records of its rule, in memory alone; undefined for any other. */
  const firstPage = async (
    { failures }: StoredParts,
    page: FailurePage,
  ): Promise<FailuresOfRule | undefined> => {
    if (!failures || !isFirstPage(page)) return undefined
    const first = await tools.artefacts.fileOf(failures, firstFailuresFile, firstBytes)
    return first ? firstFailures(first, page) : undefined
  }

  /** The same for content that is sent piece by piece: its turn ends after the longest time, also where nobody receives it. */
  const streamFor = <S>(
    userId: string,
    prepared: (workFolder: string, signal: AbortSignal) => Promise<S>,
    content: (source: S) => AsyncIterable<string>,
  ): AsyncIterable<string> => {
    const signal = AbortSignal.timeout(longestMs)
    const pieces = async function* (): AsyncGenerator<string> {
      const end = await downloads.take(userId)
      try {
        const workFolder = await workFolders.make(`read-${randomUUID()}`)
        try {
          yield* content(await prepared(workFolder, signal))
        } finally {
          await workFolders.remove(workFolder)
        }
      } finally {
        end()
      }
    }
    return endedBy(signal, pieces())
  }

  return {
    /**
     * For a job, which its queue bounds, also while parts are made again: a limit of time would pass for a store that is silent.
     * Without a signal, what takes longer than a person waits is ended.
     */
    read: <T>(
      submissionId: string,
      needed: readonly AnalysisPart[],
      work: (source: AnalysisSource) => Promise<T>,
      signal?: AbortSignal,
    ): Promise<T> =>
      workFolders.use(`read-${randomUUID()}`, async workFolder => {
        const limit = signal ?? AbortSignal.timeout(longestMs)
        return work(await prepare(submissionId, needed, workFolder, limit, signal))
      }),

    /**
     * For a person who waits for the answer. So many read at once in a process, the others after them; an unavailable problem
     * where too many wait already.
     */
    for: ({ userId }: { userId: string }) => ({
      read: <T>(
        submissionId: string,
        needed: readonly AnalysisPart[],
        work: (source: AnalysisSource) => Promise<T>,
      ): Promise<T> =>
        readFor(userId, (folder, signal) => prepare(submissionId, needed, folder, signal), work),

      /** A page of the failing records: they stay in their folder a little, and their database open. Nobody may write there. */
      page: async <T>(submissionId: string, work: (source: AnalysisSource) => Promise<T>): Promise<T> => {
        const stored = await storedOf(submissionId)
        return inTurn(userId, () => readPage(submissionId, stored, work))
      },

      /** The same of the failing records of one rule. The first ones, which most people open, wait for no search of others. */
      failures: async (submissionId: string, page: FailurePage): Promise<FailuresOfRule> => {
        const stored = await storedOf(submissionId)
        return (
          (await inTurn(userId, () => firstPage(stored, page), firstPages)) ??
          (await inTurn(userId, () => readPage(submissionId, stored, source => ruleFailures(source, page))))
        )
      },

      readBoth: <T>(
        submissionIds: Both<string>,
        needed: readonly AnalysisPart[],
        work: (sources: Both<AnalysisSource>) => Promise<T>,
      ): Promise<T> =>
        readFor(userId, (folder, signal) => prepareBoth(submissionIds, needed, folder, signal), work),

      stream: (
        submissionId: string,
        needed: readonly AnalysisPart[],
        content: (source: AnalysisSource) => AsyncIterable<string>,
      ): AsyncIterable<string> =>
        streamFor(userId, (folder, signal) => prepare(submissionId, needed, folder, signal), content),

      streamBoth: (
        submissionIds: Both<string>,
        needed: readonly AnalysisPart[],
        content: (sources: Both<AnalysisSource>) => AsyncIterable<string>,
      ): AsyncIterable<string> =>
        streamFor(userId, (folder, signal) => prepareBoth(submissionIds, needed, folder, signal), content),
    }),
  }
}
export type AnalysisReader = ReturnType<typeof createReader>
/** What routes have of it: readings for a person alone. */
export type Readings = Pick<AnalysisReader, 'for'>
