import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type StatusName, statusOf } from '../../../src/domain/status.ts'
import { loadChart } from '../../../src/features/inspector/charts.ts'
import { View as FailuresView } from '../../../src/features/inspector/failures/View.tsx'
import { leafIdOf } from '../../../src/machines/submission-lifecycle/index.ts'
import { collection, fileEvent, submission } from '../submissions/fixtures.ts'
import { type Answer, type Answers, show } from '../support/services.tsx'
import { submissionId } from './histories.ts'

/** What the inspector shows of submissions that failed, and what it offers there. */

const lifecycle = await loadChart('submissionLifecycle')

const failedAt = (status: StatusName) => ({
  submissionId,
  instId: '0001',
  providerName: 'University of Ashby',
  fileName: 'student.xml',
  statusId: statusOf(status).id,
  isLatest: true,
  hasStoredFile: true,
  since: '2024-11-01T11:03:00Z',
  firstOfDay: null,
  longestStay: null,
  facts: { ...submission(status).facts, hasStoredFile: true },
})

const answersAt = (status: StatusName, submissions: unknown[] = [failedAt(status)]): Answers => ({
  'GET /collections': { collections: [collection()] },
  'GET /inspection/{reference}/failures': {
    failures: [
      {
        statusId: statusOf(status).id,
        current: 2,
        visits: 3,
        lastReason: 'input/output error',
        lastAt: '2024-11-01T11:03:00Z',
        lastSubmissionId: submissionId,
        retries: 4,
      },
    ],
  },
  'GET /inspection/{reference}/submissions': { total: submissions.length, submissions },
})

const here = (status: StatusName) => `/inspector?view=failures&state=${leafIdOf(status)}`

describe('failures', () => {
  it('asks before it re-processes, says what is kept, and lets only the latest be re-processed', async () => {
    const reprocessed: unknown[] = []
    const failed = failedAt('PROVISIONING_ERROR')
    const old = {
      ...failed,
      submissionId: '6a453e0a-0000-4000-8000-000000000002',
      isLatest: false,
      facts: { ...failed.facts, isLatest: false },
      fileName: 'old.xml',
    }
    const { user } = await show(<FailuresView chart={lifecycle} />, {
      at: '/inspector?view=failures',
      answers: {
        ...answersAt('PROVISIONING_ERROR', [failed, old]),
        'POST /collections/{reference}/reprocess': (({ body }) => {
          reprocessed.push(body)
          return undefined
        }) satisfies Answer,
      },
    })
    const table = await screen.findByRole('table', { name: 'Statuses where submissions stopped' })
    expect(within(table).getByRole('row', { name: /Provisioning error/ }).textContent).toMatch(
      /2.*3.*4.*input\/output error/,
    )
    await user.click(within(table).getByRole('link', { name: 'Provisioning error' }))
    const buttons = await screen.findAllByRole('button', { name: 'Re-process' })
    expect(buttons.map(button => button.getAttribute('aria-disabled'))).toEqual([null, 'true'])
    // The button says what it does; on a telephone the header stands beside it.
    const there = screen.getByRole('table', { name: 'Submissions now at this status' })
    expect(within(there).getAllByRole('columnheader').at(-1)?.textContent).toBe('Action')
    await user.click(buttons[0]!)
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('The uploaded file and its hash are kept')
    expect(reprocessed).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Re-process' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(reprocessed).toEqual([
      { instIds: ['0001'], submissionUuid: failed.submissionId, withSubmitted: true },
    ])
  })

  it('are asked for again when a file of the collection comes to rest, at no step before', async () => {
    const counts = vi.fn(() => answersAt('PROVISIONING_ERROR')['GET /inspection/{reference}/failures'])
    const rows = vi.fn(() => answersAt('PROVISIONING_ERROR')['GET /inspection/{reference}/submissions'])
    const { tell } = await show(<FailuresView chart={lifecycle} />, {
      at: here('PROVISIONING_ERROR'),
      answers: {
        ...answersAt('PROVISIONING_ERROR'),
        'GET /inspection/{reference}/failures': counts,
        'GET /inspection/{reference}/submissions': rows,
      },
    })
    await screen.findAllByRole('button', { name: 'Re-process' })
    for (const [at, status] of (['UPLOADED', 'PROVISIONING', 'SCHEMA_CHECK'] as const).entries())
      tell(fileEvent(status, { sequence: at + 1 }))
    tell(fileEvent('SCHEMA_CHECK_ERROR', { sequence: 4 }))
    // Whatever the messages ask for has been answered.
    await act(async () => undefined)
    expect([counts.mock.calls.length, rows.mock.calls.length]).toEqual([2, 2])
  })

  it('has the history made again where that failed, and the sign-off stands', async () => {
    const made: unknown[] = []
    const { user } = await show(<FailuresView chart={lifecycle} />, {
      at: here('HISTORY_DATA_ERROR'),
      answers: {
        ...answersAt('HISTORY_DATA_ERROR'),
        'POST /submissions/{uuid}/make-history': (({ path }) => {
          made.push(path)
          return submission('SIGNED_OFF')
        }) satisfies Answer,
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Regenerate history' }))
    expect(screen.queryByRole('button', { name: 'Re-process' })).toBeNull()
    const question = await screen.findByRole('alertdialog', {
      name: 'Regenerate the history of this submission?',
    })
    expect(question.textContent).toContain('The sign-off, the file and every result are kept')
    await user.click(within(question).getByRole('button', { name: 'Regenerate history' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(made).toEqual([{ uuid: submissionId }])
  })

  it('offers nothing to do again where no file has arrived', async () => {
    await show(<FailuresView chart={lifecycle} />, {
      at: here('UPLOAD_ERROR'),
      answers: answersAt('UPLOAD_ERROR'),
    })
    expect(await screen.findByRole('link', { name: 'student.xml' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Re-process' })).toBeNull()
  })
})
