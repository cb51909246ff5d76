import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { TransfersIn } from '../../../src/features/submissions/additional-reports/TransferReports.tsx'
import { guest, submitter } from '../support/people.ts'
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
        former: [],
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
        former: [],
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

it('shows what the file returns of each agreed transfer, and a guest why it cannot act', async () => {
  const agreed = (instId: string, name: string, students: number, returned: number | null) => ({
    instId,
    ukprn: `1000${instId}`,
    name,
    students,
    ...askedTransfer,
    consentedAt: '2024-11-01T12:00:00Z',
    agreedStudents: students,
    returned,
    reading: 'read',
    refusal: 'Only staff with the sign-off role can agree.',
  })
  await show(<TransfersIn id={submissionId} collection="Student 2023/24" />, {
    user: guest,
    answers: {
      'GET /collection-reports/pgr-transfers-in/summary-data/{id}': {
        senders: [
          agreed('0001', 'University of Ashby', 2, 2),
          agreed('0002', 'Brackley Institute of Arts', 3, 1),
          agreed('0003', 'Cardigan Bay University', 1, 0),
          agreed('0004', 'Dunmore College', 1, null),
        ],
        former: [{ instId: '0005', name: 'Eastmoor College', since: '2024-11-02T12:00:00Z' }],
        deadline: null,
      },
    },
  })
  const table = await screen.findByRole('table', { name: 'Transfers that you agreed to' })
  expect(within(table).getByRole('columnheader', { name: 'In your file' })).toBeTruthy()
  const rows = within(table).getAllByRole('row').slice(1)
  for (const [at, words] of [
    'Returned',
    '1 of 3 with CollaborativeProvision',
    'CollaborativeProvision missing',
    'Not known yet',
  ].entries())
    expect(within(rows[at]!).getByText(words)).toBeTruthy()
  const withdraw = within(rows[0]!).getByRole('button', { name: 'Withdraw: University of Ashby' })
  expect(withdraw.getAttribute('aria-disabled') ?? withdraw.hasAttribute('disabled')).toBeTruthy()
  expect(screen.getByText(/^Eastmoor College no longer names students/)).toBeTruthy()
})
