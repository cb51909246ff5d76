import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { ProcessingProgress } from '../../../src/domain/wire/progress.ts'
import { Component as SubmissionLayout } from '../../../src/features/submissions/layout/page.tsx'
import { Component as Processing } from '../../../src/features/submissions/processing/page.tsx'
import { analyst, show as showPage } from '../support/services.tsx'
import { tasksAnswer } from '../support/tasks.ts'
import { collection, fileEvent, history, signOffPerson, submission, submissionId } from './fixtures.ts'

const progressOfStep = () =>
  within(screen.getByRole('list', { name: 'Processing steps' })).getByRole('progressbar')

describe('a fault of the system on the Processing page', () => {
  const failed = (change: Partial<ReturnType<typeof submission>> = {}) => {
    const at = submission('ENRICHMENT_ERROR', { failureReason: 'The records could not be saved.', ...change })
    return { ...at, facts: { ...at.facts, isLatest: at.isLatest, mode: at.isOvt ? 'ovt' : 'live' } as const }
  }
  const commit = { submissionStatuses: {}, commitNotAllowedReasons: [] }

  it('is mended by the agency where the chart allows it, after a question', async () => {
    let requestBody: unknown
    const { user } = await showPage(
      <Routes>
        <Route
          path="/monitoring/:reference/:collectionId/:instId/:submissionId"
          element={<SubmissionLayout />}
        >
          <Route path="processing" element={<Processing />} />
        </Route>
      </Routes>,
      {
        at: `/monitoring/23056/c-23056/0001/${submissionId}/processing`,
        user: analyst,
        answers: {
          'GET /submissions/{id}': failed(),
          'GET /submissions/{id}/commit-allowed-status': commit,
          'GET /collections/{reference}': collection(),
          'GET /tasks': tasksAnswer([]),
          'POST /collections/{reference}/reprocess': ({ body }: { body: unknown }) => {
            requestBody = body
            return undefined
          },
        },
      },
    )
    expect(await screen.findByText('Reason: The records could not be saved.')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Re-process' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmation required!' })
    expect(dialog.textContent).not.toContain('is lost')
    await user.click(within(dialog).getByRole('button', { name: 'Re-process' }))
    await waitFor(() =>
      expect(requestBody).toEqual({ instIds: ['0001'], submissionUuid: submissionId, withSubmitted: true }),
    )
  })

  it('is mended in online validation by another upload', async () => {
    await showPage(
      <Routes>
        <Route path="/online-validation/:collectionId/:submissionId" element={<SubmissionLayout />}>
          <Route path="processing" element={<Processing />} />
        </Route>
      </Routes>,
      {
        at: `/online-validation/c-23056/${submissionId}/processing`,
        user: { ...signOffPerson, roles: ['ovt-submitter'] },
        answers: {
          'GET /submissions/ovt/{id}': failed({ isOvt: true }),
          'GET /collections/{reference}': collection(),
        },
      },
    )
    const banner = within(await screen.findByRole('alert'))
    expect(banner.getByText(/Upload the file again/)).toBeTruthy()
    expect(banner.getByRole('button', { name: 'Upload a new file' })).toBeTruthy()
  })
})

describe('progress on the Processing page', () => {
  /** The page of the provider's own submission, which the server answers with as it is then. */
  const showOwn = (answer: () => ReturnType<typeof submission>) =>
    showPage(
      <Routes>
        <Route path="/submissions/:collectionId/:submissionId" element={<SubmissionLayout />}>
          <Route path="processing" element={<Processing />} />
        </Route>
      </Routes>,
      {
        at: `/submissions/${collection().id}/${submissionId}/processing`,
        user: signOffPerson,
        answers: {
          'GET /submissions/{id}': answer,
          'GET /submissions/{id}/commit-allowed-status': {
            submissionStatuses: { ...answer().facts.blockers, ruleFailures: 0 },
            commitNotAllowedReasons: [],
          },
          'GET /collections/{reference}': collection(),
        },
      },
    )

  it.each([
    { isLatest: true, offered: 1, says: /^Correct the errors in your software/ },
    { isLatest: false, offered: 0, says: /^Nothing after the schema check was run\.$/ },
  ])(
    'offers a corrected file only for the latest file (latest: $isLatest)',
    async ({ isLatest, offered, says }) => {
      const at = submission('SCHEMA_CHECK_FAILED', { isLatest })
      await showOwn(() => ({ ...at, facts: { ...at.facts, isLatest } }))
      expect(await screen.findByText(says)).toBeTruthy()
      await expect
        .poll(() => screen.queryAllByRole('button', { name: 'Upload a corrected file' }).length)
        .toBe(offered)
      await expect.poll(() => screen.queryAllByText(/Only a new file can be submitted/).length).toBe(offered)
    },
  )

  const message = {
    mode: 'live' as const,
    submissionId,
    instId: signOffPerson.organisationId,
    collectionId: collection().id,
    occurredAt: '2024-11-01T12:00:00Z',
  }

  it('never goes back: the second stage of a group goes on where the first ended, and what comes late is left out', async () => {
    const reports = (stage: string, done: number, total: number): ProcessingProgress => ({
      stage,
      done,
      total,
      unit: 'reports',
    })
    let answer = submission('CREDIBILITY', { progress: reports('CREDIBILITY', 3, 12) })
    const { tell } = await showOwn(() => answer)
    let sequence = 0
    const receive = (progress: ProcessingProgress) =>
      tell({ type: 'PROGRESS', ...message, sequence: ++sequence, progress })
    const shows = (text: string) =>
      waitFor(() => expect(progressOfStep().getAttribute('aria-valuetext')).toBe(text))

    await shows('12%, 3 of 12 credibility reports')
    receive(reports('CREDIBILITY', 12, 12))
    await shows('50%, 12 of 12 credibility reports')
    receive(reports('COLLECTION_REPORTS', 10, 100))
    await shows('55%, 10 of 100 parts of the additional reports')
    receive(reports('COLLECTION_REPORTS', 2, 100))
    receive(reports('CREDIBILITY', 12, 12))
    answer = submission('COLLECTION_REPORTS', { progress: null })
    tell(fileEvent('COLLECTION_REPORTS', { ...message, sequence: ++sequence }))
    await screen.findByText('Generating additional collection reports')
    await shows('55%, 10 of 100 parts of the additional reports')
    expect(screen.queryByText('Results are ready')).toBeNull()
    answer = submission('QUALITY_PROCESSING_COMPLETE', { version: 7 })
    tell(fileEvent('QUALITY_PROCESSING_COMPLETE', { ...message, version: 7, sequence: ++sequence }))
    await screen.findByText('Results are ready')
    expect(screen.queryByText('You can close this page')).toBeNull()
  })

  it('moves up in the queue with every live message, until it is taken', async () => {
    let answer = submission('UPLOADED', {
      stateHistory: history('UPLOADING', 'UPLOADED'),
      queue: { place: 12, seconds: 180 },
    })
    const { tell } = await showOwn(() => answer)
    await screen.findByText('12th in the queue: starts in about 3 minutes')
    tell({ type: 'QUEUE_PLACE', ...message, sequence: 1, queue: { place: 2, seconds: 20 } })
    await screen.findByText('2nd in the queue: starts in less than a minute')
    const other = { ...message, submissionId: '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0002' }
    tell({ type: 'QUEUE_PLACE', ...other, sequence: 2, queue: { place: 7, seconds: 20 } })
    // While something is away nobody can say how long it takes, and there is nothing to be done here.
    tell({
      type: 'QUEUE_PLACE',
      ...message,
      sequence: 3,
      queue: { place: 1, seconds: 20, awaits: 'store' },
    })
    await screen.findByText(
      'The file store cannot be reached. You do not need to do anything: processing will continue automatically.',
    )
    expect(screen.getByText('Paused: a problem on our side')).toBeDefined()
    expect(screen.queryByText(/in the queue/)).toBeNull()
    answer = submission('PROVISIONING', { version: 6 })
    tell(fileEvent('PROVISIONING', { ...message, sequence: 4, version: 6 }))
    await waitFor(() => expect(screen.queryByText(/cannot be reached/)).toBeNull())
  })
})
