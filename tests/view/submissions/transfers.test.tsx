import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { TransfersIn } from '../../../src/features/submissions/additional-reports/TransferReports.tsx'
import { submitter } from '../support/people.ts'
import { type Answer, analyst, show } from '../support/services.tsx'
import { askedTransfer, submissionId } from './fixtures.ts'

it('names a sender as soon as its file is known, without a reload', async () => {
  const sender = {
    instId: '0002',
    ukprn: '10000002',
    name: 'Brackley Institute of Arts',
    students: 3,
    ...askedTransfer,
    reading: 'notAgreed',
    refusal: null,
  }
  const senders: (typeof sender)[] = []
  const { tell } = await show(<TransfersIn id={submissionId} collection="Student 2023/24" />, {
    user: submitter,
    answers: {
      'GET /collection-reports/pgr-transfers-in/summary-data/{id}': () => ({
        senders: [...senders],
        deadline: '2024-12-18',
      }),
    },
  })
  expect(await screen.findByText(/Transfers appear here when one does/)).toBeTruthy()
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

it('opens the first sender whose students the reader may read, links no other, and says why', async () => {
  const sender = {
    instId: '0001',
    ukprn: '10000001',
    name: 'University of Ashby',
    students: 3,
    ...askedTransfer,
    consentedAt: '2024-11-01T12:00:00Z',
    reading: 'never',
    refusal: 'Only the provider to which the students come agrees.',
  }
  const other = { ...sender, instId: '0002', name: 'Brackley Institute of Arts', reading: 'read' }
  const listed = vi.fn<Answer>(() => new Promise(() => undefined))
  await show(<TransfersIn id={submissionId} collection="Student 2023/24" />, {
    user: {
      ...analyst,
      organisationId: '5002',
      organisationType: 'statutory_customer',
      isPrimaryRegulator: true,
    },
    answers: {
      'GET /collection-reports/pgr-transfers-in/summary-data/{id}': () => ({
        senders: [sender, other],
        deadline: null,
      }),
      'GET /collection-reports/pgr-transfers-in/download-data/{id}/{instId}': listed,
    },
  })
  expect(await screen.findByRole('link', { name: '3 students from Brackley Institute of Arts' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /University of Ashby/ })).toBeNull()
  expect(screen.getByText(/^You cannot see the students of University of Ashby\. Only/)).toBeTruthy()
  expect(listed.mock.calls.map(([{ path }]) => path?.instId)).toEqual(['0002'])
})
