import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { JobWire } from '../../../src/domain/wire/jobs.ts'
import { Component } from '../../../src/features/management/jobs/page.tsx'
import { analyst, aWhile, show } from '../support/services.tsx'

/* Jobs of every kind in one list, each with the way to its own page (decisions §10 "Jobs"). */

const job = (given: Partial<JobWire>): JobWire => ({
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  kind: 'REPROCESS',
  collection: { id: 'c23056', reference: '23056', name: 'Student 2023/24' },
  status: { id: 30, name: 'Completed' },
  state: 'COMPLETED',
  version: 3,
  withSubmitted: false,
  counts: { WAITING: 0, DONE: 2, REFUSED: 1, LEFT: 0 },
  createdBy: 'Ruth Calloway',
  createdUtc: '2024-07-01T12:30:00Z',
  startedUtc: '2024-07-01T12:30:01Z',
  endedUtc: '2024-07-01T12:30:09Z',
  mayCancel: false,
  ...given,
})
const jobs = [
  job({ id: 'a' }),
  job({ id: 'b', kind: 'HISTORIC_AMENDMENT' }),
  job({ id: 'c', kind: 'IRIS' }),
  job({ id: 'd', kind: 'IMPACT', specificationId: 7 }),
  job({ id: 'e', kind: 'DELIVERY', subject: 'Funding return' }),
  job({
    id: 'f',
    kind: 'PSEUDONYMISATION',
    subject: 'University of Ashby',
    state: 'IN_PROGRESS',
    status: { id: 20, name: 'In progress' },
    counts: { WAITING: 1, DONE: 0, REFUSED: 0, LEFT: 0 },
  }),
]

const asked: unknown[] = []
const open = async (roles: readonly string[]) => {
  const shown = await show(<Component />, {
    at: '/management/jobs',
    user: { ...analyst, roles: [...roles] },
    answers: {
      'GET /collections': {
        collections: [],
        pagingMetadata: { total: 0 },
      },
      'GET /jobs': ({ query }: { query?: unknown }) => {
        asked.push(query)
        return { jobs, pagingMetadata: { total: jobs.length } }
      },
    },
  })
  await screen.findByRole('table', { name: 'Jobs' })
  await screen.findByText('Delivery: Funding return')
  return shown
}
const links = () =>
  within(screen.getByRole('table', { name: 'Jobs' }))
    .getAllByRole('link')
    .map(link => [link.textContent, link.getAttribute('href')])

it('leads to the page of each', async () => {
  await open(['admin'])
  expect(links()).toEqual([
    ['Bulk re-processing', '/management/collections/bulk-reprocessing/c23056/23056?job=a'],
    ['Historic amendment', '/management/collections/historic-amendment/23056?job=b'],
    ['IRIS re-processing', '/iris-reprocessing?job=c'],
    ['What would change', '/management/specifications/specs/7/impact?job=d'],
    ['Delivery: Funding return', '/delivery/e'],
    ['Pseudonymisation: University of Ashby', '/management/data-pseudonymisation?ps.q=University+of+Ashby'],
  ])
})

it('leads to no page that the reader may not enter', async () => {
  await open(['analyst'])
  expect(links().map(([name]) => name)).not.toContain('IRIS re-processing')
  expect(screen.getByRole('row', { name: /IRIS re-processing/ })).toBeTruthy()
})

it('says what came of each, and how far one is that goes on', async () => {
  await open(['admin'])
  const row = (name: RegExp) => screen.getByRole('row', { name }).textContent
  expect(row(/Funding return/)).toContain('2 done, 1 refused, 0 not reached')
  expect(row(/Pseudonymisation/)).toContain('In progress')
  expect(row(/Pseudonymisation/)).toContain('0 of 1 decided')
})

it('asks for the kind that is chosen', async () => {
  const { user } = await open(['admin'])
  await user.click(screen.getByRole('button', { name: /Any kind/ }))
  await user.click(await screen.findByRole('option', { name: 'Delivery' }, aWhile))
  await expect.poll(() => asked.at(-1)).toMatchObject({ kind: 'DELIVERY' })
})
