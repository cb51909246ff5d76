import { act, cleanup, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { JobWire } from '../../../src/domain/wire/jobs.ts'
import { Component } from '../../../src/features/management/jobs/page.tsx'
import { jobMessage } from '../support/jobMessage.ts'
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
const open = async (roles: readonly string[], listed = jobs, total = listed.length) => {
  asked.length = 0
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
        return { jobs: listed, pagingMetadata: { total } }
      },
    },
  })
  await screen.findByRole('table', { name: 'Jobs' })
  await screen.findByText('Delivery: Funding return')
  return shown
}
const links = () =>
  within(screen.getByRole('table', { name: 'Jobs' }))
    .getAllByRole('rowheader')
    .flatMap(head => within(head).queryAllByRole('link'))
    .map(link => [link.textContent, link.getAttribute('href')])

it('leads to the page of each', async () => {
  await open(['admin'])
  expect(links()).toEqual([
    ['Bulk re-processing', '/management/collections/bulk-reprocessing/c23056/23056?job=a'],
    ['Historic amendment', '/management/collections/historic-amendment/23056?job=b'],
    ['IRIS re-processing', '/iris-reprocessing?job=c'],
    ['Impact calculation', '/management/specifications/specs/7/impact?job=d'],
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
  expect(row(/Funding return/)).toMatch(/2 done, 1 refused, 0 not processed(?!\.)/)
  expect(row(/Pseudonymisation/)).toContain('In progress')
  expect(row(/Pseudonymisation/)).toContain('0 of 1 decided')
})

it('an empty list leads to the pages on which jobs start, as far as the reader may enter them', async () => {
  const emptyFor = async (roles: readonly string[]) => {
    await show(<Component />, {
      at: '/management/jobs',
      user: { ...analyst, roles: [...roles] },
      answers: {
        'GET /collections': { collections: [], pagingMetadata: { total: 0 } },
        'GET /jobs': { jobs: [], pagingMetadata: { total: 0 } },
      },
    })
    await screen.findByText('Jobs start on these pages:')
    const region = screen.getByRole('region', { name: 'Jobs' })
    return within(region)
      .getAllByRole('link')
      .map(link => link.getAttribute('href'))
  }
  expect(await emptyFor(['admin'])).toEqual([
    '/management/collections',
    '/management/specifications',
    '/management/delivery-config',
    '/management/data-pseudonymisation',
    '/iris-reprocessing',
  ])
  cleanup()
  expect(await emptyFor(['analyst'])).toEqual([
    '/management/collections',
    '/management/specifications',
    '/management/delivery-config',
  ])
})

it('asks for the kind that is chosen', async () => {
  const { user } = await open(['admin'])
  await user.click(screen.getByRole('button', { name: /Any type/ }))
  await user.click(await screen.findByRole('option', { name: 'Delivery' }, aWhile))
  await expect.poll(() => asked.at(-1)).toMatchObject({ kind: 'DELIVERY' })
})

it('says why all of one failed, and that it is not known who asked for it', async () => {
  const lost = job({
    id: 'g',
    kind: 'DELIVERY',
    subject: 'Lost return',
    state: 'FAILED',
    counts: { WAITING: 0, DONE: 0, REFUSED: 0, LEFT: 2 },
    reason: 'The disk is full.',
    createdBy: '',
  })
  await open(['admin'], [...jobs, lost])
  const row = screen.getByRole('row', { name: /Lost return/ })
  expect(row.textContent).toContain('0 done, 0 refused, 2 not processed. The disk is full.')
  expect(within(row).getByText('Unknown')).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Requested', 'Requested by']),
  )
})

it('takes what a row came to of the message, and asks when a job is asked for, begins or is over', async () => {
  const running = job({ id: 'a', state: 'IN_PROGRESS', counts: { WAITING: 3, DONE: 0, REFUSED: 0, LEFT: 0 } })
  const { tell } = await open(['admin'], [running, ...jobs.slice(1)])
  const row = () => screen.getByRole('row', { name: /Bulk re-processing/ }).textContent
  const news = (sequence: number, version: number, of: object) =>
    act(async () => tell(jobMessage(sequence, { jobId: 'a', kind: 'REPROCESS', version, ...of })))
  const settled = { instId: '0001', state: 'DONE' } as const
  await news(1, 4, { row: settled, counts: { WAITING: 2, DONE: 1, REFUSED: 0, LEFT: 0 } })
  expect(row()).toContain('1 of 3 decided')
  // An earlier one that arrives late takes nothing back.
  await news(2, 3, { row: settled })
  expect(row()).toContain('1 of 3 decided')
  expect(asked).toHaveLength(1)
  const counts = { WAITING: 0, DONE: 3, REFUSED: 0, LEFT: 0 }
  await news(3, 6, { state: 'COMPLETED', row: settled, counts })
  await expect.poll(() => asked.length).toBe(2)
  await act(async () => tell(jobMessage(4, { jobId: 'another', kind: 'IRIS' })))
  await expect.poll(() => asked.length).toBe(3)
})

it('asks for the page that is chosen', async () => {
  const { user } = await open(['admin'], jobs, 30)
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await expect.poll(() => asked.at(-1)).toMatchObject({ limit: '25', offset: '25' })
})
