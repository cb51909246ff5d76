import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { StatusName } from '../../../src/domain/status.ts'
import type { ProviderListRow } from '../../../src/domain/wire/submissions.ts'
import { Component as Dashboard } from '../../../src/features/dashboard/Dashboard.tsx'
import { collection, fileEvent, issueEvent, listRow } from '../submissions/fixtures.ts'
import { guest, submitter, validator } from '../support/people.ts'
import { show } from '../support/services.tsx'

const blocked = {
  submissionStatuses: {
    isNotLatest: false,
    notCollectionEndDate: false,
    operationalFailures: false,
    pgrTransferConsentGiven: false,
    openIssues: 0,
    ruleFailures: 0,
  },
  commitNotAllowedReasons: [],
  blockingRules: 0,
}

describe("a provider's dashboard", () => {
  /** With rows that a test may replace. */
  const openWith = (rows: readonly ProviderListRow[], user = submitter) =>
    show(<Dashboard />, {
      user,
      answers: {
        'GET /providers/{instId}/collections': { collections: [collection()] },
        'GET /submissions': () => ({ submissions: [...rows] }),
        'GET /submissions/{id}/commit-allowed-status': blocked,
      },
    })
  const open = (status: StatusName | undefined, user = submitter) =>
    openWith(status === undefined ? [] : [listRow(status)], user)

  it.each<[StatusName | undefined, string, string | null, string]>([
    [undefined, 'Not started', 'Upload file', '/submissions'],
    ['SCHEMA_CHECK', 'Schema check', 'View processing', 'processing'],
    ['QUALITY_PROCESSING_COMPLETE', 'Quality processing complete', 'View quality report', 'reports'],
    ['APPROVED', 'Approved', 'Go to Sign Off', 'signoff'],
    ['SIGNED_OFF', 'Signed off', null, ''],
  ])('leads from %s to the next thing to do', async (status, label, next, page) => {
    await open(status)
    const card = await screen.findByRole('region', { name: 'Student 2023/24' })
    expect((await within(card).findAllByText(label)).length).toBeGreaterThan(0)
    if (next === null) {
      expect(within(card).getByText('Nothing more to do.')).toBeTruthy()
      expect(within(card).queryByRole('link', { name: /upload|go to|see|read/i })).toBeNull()
    } else {
      const link = await within(card).findByRole('link', { name: next })
      expect(link.getAttribute('href')).toMatch(new RegExp(`${page}$`))
    }
  })

  it('has no card for a collection in which nothing can be done any more', async () => {
    const asked = vi.fn((_: { query: Record<string, unknown> }) => ({ collections: [collection()] }))
    await show(<Dashboard />, {
      user: submitter,
      answers: {
        'GET /providers/{instId}/collections': asked,
        'GET /submissions': { submissions: [] },
      },
    })
    await screen.findByRole('region', { name: 'Student 2023/24' })
    expect(asked.mock.calls.map(([{ query }]) => query['state[]'])).toEqual([['open', 'historic_amendment']])
  })

  it('shows who validates online the three steps of their file, and nothing of submissions', async () => {
    await show(<Dashboard />, {
      user: validator,
      answers: {
        'GET /providers/{instId}/collections': {
          collections: [collection({ submissionDeadline: '2024-11-25' })],
        },
        'GET /submissions/ovt': { submissions: [listRow('QUALITY_PROCESSING_COMPLETE')] },
        'GET /submissions/ovt/{id}/failurecounts': { insideTolerance: 3, outsideTolerance: 2 },
      },
    })
    const card = await screen.findByRole('region', { name: 'Student 2023/24: online validation' })
    const steps = await within(card).findByRole('navigation', { name: 'Steps for Student 2023/24' })
    await expect
      .poll(() =>
        within(steps)
          .getAllByRole('listitem')
          .map(step => step.textContent),
      )
      .toEqual([
        expect.stringContaining('Upload'),
        expect.stringContaining('Processing'),
        expect.stringContaining('Quality Assurance'),
      ])
    // It is the day on which submissions are due: a file that is only checked has none.
    expect(within(card).getByText('Submissions are due 25/11/2024')).toBeTruthy()
    expect(within(card).getByRole('link', { name: 'View quality report' }).getAttribute('href')).toMatch(
      /^\/online-validation\/.+\/reports$/,
    )
    expect(screen.queryByRole('region', { name: 'Student 2023/24' })).toBeNull()
  })

  it('shows the way as a stepper, and moves with a live message', async () => {
    const rows = [listRow('SCHEMA_CHECK')]
    const { tell } = await openWith(rows)
    const steps = await screen.findByRole('navigation', { name: 'Steps for Student 2023/24' })
    const current = () => steps.querySelector('[aria-current="step"]')?.textContent
    await expect.poll(current).toContain('Processing')
    rows[0] = listRow('SIGNED_OFF')
    tell(fileEvent('SIGNED_OFF', { submissionId: 'one' }))
    expect(await screen.findByText('Nothing more to do.')).toBeTruthy()
  })

  it('asks what blocks submitting again when a file rests, at no step of another that is processed', async () => {
    const asked = vi.fn(() => blocked)
    const { tell } = await show(<Dashboard />, {
      user: submitter,
      answers: {
        'GET /providers/{instId}/collections': { collections: [collection()] },
        'GET /submissions': {
          submissions: [
            listRow('QUALITY_PROCESSING_COMPLETE'),
            listRow('PROVISIONING', { Uuid: 'another', SubmissionId: 'another', IsLatest: false }),
          ],
        },
        'GET /submissions/{id}/commit-allowed-status': asked,
      },
    })
    await screen.findByRole('navigation', { name: 'Steps for Student 2023/24' })
    await expect.poll(() => asked.mock.calls.length).toBe(1)
    const other = { submissionId: 'another', isLatest: false }
    tell(fileEvent('PROVISIONED', { ...other, sequence: 1, version: 7 }))
    tell(fileEvent('SCHEMA_CHECK', { ...other, sequence: 2, version: 8 }))
    // Whatever the messages ask for has been answered.
    await act(async () => undefined)
    expect(asked).toHaveBeenCalledTimes(1)
    tell(fileEvent('SCHEMA_CHECK_FAILED', { ...other, sequence: 3, version: 9 }))
    await act(async () => undefined)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('says by how many rules submitting is blocked, and by fewer when an override is granted', async () => {
    const { submissionStatuses } = blocked
    let blockingRules = 3
    const { tell } = await show(<Dashboard />, {
      user: submitter,
      answers: {
        'GET /providers/{instId}/collections': { collections: [collection()] },
        'GET /submissions': { submissions: [listRow('QUALITY_PROCESSING_COMPLETE')] },
        'GET /submissions/{id}/commit-allowed-status': () => ({
          ...blocked,
          submissionStatuses: { ...submissionStatuses, ruleFailures: 9 },
          blockingRules,
        }),
      },
    })
    const steps = await screen.findByRole('navigation', { name: 'Steps for Student 2023/24' })
    const submit = () =>
      within(steps)
        .getAllByRole('listitem')
        .find(step => step.textContent?.includes('Submit'))?.textContent
    await expect.poll(submit).toContain('Blocked by 3 rules')
    blockingRules = 2
    tell(issueEvent('one'))
    await expect.poll(submit).toContain('Blocked by 2 rules')
  })

  it('offers an upload only to those who may', async () => {
    await open(undefined, guest)
    expect(await screen.findByText('No file uploaded yet.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Upload file' })).toBeNull()
  })

  it('asks nobody for a file who may send none, also after an upload that failed', async () => {
    await open('UPLOAD_ERROR', guest)
    const card = await screen.findByRole('region', { name: 'Student 2023/24' })
    expect(await within(card).findByRole('link', { name: 'View upload' })).toBeTruthy()
    expect(within(card).queryByRole('link', { name: 'Upload file' })).toBeNull()
  })

  it.each<[StatusName | undefined, boolean]>([
    [undefined, true],
    ['SCHEMA_CHECK_FAILED', true],
    // It is signed off: the agency has to request a resubmission first (decisions §12).
    ['SIGNED_OFF', false],
  ])('takes a file for the card where one can be uploaded: %s, %s', async (status, isTaken) => {
    await open(status)
    const card = await screen.findByRole('region', { name: 'Student 2023/24' })
    await within(card).findByRole('navigation', { name: 'Steps for Student 2023/24' })
    expect(within(card).queryAllByRole('button', { name: /Choose a file/ })).toHaveLength(isTaken ? 1 : 0)
    expect(within(card).queryAllByText('Or drop the file anywhere on this card.')).toHaveLength(
      isTaken ? 1 : 0,
    )
  })

  it('offers no upload while another of the collection is under way', async () => {
    const rows = [listRow('UPLOADING', { Facts: { ...listRow('UPLOADING').Facts, uploadUnderWay: true } })]
    const { tell } = await openWith(rows)
    const card = await screen.findByRole('region', { name: 'Student 2023/24' })
    expect(await within(card).findByRole('link', { name: 'View upload' })).toBeTruthy()
    expect(within(card).queryByRole('button', { name: /Choose a file/ })).toBeNull()
    expect(within(card).queryByText('Or drop the file anywhere on this card.')).toBeNull()
    rows[0] = listRow('SCHEMA_CHECK_FAILED')
    tell(fileEvent('SCHEMA_CHECK_FAILED'))
    const choose = { name: 'Choose a file for Student 2023/24' }
    expect(await screen.findByRole('button', choose)).toBeTruthy()
  })

  it('claims nothing of what could not be loaded, nor of what the role may not see', async () => {
    await show(<Dashboard />, {
      user: submitter,
      answers: { 'GET /providers/{instId}/collections': { collections: [collection()] } },
    })
    expect(await screen.findByText('The submissions failed to load.')).toBeTruthy()
    expect(screen.queryByText(/Not started|Nothing has been uploaded/)).toBeNull()
    await show(<Dashboard />, { user: { ...submitter, roles: [] } })
    expect(await screen.findByText("Your role cannot see your organisation's submissions.")).toBeTruthy()
  })

  it('says how much time is left, who acts next, and how the rules outside went', async () => {
    const upload = (id: string, day: string, outside: number) =>
      listRow('QUALITY_PROCESSING_COMPLETE', {
        Uuid: id,
        SubmissionId: id,
        IsLatest: id === 'three',
        Uploaded: `2024-10-${day}T09:00:00Z`,
        Rules: { outside, total: 203 },
      })
    const { user, services } = await show(<Dashboard />, {
      user: submitter,
      answers: {
        // The clock of these tests stands at 1 November 2024.
        'GET /providers/{instId}/collections': {
          collections: [collection({ submissionDeadline: '2024-11-25' })],
        },
        'GET /submissions': {
          submissions: [upload('three', '30', 40), upload('two', '20', 46), upload('one', '09', 88)],
        },
        'GET /submissions/{id}/commit-allowed-status': blocked,
        'GET /notices': {
          notices: [
            {
              id: 'a',
              kind: 'processingFinished',
              mode: 'live',
              at: '2024-10-30T09:30:00Z',
              isRead: false,
              title: 'Student 2023/24: results are ready',
              collection: { id: 'c23056', reference: '23056', name: 'Student 2023/24' },
              submissionId: 'three',
            },
          ],
          unread: 1,
          pagingMetadata: { totalResultsCount: 1, limit: 6, offset: 0 },
        },
      },
    })
    const card = await screen.findByRole('region', { name: 'Student 2023/24' })
    const days = await within(card).findByText('24')
    expect(days.parentElement?.textContent).toBe('24days leftDue 25/11/2024')
    await user.click(within(card).getByRole('button', { name: /^Add to calendar/ }))
    await expect
      .poll(() => vi.mocked(services.saveText).mock.calls)
      .toEqual([
        [
          'deadline-23056.ics',
          expect.stringContaining('DTSTART;VALUE=DATE:20241125'),
          expect.stringMatching(/^text\/calendar/),
        ],
      ])
    expect(within(card).getByText('Who acts next').nextElementSibling?.textContent).toBe('Provider')
    const picture = within(card).getByRole('figure', { name: 'Rules outside tolerance, by upload' })
    expect(
      within(picture).getByRole('img', {
        name: '40 of 203 rules are outside tolerance, 6 fewer than in the previous upload.',
      }),
    ).toBeTruthy()
    await user.click(within(picture).getByRole('button', { name: 'Show as table' }))
    expect(
      within(picture)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['UploadRules outside tolerance', '9 Oct88', '20 Oct46', '30 Oct40'])
    const news = screen.getByRole('region', { name: 'Since your last visit' })
    const link = within(news).getByRole('link', { name: 'Student 2023/24: results are ready' })
    expect(link.getAttribute('href')).toBe('/submissions/c23056/three')
  })

  it('says that nothing is open', async () => {
    await show(<Dashboard />, {
      user: submitter,
      answers: { 'GET /providers/{instId}/collections': { collections: [] } },
    })
    expect(await screen.findByText('No collections are open at the moment.')).toBeTruthy()
  })
})
