import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import {
  type AnalysisPart,
  type AnalysisSource,
  type FailurePage,
  type FailuresOfRule,
  firstFailures,
  firstFailuresFile,
  isFirstPage,
  ruleFailures,
  shareMemory,
} from '../analysis/index.ts'
import type { StoredParts } from '../database/queries/artefacts.ts'
import { atOnce, longest } from '../limits.ts'
import { createTurns } from '../turns.ts'
import { endedBy } from './endedBy.ts'
import { createKeptFolders } from './keptFolders.ts'
import { createPagesDatabase } from './pagesDatabase.ts'
import { type Both, prepare, prepareBoth, type Reading, sourceOf, storedOf } from './preparing.ts'
import { createSharedWork } from './sharedWork.ts'
import type { StageTools } from './stage.ts'

/** Of all pages of failing records together, in MiB. */
const pagesMemoryMb = 512
/** Most that a file of first pages may have, in bytes. A database reads what is in a larger one. */
const firstBytes = 4 * 1024 ** 2

/** Folder of the process in which those lie that pages are read from: their database reaches what is in it, and nothing else. */
const pagesFolder = 'pages'

/**
 * Gives parts of a submission's analysis for reading, in a scratch folder for the time of the reading. Any process can: it
 * takes them from the object store, or makes them again where they are missing.
 */
export const createReader = (tools: StageTools, reading: Reading) => {
  const { workFolders } = reading
  const preparing = { ...reading, tools, share: createSharedWork() }

  const pages = createTurns(atOnce.pages)
  const firstPages = createTurns(atOnce.firstPages)
  const downloads = createTurns(atOnce.recordDownloads)

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
        work(await prepared(workFolder, AbortSignal.timeout(longest.readingMs))),
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
    const signal = AbortSignal.timeout(longest.readingMs)
    const fill = async (folder: string): Promise<void> => {
      await prepare(preparing, submissionId, ['failures'], folder, signal, undefined, stored)
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
    const signal = AbortSignal.timeout(longest.readingMs)
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
        const limit = signal ?? AbortSignal.timeout(longest.readingMs)
        return work(await prepare(preparing, submissionId, needed, workFolder, limit, signal))
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
        readFor(userId, (folder, signal) => prepare(preparing, submissionId, needed, folder, signal), work),

      /** A page of the failing records: they stay in their folder a little, and their database open. Nobody may write there. */
      page: async <T>(submissionId: string, work: (source: AnalysisSource) => Promise<T>): Promise<T> => {
        const stored = await storedOf(tools.db, submissionId)
        return inTurn(userId, () => readPage(submissionId, stored, work))
      },

      /** The same of the failing records of one rule. The first ones, which most people open, wait for no search of others. */
      failures: async (submissionId: string, page: FailurePage): Promise<FailuresOfRule> => {
        const stored = await storedOf(tools.db, submissionId)
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
        readFor(
          userId,
          (folder, signal) => prepareBoth(preparing, submissionIds, needed, folder, signal),
          work,
        ),

      stream: (
        submissionId: string,
        needed: readonly AnalysisPart[],
        content: (source: AnalysisSource) => AsyncIterable<string>,
      ): AsyncIterable<string> =>
        streamFor(
          userId,
          (folder, signal) => prepare(preparing, submissionId, needed, folder, signal),
          content,
        ),

      streamBoth: (
        submissionIds: Both<string>,
        needed: readonly AnalysisPart[],
        content: (sources: Both<AnalysisSource>) => AsyncIterable<string>,
      ): AsyncIterable<string> =>
        streamFor(
          userId,
          (folder, signal) => prepareBoth(preparing, submissionIds, needed, folder, signal),
          content,
        ),
    }),
  }
}
export type AnalysisReader = ReturnType<typeof createReader>
/** What routes have of it: readings for a person alone. */
export type Readings = Pick<AnalysisReader, 'for'>
