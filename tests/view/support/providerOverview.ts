import { statusLabel } from '../../../src/domain/labels.ts'
import { type StatusName, statusOf } from '../../../src/domain/status.ts'
import type { ProviderOverviewWire, ProviderUpload } from '../../../src/domain/wire/providerOverview.ts'
import { inEnglish } from '../../../src/model/everyMessage.ts'
import { awaited } from '../submissions/fixtures.ts'

const now = { id: 'c23056', reference: '23056', name: 'Student 2023/24' }
const before = { id: 'c22056', reference: '22056', name: 'Student 2022/23' }

const upload = (
  uuid: string,
  status: StatusName,
  collection: typeof now,
  change: Partial<ProviderUpload>,
): ProviderUpload => ({
  uuid,
  collection,
  fileName: `${uuid}.xml`,
  uploaded: '2024-10-14T09:30:00Z',
  by: 'Thomas Whitby (University of Ashby)',
  status: { id: statusOf(status).id, code: statusOf(status).code, name: inEnglish(statusLabel(status)) },
  statusSince: '2024-10-14T10:00:00Z',
  isLatest: true,
  isNilReturn: false,
  outside: null,
  ...change,
})

const latest = upload('third', 'SC_APPROVAL', now, { outside: 2 })
const signedOff = upload('first', 'SIGNED_OFF', before, { uploaded: '2023-10-14T09:30:00Z', outside: 1 })
const standing = { state: { id: 2, name: 'Open' }, deadline: null }

/** A provider that was signed off a year ago, and has uploaded twice since. */
export const providerOverview: ProviderOverviewWire = {
  provider: {
    instId: '0001',
    ukprn: '10000001',
    name: 'The University of Ashby',
    publishedName: 'University of Ashby',
    countryCode: 'E',
    region: 'East Midlands',
    regulator: { code: '5016', name: 'Office for Higher Education' },
  },
  contacts: [
    { name: 'Ada Wells', role: 'Data manager', email: 'ada@ashby.example', phone: '+44 (0) 1234 567' },
    { name: 'Ben Moss', role: '', email: 'ben@ashby.example', phone: '' },
  ],
  collections: [
    {
      collection: { id: 'c24056', reference: '24056', name: 'Student 2024/25', ...standing },
      latest: null,
      awaitingParty: awaited(undefined),
      newSubmission: null,
    },
    {
      collection: { ...now, ...standing },
      latest,
      awaitingParty: awaited('SC_APPROVAL'),
      newSubmission: null,
    },
    {
      collection: { ...before, ...standing },
      latest: signedOff,
      awaitingParty: awaited('SIGNED_OFF'),
      newSubmission: null,
    },
  ],
  uploads: [
    latest,
    upload('second', 'QUALITY_PROCESSING_COMPLETE', now, {
      uploaded: '2024-10-01T09:30:00Z',
      isLatest: false,
      outside: 5,
    }),
    signedOff,
  ],
  uploadCount: 3,
  issues: [
    {
      id: 'issue-1',
      link: '/issues/issue-1',
      collection: { ...now, state: 'Open' },
      provider: { instId: '0001', name: 'University of Ashby' },
      subject: 'rule',
      code: 'QR.901',
      name: 'Engagement returned twice',
      regulator: { id: '5016', name: 'OHE' },
      status: { code: 'OPEN', name: 'Open', isOpen: true, awaits: 'nobody' },
      isExplained: false,
      explanation: null,
      assignee: null,
      isAssignedToMe: false,
      isInWork: false,
      raisedAt: '2024-10-14T09:30:00Z',
      raisedBy: 'Thomas Whitby',
      isMine: false,
      updatedAt: '2024-10-15T10:00:00Z',
      version: 3,
    },
  ],
  issueCount: 1,
  notes: [
    {
      subject: 'rule',
      code: 'QR.901',
      name: 'Engagement returned twice',
      regulatorCode: '5016',
      text: 'They are exchange students.',
      at: '2024-10-15T10:00:00Z',
      by: 'Thomas Whitby',
      collection: now,
      submissionId: 'third',
    },
    {
      subject: 'report',
      code: 'SEN1',
      name: 'Student numbers',
      regulatorCode: '5016',
      text: 'A new campus.',
      at: '2024-10-15T10:00:00Z',
      by: 'Thomas Whitby',
      collection: now,
      submissionId: 'third',
    },
  ],
}
