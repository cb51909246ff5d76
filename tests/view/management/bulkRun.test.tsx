import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { statusOf } from '../../../src/domain/status.ts'
import { Component as BulkReprocessing } from '../../../src/features/management/bulk-reprocessing/page.tsx'
import { Component as Collections } from '../../../src/features/management/collections/page.tsx'
import { jobMessage } from '../support/jobMessage.ts'
import { monitoringRow } from '../support/monitoring.ts'
import { analyst, aWhile, show } from '../support/services.tsx'

/* One decision about many providers, and the offer of it after a change of the specification (specification 1 §2; decisions §10). */

const admin: UserPrincipal = { ...analyst, userId: 'bedel-admin', name: 'Ruth Calloway', roles: ['admin'] }

const collection = {
  id: 'c23056',
  reference: '23056',
  name: 'Student 2023/24',
  streamId: 'C056',
  referencePeriodStart: '2023-08-01',
  referencePeriodEnd: '2024-07-31',
  state: { id: 3, name: 'Open' },
  availableStates: [{ id: 4, name: 'Closed' }],
  specification: { id: 2, name: '23056_1.0.0' },
  disallowCreateIssues: false,
  additionalReportsReleased: false,
  signsInPortal: false,
  supportContact: null,
  submissionDeadline: null,
}
const facts = { collectionState: 'Open' as const }
const rows = [
  monitoringRow('0001', 'QUALITY_PROCESSING_COMPLETE', {}, {}, facts),
  monitoringRow('0002', 'AGENCY_APPROVAL', {}, {}, facts),
  monitoringRow('0003', 'QUALITY_PROCESSING_COMPLETE', {}, {}, facts),
  monitoringRow('0004', undefined, {}, {}, facts),
]
const jobOf = (id: string, state: string, counts: Record<string, number>) => ({
  id,
  kind: 'REPROCESS',
  collection: { id: 'c23056', reference: '23056', name: 'Student 2023/24' },
  status: { id: 30, name: state === 'COMPLETED' ? 'Completed' : 'In progress' },
  state,
  version: 3,
  withSubmitted: false,
  counts: { WAITING: 0, DONE: 0, REFUSED: 0, LEFT: 0, ...counts },
  createdBy: 'Ruth Calloway',
  createdUtc: '2024-10-14T09:30:00Z',
  startedUtc: '2024-10-14T09:30:00Z',
  endedUtc: state === 'COMPLETED' ? '2024-10-14T09:31:00Z' : null,
  mayCancel: state !== 'COMPLETED',
})
const jobRow = (instId: string, state: string, reason?: string) => ({
  instId,
  provider: `Provider ${instId}`,
  submissionId: `5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f${instId}`,
  fileName: `${instId}.xml`,
  statusBefore: {
    id: statusOf('QUALITY_PROCESSING_COMPLETE').id,
    code: 'quality_processing_complete',
    name: 'Quality processing complete',
  },
  state,
  ...(reason === undefined ? {} : { reason }),
  settledUtc: '2024-10-14T09:30:30Z',
})

interface JobBody {
  id: string
  kind: string
  instIds: string[]
  withSubmitted: boolean
}

const answers = (
  requests: JobBody[],
  job: unknown = { ...jobOf('5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001', 'IN_PROGRESS', {}), rows: [] },
) => ({
  'GET /collections/{reference}': collection,
  'GET /collections/{reference}/submissions': { submissions: rows },
  'GET /regulators': { regulators: [{ regulatorCode: '5016', name: 'Office for Higher Education' }] },
  'GET /jobs': { jobs: [] },
  'GET /jobs/{id}': job,
  'POST /jobs': ({ body }: { body: JobBody }) => {
    requests.push(body)
  },
})
const page = (
  <Routes>
    <Route
      path="/management/collections/bulk-reprocessing/:collectionId/:reference"
      element={<BulkReprocessing />}
    />
    <Route path="/management/collections" element={<Collections />} />
  </Routes>
)
const path = '/management/collections/bulk-reprocessing/c23056/23056'

/** Why a control cannot be used, as it is read out; '' where it can. */
const reasonOf = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

describe('bulk re-processing', () => {
  it('chooses who can be, counts them by status, leaves submitted ones out unless they are taken in, and asks once', async () => {
    const requests: JobBody[] = []
    await show(page, { user: admin, at: path, answers: answers(requests) })
    const table = await screen.findByRole('table', { name: 'Providers in the collection' }, aWhile)
    const box = (id: string) => within(table).getByRole('checkbox', { name: `Select Provider ${id}` })
    // Nothing was submitted, so the lifecycle refuses it: it is counted and not listed.
    expect(await screen.findByText('3 providers can be re-processed. 1 cannot: 1 Not started.')).toBeTruthy()
    expect(within(table).queryByRole('checkbox', { name: 'Select Provider 0004' })).toBeNull()
    expect(reasonOf(box('0001'))).toBe('')
    const go = screen.getByRole('button', { name: 'Re-process' })
    expect(go.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all filtered (3)' }))
    expect(screen.getByText('3 selected')).toBeTruthy()
    await userEvent.click(box('0003'))
    expect(screen.getByText('2 selected')).toBeTruthy()

    await userEvent.click(go)
    const dialog = await screen.findByRole(
      'alertdialog',
      { name: 'Re-process the selected providers?' },
      aWhile,
    )
    const said = () =>
      within(dialog)
        .getAllByRole('row')
        .slice(1)
        .map(row => row.textContent)
    expect(said()).toEqual(['Quality processing complete1Re-processed', expect.stringMatching(/1Skipped$/)])
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Also re-process 1 submitted file/ }))
    expect(said()[1]).toMatch(/1Re-processed; approval lost$/)
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Also re-process 1 submitted file/ }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Re-process 1 provider' }))
    await waitFor(() => expect(requests).toHaveLength(1), aWhile)
    expect(requests[0]).toMatchObject({ kind: 'REPROCESS', instIds: ['0001'], withSubmitted: false })
  })

  it('does not count providers to choose if they could not be loaded', async () => {
    const { 'GET /collections/{reference}/submissions': _none, ...rest } = answers([])
    await show(page, { user: admin, at: path, answers: rest })
    expect(await screen.findByRole('button', { name: 'Try again' }, aWhile)).toBeTruthy()
    expect(screen.queryByText(/Select all|any of the filtered providers/)).toBeNull()
  })

  it('asks for its earlier jobs again for news of its kind alone', async () => {
    let asked = 0
    const jobs = () => {
      asked += 1
      return { jobs: [] }
    }
    const { tell } = await show(page, {
      user: admin,
      at: path,
      answers: { ...answers([]), 'GET /jobs': jobs },
    })
    await screen.findByRole('table', { name: 'Providers in the collection' }, aWhile)
    const before = asked
    await act(async () => {
      tell(jobMessage(1, { jobId: 'a', kind: 'DELIVERY' }))
      tell(jobMessage(2, { jobId: 'b', kind: 'PSEUDONYMISATION' }))
    })
    expect(asked).toBe(before)
    await act(async () => tell(jobMessage(3, { jobId: 'c', kind: 'REPROCESS' })))
    await waitFor(() => expect(asked).toBe(before + 1), aWhile)
  })

  it('asks for the same job again where the answer to the first press was lost', async () => {
    const requests: JobBody[] = []
    const post = ({ body }: { body: JobBody }) => {
      requests.push(body)
      if (requests.length === 1) throw new TypeError('fetch failed')
    }
    await show(page, { user: admin, at: path, answers: { ...answers([]), 'POST /jobs': post } })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Provider 0001' }, aWhile))
    await userEvent.click(screen.getByRole('button', { name: 'Re-process' }))
    const dialog = await screen.findByRole(
      'alertdialog',
      { name: 'Re-process the selected providers?' },
      aWhile,
    )
    const confirm = within(dialog).getByRole('button', { name: 'Re-process 1 provider' })
    await userEvent.click(confirm)
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).not.toBe('true'), aWhile)
    await userEvent.click(confirm)
    await waitFor(() => expect(requests).toHaveLength(2), aWhile)
    expect(requests[1]).toEqual(requests[0])
  })

  it('shows a job that the address names, row by row with the reasons of refusals', async () => {
    const job = {
      ...jobOf('7f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001', 'COMPLETED', { DONE: 1, REFUSED: 1 }),
      startedUtc: '2024-10-14T09:40:00Z',
      endedUtc: '2024-10-14T09:45:00Z',
      rows: [jobRow('0001', 'DONE'), jobRow('0002', 'REFUSED', 'There is no stored file.')],
    }
    await show(page, { user: admin, at: `${path}?job=${job.id}`, answers: answers([], job) })
    expect(await screen.findByText('2 of 2 decided', undefined, aWhile)).toBeTruthy()
    const table = await screen.findByRole('table', { name: 'Providers in the job' }, aWhile)
    expect(await within(table).findByText('There is no stored file.', undefined, aWhile)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel job' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Select providers' })).toBeTruthy()
  })

  it('says who asked for a job and when, and when it was begun and ended', async () => {
    const [asked, begun] = ['Requested by Ruth Calloway, 14/10/2024 10:30', 'Started 14/10/2024 10:40']
    const running = {
      ...jobOf('7f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001', 'IN_PROGRESS', {}),
      rows: [jobRow('0001', 'WAITING')],
    }
    for (const [startedUtc, endedUtc, told] of [
      [null, null, asked],
      ['2024-10-14T09:40:00Z', null, `${asked} · ${begun}`],
      ['2024-10-14T09:40:00Z', '2024-10-14T09:45:00Z', `${asked} · ${begun} · Ended 14/10/2024 10:45`],
    ]) {
      const job = { ...running, startedUtc, endedUtc }
      await show(page, { user: admin, at: `${path}?job=${job.id}`, answers: answers([], job) })
      expect(await screen.findByText(told ?? '', undefined, aWhile)).toBeTruthy()
      cleanup()
    }
  })

  it('says when a job that is followed has ended, though only its last row is told', async () => {
    const running = {
      ...jobOf('7f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001', 'IN_PROGRESS', { WAITING: 1 }),
      rows: [jobRow('0001', 'WAITING')],
    }
    const { tell } = await show(page, {
      user: admin,
      at: `${path}?job=${running.id}`,
      answers: answers([], running),
    })
    await screen.findByText(/ · Started 14\/10\/2024 10:30$/, undefined, aWhile)
    await act(async () =>
      tell(
        jobMessage(1, {
          jobId: running.id,
          kind: 'REPROCESS',
          state: 'COMPLETED',
          counts: { WAITING: 0, DONE: 1, REFUSED: 0, LEFT: 0 },
          row: { instId: '0001', state: 'DONE' },
        }),
      ),
    )
    expect(screen.getByText(/ · Started 14\/10\/2024 10:30 · Ended 01\/11\/2024 12:00$/)).toBeTruthy()
    expect(screen.getByText('1 of 1 decided')).toBeTruthy()
  })

  it('says of an earlier job what came of it and who asked for it, and beside that only when', async () => {
    const jobs = [jobOf('7f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001', 'COMPLETED', { DONE: 2 })]
    await show(page, { user: admin, at: path, answers: { ...answers([]), 'GET /jobs': { jobs } } })
    const earlier = await screen.findByRole('list', { name: 'Earlier jobs' }, aWhile)
    const hint = '2 done, 0 refused, 0 not processed · Requested by Ruth Calloway'
    expect(within(earlier).getByText(hint)).toBeTruthy()
    expect(within(earlier).getByText('14/10/2024 10:30')).toBeTruthy()
  })

  it('is closed to who may not have it done', async () => {
    await show(page, { user: analyst, at: path, answers: answers([]) })
    const boxes = await screen.findAllByRole('checkbox', { name: /^Select Provider/ }, aWhile)
    for (const box of boxes)
      expect(reasonOf(box)).toBe('Only Bedel administrators can change many submissions at once.')
  })
})

describe('after an open collection was given another specification', () => {
  const specifications = [
    { id: 2, version: '23056_1.0.0', state: { id: 4, name: 'In Use' } },
    { id: 7, version: '23056_1.1.0', state: { id: 3, name: 'Available' } },
  ]
  const withChange = {
    ...answers([]),
    'GET /collections': { collections: [collection], pagingMetadata: { total: 1 } },
    'GET /specifications': { specifications },
  }

  it('says how many could be processed again, and leads there with them chosen', async () => {
    await show(page, { user: admin, at: '/management/collections?respecified=23056', answers: withChange })
    const offer = await screen.findByRole('list', { name: 'Submissions you can re-process' }, aWhile)
    expect(
      within(offer)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Quality processing complete: 2', expect.stringMatching(/: 1$/)])
    expect(screen.getByText(/^1 is already submitted/)).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Re-process 3 providers…' }))
    expect(await screen.findByText('3 selected', undefined, aWhile)).toBeTruthy()
  })

  it('offers it until the reader declines', async () => {
    await show(page, { user: admin, at: '/management/collections?respecified=23056', answers: withChange })
    await userEvent.click(await screen.findByRole('button', { name: 'Not now' }, aWhile))
    await waitFor(() => expect(screen.queryByText(/has a new specification$/)).toBeNull(), aWhile)
  })
})
