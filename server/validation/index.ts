import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { bytes } from '../../src/domain/bytes.ts'
import { acceptsOnlineValidation, acceptsSubmissions, isForAgencyAlone } from '../../src/domain/collection.ts'
import { limits } from '../../src/domain/limits.ts'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { analysisPaths, checkRightToProcess } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { type Disk, NearlyFull } from '../disk.ts'
import { oneAfterAnother } from '../oneAfterAnother.ts'
import {
  type CheckContext,
  checkContextOf,
  factsWithHistory,
  overridesUnder,
  type SpecificationStore,
} from '../pipeline/index.ts'
import { damagedOnTheWay, noRoom } from '../storage/acceptance.ts'
import type { ObjectStore } from '../storage/index.ts'
import { createTurns } from '../turns.ts'
import type { WorkFolders } from '../workFolders.ts'
import { checkFile } from './check.ts'
import { writePrivateFile } from './privateFile.ts'
import type { CheckResult } from './schemaCheck.ts'
import { within } from './within.ts'

export type { CheckResult } from './schemaCheck.ts'

/**
 * Files that a process takes at once, from their first byte to the end of their check; more are asked to come again. One provider
 * has two of these places at the most, so that its software never keeps that of the others out.
 */
const placesAtOnce = {
  atOnce: 5,
  atOnceOfOne: 2,
  waiting: 0,
  waitingOfOne: 0,
  ofOne: 'too-many-requests',
} as const

/** How long, in ms, a file may take to arrive, and its check once it is its turn: a place is held for no longer. */
export interface CheckTimes {
  arrivalMs: number
  checkMs: number
}
const usualTimes: CheckTimes = { arrivalMs: 10 * 60_000, checkMs: 15 * 60_000 }

const tooSlow = (): ProblemError => new ProblemError(problem('too-slow', message('problems', 'slowRequest')))
const tookTooLong = (): ProblemError =>
  new ProblemError(problem('unavailable', message('server', 'checkTooLong')))
const tooLarge = (): ProblemError =>
  new ProblemError(
    problem('too-large', message('server', 'checkTooLarge', { limit: bytes(limits.validateBytes) })),
  )
const noCollection = (): ProblemError =>
  new ProblemError(problem('not-found', message('problems', 'noCollection')))

/** A file as it arrives, with what its sender says about it. */
interface Sent {
  content: Readable
  /** Bytes; 0 where the sender names none. */
  announced: number
  /** SHA-256 in hex digits, where the sender names one. */
  sha256?: string | undefined
}

/**
 * Checks of files that make no submission, by the engine of the offline command and of processing, with what
 * the server knows: the collection's own specification, tolerances granted to the provider, the year before. One at a time in
 * a process. The file and what is made of it lie in a scratch folder, which goes with the check, also when the caller goes.
 */
export const createValidation = (options: {
  db: Kysely<Database>
  store: ObjectStore
  specifications: SpecificationStore
  workFolders: WorkFolders
  disk: Pick<Disk, 'setAside'>
  memoryMb: number
  threads: number
  /** For tests: they wait for no minutes. */
  times?: (() => CheckTimes) | undefined
}) => {
  const {
    db,
    store,
    specifications,
    workFolders,
    disk,
    memoryMb,
    threads,
    times = () => usualTimes,
  } = options
  const places = createTurns(placesAtOnce, message('server', 'checksBusy'))
  const inTurn = oneAfterAnother()

  /** Writes a file to the folder: its bytes, or undefined where there are too many. Rejects a file that was damaged on its way. */
  const receive = async (
    { content, announced, sha256 }: Sent,
    path: string,
    signal: AbortSignal,
  ): Promise<number | undefined> => {
    const space = await disk.setAside(announced)
    if (!space) throw new ProblemError(noRoom)
    try {
      const hash = sha256 === undefined ? undefined : createHash('sha256')
      const size = await writePrivateFile(content, path, limits.validateBytes, space, signal, hash)
      // A file without a byte has a fault of its own.
      if (size && hash && hash.digest('hex') !== sha256) throw new ProblemError(damagedOnTheWay)
      return size
    } catch (error) {
      throw error instanceof NearlyFull ? new ProblemError(noRoom, { cause: error }) : error
    } finally {
      space.giveBack()
    }
  }

  const contextFor = async (reference: string, instId: string): Promise<CheckContext> => {
    const context = await withScope(db, { scope: 'all' }, tx => checkContextOf(tx, { reference, instId }))
    const state = context?.collectionState
    if (!context || state === undefined || isForAgencyAlone(state)) throw noCollection()
    return context
  }

  const check = async (
    context: CheckContext,
    file: { path: string; size: number },
    workFolder: string,
    signal: AbortSignal,
  ): Promise<CheckResult> => {
    const { schema, ruleset } = await specifications.load(context.versions)
    const { collectionState, isOnboarded, hasNilReturn } = context
    const analysis = {
      ...analysisPaths(workFolder),
      workFolder,
      memoryMb,
      threads,
      signal,
      onProgress: () => {},
    }
    return checkFile(analysis, {
      bytes: createReadStream(file.path),
      totalBytes: file.size,
      schema,
      schemaName: context.versions.schemaVersion,
      ruleset,
      tolerances: {
        ...context.tolerances,
        overrides: overridesUnder(ruleset, context.tolerances.overrides),
      },
      hasRegister: true,
      factsFor: () => factsWithHistory({ store }, { context, analysis }),
      rightFor: ({ header }) =>
        checkRightToProcess(header, {
          collectionReference: context.facts.collectionReference,
          provider: context.facts.provider,
          // Also before the collection opens: files are tried then.
          isCollectionOpen:
            collectionState !== undefined &&
            (acceptsSubmissions(collectionState) || acceptsOnlineValidation(collectionState)),
          collectionState,
          isOnboarded,
          isNilReturn: hasNilReturn,
        }),
    })
  }

  return {
    /** The refusal of a file that is larger than is checked here. */
    tooLarge,

    /**
     * What is found in a provider's file for a collection. Throws not-found for a collection that the provider does not see,
     * too-large, too-slow, too-many-requests where two of the provider's files are being checked, and unavailable where too many wait, the disk has no room or the check takes too long.
     */
    validate: async (
      of: { reference: string; instId: string },
      sent: Sent,
      signal: AbortSignal,
    ): Promise<CheckResult> => {
      const context = await contextFor(of.reference, of.instId)
      const leave = await places.take(of.instId)
      const { arrivalMs, checkMs } = times()
      try {
        return await workFolders.use(`validation-${randomUUID()}`, async workFolder => {
          const path = join(workFolder, 'file.xml')
          const size = await within(arrivalMs, signal, ending => receive(sent, path, ending), tooSlow)
          if (size === undefined) throw tooLarge()
          if (size === 0) throw new ProblemError(problem('invalid', message('server', 'fileEmpty')))
          return inTurn(() => {
            signal.throwIfAborted()
            return within(
              checkMs,
              signal,
              ending => check(context, { path, size }, workFolder, ending),
              tookTooLong,
            )
          })
        })
      } finally {
        leave()
      }
    },
  }
}
export type Validation = ReturnType<typeof createValidation>
