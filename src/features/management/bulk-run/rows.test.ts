import { describe, expect, it } from 'vitest'
import { type StatusName, statusOf } from '../../../domain/status.ts'
import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import { confirmationOf } from './rows.ts'

const row = (instId: string, status: StatusName | undefined) =>
  ({
    provider: { instId },
    latestSubmission: status ? { status: { id: statusOf(status).id } } : null,
  }) as MonitoringRow

const chosen = [
  row('0001', 'SIGNED_OFF'),
  row('0002', 'QUALITY_PROCESSING_COMPLETE'),
  row('0003', 'QUALITY_PROCESSING_COMPLETE'),
  row('0004', 'RESUBMISSION_REQUIRED'),
]

describe('the confirmation of a job', () => {
  it('counts by status, leaves out what was submitted, and says who would lose an approval', () => {
    const { counts, submitted, losing, instIds } = confirmationOf(chosen, {
      kind: 'REPROCESS',
      withSubmitted: false,
    })
    expect(counts).toEqual([
      { status: 'QUALITY_PROCESSING_COMPLETE', count: 2, isLeftOut: false, losesApproval: false },
      { status: 'SIGNED_OFF', count: 1, isLeftOut: true, losesApproval: true },
      { status: 'RESUBMISSION_REQUIRED', count: 1, isLeftOut: true, losesApproval: false },
    ])
    expect([submitted, losing, instIds]).toEqual([2, 1, ['0002', '0003']])
  })

  it('takes those that are ticked on purpose, and still says what it costs them', () => {
    const { submitted, losing, instIds } = confirmationOf(chosen, { kind: 'REPROCESS', withSubmitted: true })
    expect([submitted, losing, instIds]).toEqual([2, 1, ['0001', '0002', '0003', '0004']])
  })

  it('leaves nobody out of a historic amendment, which is for what was signed off', () => {
    const { submitted, losing, instIds } = confirmationOf(chosen, {
      kind: 'HISTORIC_AMENDMENT',
      withSubmitted: false,
    })
    expect([submitted, losing, instIds.length]).toEqual([0, 0, 4])
  })
})
