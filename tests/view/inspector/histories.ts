import { systemPrincipal } from '../../../src/domain/principal.ts'
import { type StatusName, statusOf } from '../../../src/domain/status.ts'
import { factsToWire } from '../../../src/domain/wire/facts.ts'
import type { LifecycleEntry, SubmissionHistory } from '../../../src/domain/wire/inspection.ts'
import {
  explain,
  type Facts,
  type LifecycleEvent,
  type LifecycleEventType,
  stages,
  step,
  type UserEventType,
} from '../../../src/machines/submission-lifecycle/index.ts'
import { textOf } from '../../../src/messages/messages.ts'
import { openFacts } from '../../../src/model/charts/lifecycle.ts'
import { people } from '../../../src/model/people.ts'

const systemEvents = (...types: Exclude<LifecycleEventType, UserEventType>[]): LifecycleEvent[] =>
  types.map(type => ({ type, actor: systemPrincipal }) as LifecycleEvent)

/** A history of these events, a minute between one and the next, decided by the chart. */
const entriesOf = (
  events: readonly LifecycleEvent[],
  details: Partial<Record<LifecycleEventType, LifecycleEntry['detail']>> = {},
): readonly LifecycleEntry[] => {
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
      checks: checks.map(({ message, ...check }) => ({ ...check, sentence: textOf('en', message) })),
      detail: details[event.type] ?? {},
    }
    status = next.status
    // As the server gathers them from its rows after the event.
    const latestStatus = next.facts.isLatest ? status : next.facts.latestStatus
    facts = { ...next.facts, latestStatus, uploadUnderWay: status === 'UPLOADING' }
    if (index === events.length - 1) entry.factsAfter = factsToWire(facts)
    return entry
  })
}

const first = [
  { type: 'UPLOAD_REQUESTED', actor: people.signOff } as const,
  ...systemEvents('FILE_STORED', 'PROVISIONING_STARTED', 'PROVISIONING_PASSED'),
]

/** A first upload as far as Provisioned. */
export const entries = entriesOf(first)

/** The same until, a minute later, another submission has taken its place. */
export const entriesToSuperseded = entriesOf([...first, ...systemEvents('SUPERSEDED')])

/** The same as far as a file that does not fit its schema. */
export const entriesToSchemaFailure = entriesOf([
  ...first,
  ...systemEvents('SCHEMA_CHECK_STARTED', 'SCHEMA_CHECK_FAILED'),
])

/** The same as far as the approval, with so many quality rules outside tolerance. */
export const entriesToApproval = (outside: number): readonly LifecycleEntry[] =>
  entriesOf(
    [
      ...first,
      ...stages
        .filter(name => name !== 'PROVISIONING' && name !== 'HISTORY')
        .flatMap(name => systemEvents(`${name}_STARTED`, `${name}_PASSED`)),
      ...systemEvents('QUALITY_PROCESSING_COMPLETED'),
      { type: 'SUBMIT', actor: people.signOff, termsAccepted: true },
    ],
    { QUALITY_RULES_PASSED: { rules: 203, outside } },
  )

export const submissionId = '6a453e0a-0000-4000-8000-000000000001'

export const history: SubmissionHistory = {
  submissionId,
  fileName: 'student.xml',
  instId: '0001',
  providerName: 'University of Ashby',
  collectionReference: '23056',
  liveSequence: 0,
  collectionName: 'Student 2023/24',
  statusId: statusOf('PROVISIONED').id,
  events: [...entries],
}
