import { describe, expect, it } from 'vitest'
import { type StatusName, statusOf } from '../../../domain/status.ts'
import type { LifecycleEntry } from '../../../domain/wire/inspection.ts'
import { chartOf } from '../../../machines/inspection/chart.ts'
import { leafIdOf, submissionLifecycle } from '../../../machines/submission-lifecycle/index.ts'
import { gapsOf, qualityOf, stopsOf, transitionOf, wayOf } from './events.ts'

const chart = chartOf(submissionLifecycle)
const entry = (event: string, from: StatusName, to: StatusName, at = '09:00:00'): LifecycleEntry => ({
  sequence: 1,
  event,
  fromStatusId: statusOf(from).id,
  toStatusId: statusOf(to).id,
  actor: { kind: 'system', name: 'System', organisationId: null, organisationType: null },
  occurredAt: `2024-10-01T${at}Z`,
  payload: {},
  // Nothing here reads the facts.
  facts: {} as LifecycleEntry['facts'],
  checks: [],
  detail: {},
})
const history = [
  entry('UPLOAD_REQUESTED', 'UNKNOWN', 'UPLOADING'),
  entry('FILE_STORED', 'UPLOADING', 'UPLOADED', '09:00:20'),
  entry('PROVISIONING_STARTED', 'UPLOADED', 'PROVISIONING', '09:01:20'),
]

describe('the way of a submission on the chart', () => {
  it('finds the transition that an event took, also one of a group around its state', () => {
    expect(transitionOf(chart, history[0]!)?.source).toBe(leafIdOf('UNKNOWN'))
    expect(transitionOf(chart, entry('SUPERSEDED', 'APPROVED', 'APPROVED'))?.source).toBe('')
    expect(transitionOf(chart, entry('APPROVE', 'UPLOADED', 'APPROVED'))).toBeUndefined()
  })

  it('marks where it is, where it was and how it came there', () => {
    const marks = wayOf(chart, history, 2)
    expect(marks.get(leafIdOf('UPLOADED'))).toEqual({ tone: 'current' })
    expect(marks.get(leafIdOf('UPLOADING'))).toEqual({ tone: 'past' })
    expect(marks.get(leafIdOf('PROVISIONING'))).toBeUndefined()
    expect([...marks].filter(([, { tone }]) => tone === 'current')).toHaveLength(2)
  })

  it('knows what the quality report found, once it was there', () => {
    const passed = entry('QUALITY_RULES_PASSED', 'QUALITY_RULES', 'QUALITY_RULES_PASSED')
    expect(qualityOf(history)).toBeUndefined()
    const after = [...history, { ...passed, detail: { rules: 203, outside: 4 } }]
    expect(qualityOf(after)).toEqual({ ruleFailures: 4 })
    expect(qualityOf([...history, passed])).toBeUndefined()
  })

  it('knows the time between events and where to stop', () => {
    expect(gapsOf(history)).toEqual([0, 20_000, 60_000])
    const moments = history.map(({ event, toStatusId }) => ({ event, state: String(toStatusId) }))
    expect(stopsOf(moments, 'FILE_STORED')).toEqual([2])
    expect(stopsOf(moments, String(statusOf('PROVISIONING').id))).toEqual([3])
  })
})
