import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { TransfersIn } from '../../../src/features/submissions/additional-reports/TransferReports.tsx'
import { submitter } from '../support/people.ts'
import { analyst, show } from '../support/services.tsx'
import { submissionId } from './fixtures.ts'

it('names a sender as soon as its file is known, without a reload', async () => {
  const sender = {
    instId: '0002',
    ukprn: '10000002',
    name: 'Brackley Institute of Arts',
    students: 3,
    consentedAt: null,
    reading: 'notAgreed',
    refusal: null,
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

it('links and opens no sender whose students the reader never reads, and says why', async () => {
  const sender = {
    instId: '0001',
    ukprn: '10000001',
    name: 'University of Ashby',
    students: 3,
    consentedAt: '2024-11-01T12:00:00Z',
    reading: 'never',
    refusal: 'Only the provider to which the students come agrees.',
  }
  const listed = vi.fn(() => ({ columns: [], rows: [], total: 0 }))
  await show(<TransfersIn id={submissionId} />, {
    user: {
      ...analyst,
      organisationId: '5002',
      organisationType: 'statutory_customer',
      isPrimaryRegulator: true,
    },
    answers: {
      'GET /collection-reports/pgr-transfers-in/summary-data/{id}': () => ({ senders: [sender] }),
      'GET /collection-reports/pgr-transfers-in/download-data/{id}/{instId}': listed,
    },
  })
  expect(await screen.findByText('University of Ashby')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'University of Ashby' })).toBeNull()
  expect(screen.getByText(/stands in the records of the providers that send them/)).toBeTruthy()
  expect(listed).not.toHaveBeenCalled()
})
