import type { Transaction } from 'kysely'
import type { Database } from '../../../server/database/schema.ts'
import { createDecider } from '../../../server/decisions/decider.ts'
import { problem } from '../../../src/domain/problem.ts'
import type { StatusName } from '../../../src/domain/status.ts'
import {
  type Facts,
  type LifecycleEffect,
  type LifecycleEvent,
  lifecycleChart,
} from '../../../src/machines/submission-lifecycle/index.ts'
import type { EnforcedChart } from '../../../src/machines/support/enforcedChart.ts'
import { message } from '../../../src/messages/message.ts'
import type { Decider } from '../../../src/model/checking/answers.ts'

/** A submission as far as the chart goes. */
interface Row {
  id: string
  status: StatusName
  facts: Facts
}

/** A transaction that takes lines of the audit alone, and counts those about something that was done. */
const auditOnly = (counted: { done: number }): Transaction<Database> =>
  ({
    insertInto: (table: string) => {
      if (table !== 'audit_line') throw new Error(`The decider writes to ${table} itself.`)
      return {
        values: ({ outcome }: { outcome: string }) => ({
          execute: async () => {
            if (outcome === 'done') counted.done += 1
          },
        }),
      }
    },
  }) as unknown as Transaction<Database>

/**
 * The server's decider of a chart, over a transaction that holds nothing: it decides what the model asks, and what it writes is
 * counted. The lifecycle's own if no chart is given.
 */
export const modelDecider = (
  chart: EnforcedChart<StatusName, Facts, LifecycleEvent, LifecycleEffect> = lifecycleChart,
): Decider => {
  let rows = 0
  const { decideOn } = createDecider(chart)<string, Row>({
    clock: { now: () => new Date(0) },
    lock: async () => undefined,
    notFound: message('problems', 'noSubmission'),
    placeOf: ({ status }) => status,
    subject: ({ id }) => ({ id }),
    facts: (_, { before }) => before.facts,
    next: ({ before, to, factsAfter }) => ({ ...before, status: to, facts: factsAfter }),
    write: async () => {
      rows += 1
    },
    history: async () => undefined,
    audit: { action: type => type },
    effects: {
      enqueueStage: 'row',
      withdrawWork: 'row',
      takeSpecification: 'row',
      armUploadTimer: 'row',
      disarmUploadTimer: 'row',
      supersedePrevious: 'row',
      createCopy: 'row',
      discardFile: 'row',
      discardContentLater: 'row',
      raiseIssues: 'row',
      refuseForm: 'row',
      notify: 'announcement',
    },
  })
  return async ({ status, facts, event, expected, isDone }) => {
    const counted = { done: 0 }
    rows = 0
    const decision = await decideOn(auditOnly(counted), { id: facts.submissionId, status, facts }, event, {
      unless: (_, { to }) =>
        expected === undefined || expected === to
          ? undefined
          : problem('conflict', message('server', 'wrongVersion')),
      isDone: async () => isDone === true,
    })
    const record = decision.ok ? decision.record : { status, facts }
    return {
      isGranted: decision.ok,
      status: record.status,
      facts: record.facts,
      effects: decision.ok ? decision.effects : [],
      transitions: rows,
      auditLines: counted.done,
    }
  }
}
