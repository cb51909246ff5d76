import { expect, it } from 'vitest'
import type { RecordDescription } from '../../../domain/record.ts'
import type { Message, ToText } from '../../../messages/index.ts'
import { loadMessages, messagesFor, textOf } from '../../../messages/messages.ts'
import { pageOf, type SubmissionAddress } from '../../common/address.ts'
import { trailOf } from './trail.ts'

await Promise.all([loadMessages('en', 'submissions.layout'), loadMessages('en', 'domain')])
const t = messagesFor('en', 'submissions.layout')
const text = ((message: Message) => textOf('en', message)) as ToText

const member: RecordDescription = {
  id: 'staff',
  name: 'Staff',
  words: { unit: 'member', units: 'members', sub: 'contract', subs: 'contracts' },
  parts: ['byUnit'],
}
const address: SubmissionAddress = { area: 'submissions', collectionId: 'c23056', submissionId: 'a-b' }

it.each([
  ['/submissions/c23056/a-b', []],
  ['/submissions/c23056/a-b/upload', ['Upload']],
  ['/submissions/c23056/a-b/reports', ['Quality Assurance']],
  [
    '/submissions/c23056/a-b/reports/quality/QR.1/5016',
    ['Quality Assurance', 'Quality Rules', 'Rule Failure'],
  ],
  ['/submissions/c23056/a-b/reports/students/5', ['Quality Assurance', 'Members']],
  ['/submissions/c23056/a-b/reports/credibility/SEN1/0001', ['Quality Assurance', 'Credibility Reports']],
  ['/submissions/c23056/a-b/reports/additional-reports/CONPOP', ['Quality Assurance', 'Additional Reports']],
  ['/submissions/c23056/a-b/signoff', ['Sign Off']],
])('leads to %s', (pathname, labels) => {
  const trail = trailOf(t, text, address, member, pageOf(pathname, address.submissionId), pathname)
  expect(trail.map(({ label }) => label)).toEqual(labels)
  expect(trail.map(({ href, isCurrent }) => isCurrent ?? href)).toEqual(
    labels.map((_, at) => at === labels.length - 1 || '/submissions/c23056/a-b/reports'),
  )
})
