import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TransfersIn } from '../../../src/features/submissions/additional-reports/TransferReports.tsx'
import { submitter } from '../support/people.ts'
import { show } from '../support/services.tsx'
import { submissionId } from './fixtures.ts'

it('names a sender as soon as its file is known, without a reload', async () => {
  const sender = {
    instId: '0002',
    ukprn: '10000002',
    name: 'Brackley Institute of Arts',
    students: 3,
    consentedAt: null,
    canWithdraw: false,
  }
  const senders: (typeof sender)[] = []
  const { tell } = await show(<TransfersIn id={submissionId} />, {
    user: submitter,
    answers: {
      'GET /collection-reports/pgr-transfers-in/summary-data/{id}': () => ({ senders: [...senders] }),
    },
  })
  expect(await screen.findByText(/They appear here as soon as one does/)).toBeTruthy()
  senders.push(sender)
  tell({
    type: 'TRANSFERS',
    submissionId,
    collectionId: 'c-23056',
    instId: '0001',
    sequence: 1,
    occurredAt: '2024-11-01T12:00:00Z',
  })
  expect((await screen.findAllByText(/Brackley Institute of Arts/)).length).toBeGreaterThan(0)
})
