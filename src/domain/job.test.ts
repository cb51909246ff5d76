import { describe, expect, it } from 'vitest'
import { excludesJob, type JobKind, type JobParties } from './job.ts'

const job = (
  kind: JobKind,
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
