import { Readable } from 'node:stream'
import { entityTables } from 'bedel-record'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { agencyPurpose } from '../../src/domain/pseudonymisation.ts'
import { message } from '../../src/messages/message.ts'
import { submissionById } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { type Making, PermanentFault, reasonOf } from '../jobs/index.ts'
import { openStoredFile, type SpecificationStore } from '../pipeline/index.ts'
import { type ObjectStore, objectKey } from '../storage/index.ts'
import { untilAborted } from '../untilAborted.ts'
import type { PseudonymKeys } from './keys.ts'
import { findTask } from './list.ts'
import { planOf } from './plan.ts'
import { pseudonymise } from './pseudonymise.ts'
import { createPseudonyms } from './pseudonyms.ts'
import type { Output, PseudonymisationTask, PseudonymisationTasks } from './tasks.ts'

/** Where an attempt puts what it makes. */
const outputKey = (
  { instId, submissionId }: Pick<PseudonymisationTask, 'instId' | 'submissionId'>,
  attempt: number,
): string => objectKey(instId, submissionId, `pseudonymised.${attempt}.xml`)

/** Makes the pseudonymised forms that people ask for, one job for each. */
export const createPseudonymisationMaker = (options: {
  db: Kysely<Database>
  log: Logger
  store: ObjectStore
  specifications: SpecificationStore
  keys: PseudonymKeys
  tasks: PseudonymisationTasks
}): Making<'pseudonymisation'> => {
  const { db, log, store, specifications, keys, tasks } = options

  const write = async (task: PseudonymisationTask, signal: AbortSignal): Promise<Output> => {
    const row = await withScope(db, { scope: 'all' }, tx => submissionById(tx, task.submissionId))
    if (!row || row.schema_version === null || row.ruleset_version === null)
      throw new PermanentFault(message('problems', 'pseudonymisationUnspecified'))
    const versions = { schemaVersion: row.schema_version, rulesetVersion: row.ruleset_version }
    const { schema, ruleset } = await specifications.load(versions)
    if (!ruleset.pseudonymisation)
      throw new PermanentFault(message('problems', 'pseudonymisationUnspecified'))
    const plan = planOf(entityTables(schema), ruleset.pseudonymisation)
    const { keyId, key } = keys.current(agencyPurpose)
    const label = { purpose: agencyPurpose, keyId, ruleset: ruleset.version }
    const file = await openStoredFile(store, { objectKey: row.object_key, fileHash: row.file_hash })
    const content = async function* (): AsyncGenerator<Uint8Array> {
      yield* pseudonymise(file.bytes, plan, createPseudonyms(key), label)
      // Before the store takes it for whole.
      await file.verify()
    }
    try {
      const name = outputKey(task, task.attempt)
      const written = untilAborted(Readable.from(content(), { objectMode: false }), signal)
      const { size } = await store.put(name, written)
      return { key: name, size, keyId }
    } finally {
      await file.close()
    }
  }

  /** Removes what attempts have left that did not come to an end, or were overtaken. */
  const removeOthers = async (
    { instId, submissionId }: Pick<PseudonymisationTask, 'instId' | 'submissionId'>,
    kept: string | null,
  ): Promise<void> => {
    const left = await store.list(`${instId}/${submissionId}/pseudonymised.`)
    await Promise.all(left.filter(key => key !== kept).map(key => store.remove(key)))
  }

  /** Of a task that nobody works on any more: the process that ended it may have died before it could tidy up. */
  const tidyUp = async (submissionId: string): Promise<void> => {
    const found = await withScope(db, { scope: 'all' }, async tx => ({
      row: await submissionById(tx, submissionId),
      task: await findTask(tx, submissionId),
    }))
    if (found.row && found.task)
      await removeOthers({ instId: found.row.inst_id, submissionId }, found.task.outputKey)
  }

  /** Of a task that was cancelled: what its attempts up to this one have left. A later one may be at work on it again. */
  const removeAttempts = async (submissionId: string, last: number): Promise<void> => {
    const row = await withScope(db, { scope: 'all' }, tx => submissionById(tx, submissionId))
    if (!row) return
    const task = { instId: row.inst_id, submissionId }
    for (let attempt = 1; attempt <= last; attempt++) await store.remove(outputKey(task, attempt))
  }

  return {
    make: async ({ data: { submissionId, removes }, signal }) => {
      if (removes !== undefined) return removeAttempts(submissionId, removes)
      const started = await tasks.start(submissionId)
      if (!started.ok) return tidyUp(submissionId)
      const { record: task } = started
      try {
        const output = await write(task, signal)
        const { ok } = await tasks.made(submissionId, task.attempt, output)
        if (ok) await removeOthers(task, output.key)
        else await store.remove(output.key)
      } catch (error) {
        if (signal.aborted || !(error instanceof PermanentFault)) throw error
        log.error({ err: error, submissionId }, 'a pseudonymisation cannot be made')
        await tasks.giveUp(submissionId, task.attempt, reasonOf(error))
      }
    },

    giveUp: async ({ submissionId, removes }) => {
      // What is left of it has to go, however often that has failed.
      if (removes !== undefined) return removeAttempts(submissionId, removes)
      // An attempt that never began has begun with it; one that is still at work somewhere is not heard any more.
      const started = await tasks.start(submissionId)
      if (started.ok)
        await tasks.giveUp(
          submissionId,
          started.record.attempt,
          message('problems', 'pseudonymisationNotMade'),
        )
      await tidyUp(submissionId)
    },
  }
}
