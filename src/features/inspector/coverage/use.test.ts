import { describe, expect, it } from 'vitest'
import { statusOf } from '../../../domain/status.ts'
import { chartOf } from '../../../machines/inspection/chart.ts'
import { together, usedOf } from '../../../machines/inspection/coverage.ts'
import { submissionLifecycle } from '../../../machines/submission-lifecycle/index.ts'
import { marksOf, trafficUse } from './use.ts'

const chart = chartOf(submissionLifecycle)
const move = (event: string, from: Parameters<typeof statusOf>[0], to: Parameters<typeof statusOf>[0]) => ({
  event,
  fromStatusId: statusOf(from).id,
  toStatusId: statusOf(to).id,
})
const submit = move('SUBMIT', 'QUALITY_PROCESSING_COMPLETE', 'ANALYST_APPROVAL')
const approve = move('APPROVE', 'ANALYST_APPROVAL', 'AGENCY_APPROVAL')

describe('what real traffic used', () => {
  const use = trafficUse(chart, {
    moves: [
      { move: submit, count: 1200 },
      { move: approve, count: 3 },
      { move: move('SUBMIT', 'APPROVED', 'SIGNED_OFF'), count: 1 },
    ],
    pairs: [{ first: submit, second: approve, count: 3 }],
  })

  it('is told by the transitions of the chart; a move that it does not have is left out', () => {
    expect(use).toEqual({
      chart: 'submissionLifecycle',
      transitions: [
        { id: 'qualityAssurance.qualityProcessingComplete:SUBMIT:0', used: 1200 },
        { id: 'approval.analystApproval:APPROVE:0', used: 3 },
      ],
      pairs: [
        {
          first: 'qualityAssurance.qualityProcessingComplete:SUBMIT:0',
          second: 'approval.analystApproval:APPROVE:0',
          used: 3,
        },
      ],
    })
  })

  it('is marked with its count; what was never used is marked too', () => {
    const marks = marksOf(chart, use)
    expect(marks.get('qualityAssurance.qualityProcessingComplete:SUBMIT:0')).toEqual({
      tone: 'covered',
      label: '1.2k',
    })
    expect(marks.get('approval.analystApproval:DECLINE:0')).toEqual({ tone: 'missed' })
    expect(marks.size).toBe(chart.transitions.length)
  })

  it('adds to what the tests used', () => {
    const tests = {
      chart: chart.id,
      transitions: [{ id: 'approval.analystApproval:APPROVE:0', used: 4 }],
      pairs: [],
    }
    const all = together(tests, use)
    expect(usedOf(chart, all).used).toEqual([
      { id: 'qualityAssurance.qualityProcessingComplete:SUBMIT:0', used: 1200 },
      { id: 'approval.analystApproval:APPROVE:0', used: 7 },
    ])
    expect(all.pairs).toEqual(use.pairs)
  })
})

it('counts nothing as used without a report', () => {
  expect(usedOf(chart, undefined).missed).toHaveLength(chart.transitions.length)
})
