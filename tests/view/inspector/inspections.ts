import { statusOf } from '../../../src/domain/status.ts'
import type { Heat } from '../../../src/domain/wire/inspection.ts'
import { loadChart } from '../../../src/features/inspector/charts.ts'
import { collection, submission } from '../submissions/fixtures.ts'
import { submissionId } from './histories.ts'

export const lifecycle = await loadChart('submissionLifecycle')
/** The number of a status. */
export const id = (status: Parameters<typeof statusOf>[0]) => statusOf(status).id
export const collections = { collections: [collection()] }
/** Two submissions of one provider, counted. */
export const heat: Heat = {
  former: null,
  stayTargets: null,
  submissions: 2,
  providers: 1,
  states: [
    {
      statusId: id('UPLOADED'),
      current: 0,
      visits: 3,
      providers: 1,
      median: 30,
      p95: 60,
      longest: null,
      formerMedian: null,
      target: null,
      over: null,
      lengths: [2, 1, 0, 0, 0, 0, 0],
    },
    {
      statusId: id('PROVISIONED'),
      current: 2,
      visits: 2,
      providers: 1,
      median: null,
      p95: null,
      longest: null,
      formerMedian: null,
      target: null,
      over: null,
      lengths: [],
    },
  ],
  transitions: [
    { event: 'UPLOAD_REQUESTED', fromStatusId: id('UNKNOWN'), toStatusId: id('UPLOADING'), count: 3 },
    {
      event: 'PROVISIONING_STARTED',
      fromStatusId: id('UPLOADED'),
      toStatusId: id('PROVISIONING'),
      count: 2,
    },
    { event: 'SUPERSEDED', fromStatusId: id('UPLOADED'), toStatusId: id('UPLOADED'), count: 1 },
  ],
  choices: {
    providers: [{ instId: '0001', name: 'University of Ashby' }],
    regulators: ['5016'],
    riskCodes: ['01'],
    specifications: ['23056_1.0.0'],
  },
}
/** One submission, as lists of the inspector have it. */
export const listed = {
  total: 1,
  submissions: [
    {
      submissionId,
      instId: '0001',
      providerName: 'University of Ashby',
      fileName: 'student.xml',
      statusId: id('PROVISIONED'),
      isLatest: true,
      hasStoredFile: true,
      since: '2024-11-01T11:03:00Z',
      firstOfDay: null,
      longestStay: null,
      facts: submission('PROVISIONED').facts,
    },
  ],
}
