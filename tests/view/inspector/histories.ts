import { systemActor } from '../../../src/domain/actor.ts'
import type { StatusName } from '../../../src/domain/status.ts'
import { statusOf } from '../../../src/domain/status.ts'
import { factsToWire } from '../../../src/domain/wire/facts.ts'
import type { LifecycleEntry, SubmissionHistory } from '../../../src/domain/wire/inspection.ts'
import {
  explain,
  type Facts,
  type LifecycleEvent,
  step,
} from '../../../src/machines/submission-lifecycle/index.ts'
import { openFacts } from '../../model/charts/lifecycle.ts'
import { people } from '../../model/support/people.ts'

const reported = (type: 'FILE_STORED' | 'PROVISIONING_STARTED' | 'PROVISIONING_PASSED'): LifecycleEvent => ({
  type,
  actor: systemActor,
})

/** A first upload as far as Provisioned, a minute between one event and the next, decided by the chart. */
export const entries: readonly LifecycleEntry[] = (() => {
  const events: LifecycleEvent[] = [
    { type: 'UPLOAD_REQUESTED', actor: people.signOff },
    reported('FILE_STORED'),
    reported('PROVISIONING_STARTED'),
    reported('PROVISIONING_PASSED'),
  ]
  let status: StatusName = 'UNKNOWN'
  let facts: Facts = openFacts
  return events.map((event, index): LifecycleEntry => {
    const { checks } = explain(status, facts, event)
    const next = step(status, facts, event)
    const entry: LifecycleEntry = {
      sequence: index + 1,
      event: event.type,
      fromStatusId: statusOf(status).id,
      toStatusId: statusOf(next.status).id,
      actor:
        event.actor.kind === 'user'
          ? { kind: 'user', name: event.actor.name, organisationId: '0001', organisationType: 'provider' }
          : { kind: 'system', name: 'System', organisationId: null, organisationType: null },
      occurredAt: new Date(Date.parse('2024-11-01T11:00:00Z') + index * 60_000).toISOString(),
      payload: {},
      facts: factsToWire(facts),
      checks: [...checks],
      detail: {},
    }
    status = next.status
    facts = next.facts
    return entry
  })
})()

export const submissionId = '6a453e0a-0000-4000-8000-000000000001'

export const history: SubmissionHistory = {
  submissionId,
  fileName: 'student.xml',
  instId: '0001',
  providerName: 'University of Ashby',
  collectionReference: '23056',
  collectionName: 'Student 2023/24',
  statusId: statusOf('PROVISIONED').id,
  events: [...entries],
}
