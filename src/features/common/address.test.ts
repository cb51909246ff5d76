import { describe, expect, it } from 'vitest'
import {
  activityLogPath,
  additionalReportPath,
  addressOf,
  credibilityPath,
  listPath,
  pageOf,
  pagePath,
  rulePath,
  type SubmissionAddress,
  withSubmission,
} from './address.ts'

const own: SubmissionAddress = { area: 'submissions', collectionId: 'c1', submissionId: 's1' }
const mirror: SubmissionAddress = {
  area: 'monitoring',
  reference: '23056',
  collectionId: 'c1',
  instId: '0001',
  submissionId: 's1',
}
const mirrorOvt: SubmissionAddress = { ...mirror, area: 'monitoring-online-validation' }

describe('addresses of a submission', () => {
  it('leads to the same pages in the provider family and its mirrors', () => {
    expect([own, mirror, mirrorOvt].map(address => pagePath(address, 'signoff'))).toEqual([
      '/submissions/c1/s1/signoff',
      '/monitoring/23056/c1/0001/s1/signoff',
      '/monitoring/23056/c1/online-validation/0001/s1/signoff',
    ])
    expect([own, mirror].map(listPath)).toEqual(['/submissions', '/monitoring/23056'])
  })

  it('leads to the reports under Quality Assurance', () => {
    expect(rulePath(own, 'QR.C25056.Student.DOB.1', '5016')).toBe(
      '/submissions/c1/s1/reports/quality/QR.C25056.Student.DOB.1/5016',
    )
    expect(credibilityPath(mirror, 'SEN1', '0001')).toBe(
      '/monitoring/23056/c1/0001/s1/reports/credibility/SEN1/0001',
    )
    expect(additionalReportPath(own, 'FREQCOUNT')).toBe(
      '/submissions/c1/s1/reports/additional-reports/FREQCOUNT',
    )
  })

  it('escapes what a path must not hold', () => {
    expect(rulePath(own, 'a/b?c', '5016')).toBe('/submissions/c1/s1/reports/quality/a%2Fb%3Fc/5016')
    expect(activityLogPath('23056')).toBe('/submissions/23056/activity-log')
  })

  it('keeps the place when the submission changes', () => {
    expect(withSubmission(mirror, 's2')).toEqual({ ...mirror, submissionId: 's2' })
  })

  it('is read back from a location', () => {
    const params = { reference: '23056', collectionId: 'c1', instId: '0001', submissionId: 's1' }
    for (const address of [own, mirror, mirrorOvt]) {
      expect(addressOf(pagePath(address, 'reports'), params)).toEqual(address)
      expect(pageOf(pagePath(address, 'reports'), 's1')).toBe('reports')
      expect(pageOf(rulePath(address, 'submit', '5016'), 's1')).toBe('reports')
      expect(pageOf(pagePath(address, 'reports').replace('/reports', ''), 's1')).toBeUndefined()
    }
  })
})
