import { expect, it } from 'vitest'
import { loadMessages, messagesFor } from '../../../messages/messages.ts'
import { pageOf, type SubmissionAddress } from '../../common/address.ts'
import { trailOf } from './trail.ts'

await loadMessages('en', 'submissions.layout')
const t = messagesFor('en', 'submissions.layout')

const address: SubmissionAddress = { area: 'submissions', collectionId: 'c23056', submissionId: 'a-b' }

it.each([
  ['/submissions/c23056/a-b', []],
  ['/submissions/c23056/a-b/upload', ['Upload']],
  ['/submissions/c23056/a-b/reports', ['Quality Assurance']],
  [
    '/submissions/c23056/a-b/reports/quality/QR.1/5016',
    ['Quality Assurance', 'Quality Rules', 'Rule Failure'],
  ],
  ['/submissions/c23056/a-b/reports/students/5', ['Quality Assurance', 'Students']],
  ['/submissions/c23056/a-b/reports/credibility/SEN1/0001', ['Quality Assurance', 'Credibility Reports']],
  ['/submissions/c23056/a-b/reports/additional-reports/CONPOP', ['Quality Assurance', 'Additional Reports']],
  ['/submissions/c23056/a-b/signoff', ['Sign Off']],
])('leads to %s', (pathname, labels) => {
  const trail = trailOf(t, address, pageOf(pathname, address.submissionId), pathname)
  expect(trail.map(({ label }) => label)).toEqual(labels)
  expect(trail.map(({ href, isCurrent }) => isCurrent ?? href)).toEqual(
    labels.map((_, at) => at === labels.length - 1 || '/submissions/c23056/a-b/reports'),
  )
})
