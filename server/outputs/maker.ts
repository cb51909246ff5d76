import type { Kysely } from 'kysely'
import { isJobNew } from '../../src/domain/job.ts'
import { ProblemError } from '../../src/domain/problem.ts'
import { type Message, message } from '../../src/messages/message.ts'
import { buildOutput } from '../analysis/index.ts'
import { type BulkJobs, findJob } from '../bulk/index.ts'
import { submissionById } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Making } from '../jobs/index.ts'
import type { AnalysisReader, SpecificationStore } from '../pipeline/index.ts'
import { keepOutput, outputsCode } from './outputs.ts'

type Made = { ok: true; total: number; csv: string } | { ok: false; reason: Message | string }

/**
 * Makes outputs again, one after another, each of the record and under the specification that its submission was processed with.
 * A process that stops gives the job back, and the next one goes on with the outputs that wait.
 */
export const createOutputMaker = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  reader: Pick<AnalysisReader, 'read'>
  specifications: SpecificationStore
  jobs: BulkJobs
}): Making<'outputs'> => {
  const { db, clock, reader, specifications, jobs } = options

  const build = async (submissionId: string, output: string, signal: AbortSignal): Promise<Made> => {
    const row = await withScope(db, { scope: 'all' }, tx => submissionById(tx, submissionId))
    const none: Made = { ok: false, reason: message('job', 'noOutputs') }
    if (!row || row.schema_version === null || row.ruleset_version === null) return none
    const { ruleset } = await specifications.load({
      schemaVersion: row.schema_version,
      rulesetVersion: row.ruleset_version,
    })
    const tab = Number(output) - 1
    if (!ruleset.listings.find(({ code }) => code === outputsCode)?.tabs[tab]) return none
    try {
      const made = await reader.read(
        submissionId,
        ['records', 'derived'],
        source => buildOutput(source, ruleset, { code: outputsCode, tab }),
        signal,
      )
      return { ok: true, ...made }
    } catch (error) {
      // Such as a record that is not kept any more: no further try would make it.
      if (error instanceof ProblemError && error.problem.kind === 'not-found')
        return { ok: false, reason: error.problem.reason }
      throw error
    }
  }

  return {
    make: async ({ data: { jobId }, signal }) => {
      const job = await withScope(db, { scope: 'all' }, tx => findJob(tx, jobId))
      if (job && isJobNew(job.place)) await jobs.start(jobId)
      for (;;) {
        signal.throwIfAborted()
        const next = await jobs.nextOutput(jobId)
        if (!next) return
        const made = await build(next.submissionId, next.output, signal)
        await jobs.settleOutput(jobId, next, async tx => {
          if (!made.ok) return made.reason
          const { total, csv } = made
          const isKept = await keepOutput(tx, next, { total, csv, madeUtc: clock.now().toISOString() })
          return isKept ? null : message('job', 'noOutputs')
        })
      }
    },

    giveUp: async ({ jobId }) => {
      await jobs.giveUp(jobId)
    },
  }
}
