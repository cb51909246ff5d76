import { describe, expect, it } from 'vitest'
import { excludesJob, type JobParties, rowCountsWithin } from './job.ts'
import type { RowJobKind } from './jobPlace.ts'

const job = (
  kind: RowJobKind,
  organisationId = 'AGENCY',
  specificationId: number | null = null,
): JobParties => ({
  kind,
  actor: { organisationId },
  specificationId,
})

describe('two jobs of a collection at once', () => {
  it.each([
    ['two that decide about submissions', job('REPROCESS'), job('HISTORIC_AMENDMENT'), true],
    ['outputs of one organisation', job('IRIS', 'R1'), job('IRIS', 'R1'), true],
    ['outputs of two organisations', job('IRIS', 'R1'), job('IRIS', 'R2'), false],
    ['the impact of one specification', job('IMPACT', 'AGENCY', 7), job('IMPACT', 'AGENCY', 7), true],
    ['the impact of two specifications', job('IMPACT', 'AGENCY', 7), job('IMPACT', 'AGENCY', 8), false],
    ['an impact beside decisions', job('IMPACT', 'AGENCY', 7), job('REPROCESS'), false],
    ['outputs beside decisions', job('IRIS'), job('HISTORIC_AMENDMENT'), false],
    ['outputs beside an impact', job('IRIS'), job('IMPACT', 'AGENCY', 7), false],
  ])('%s: exclude each other or not', (_, one, other, excludes) => {
    expect([excludesJob(one, other), excludesJob(other, one)]).toEqual([excludes, excludes])
  })
})

describe('the rows of a job that makes one thing of all of them', () => {
  it.each([
    ['NEW', { WAITING: 3, DONE: 0, REFUSED: 0, LEFT: 0 }],
    ['IN_PROGRESS', { WAITING: 3, DONE: 0, REFUSED: 0, LEFT: 0 }],
    ['COMPLETED', { WAITING: 0, DONE: 3, REFUSED: 0, LEFT: 0 }],
    ['CANCELLED', { WAITING: 0, DONE: 0, REFUSED: 0, LEFT: 3 }],
    ['FAILED', { WAITING: 0, DONE: 0, REFUSED: 1, LEFT: 2 }],
  ] as const)('that is %s stand together, but for the one that it fails for', (state, counts) => {
    expect(rowCountsWithin(state, 3, 1)).toEqual(counts)
  })
})
