import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { StatusName } from '../../../src/domain/status.ts'
import type { ProviderListRow } from '../../../src/domain/wire/submissions.ts'
import type { Task } from '../../../src/domain/wire/tasks.ts'
import { Component as Dashboard } from '../../../src/features/dashboard/Dashboard.tsx'
import { collection, fileEvent, issueEvent, listRow } from '../submissions/fixtures.ts'
import { guest, submitter, validator } from '../support/people.ts'
import { show } from '../support/services.tsx'
import { task, tasksAnswer } from '../support/tasks.ts'

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
  const openWith = (
    rows: readonly ProviderListRow[],
    user = submitter,
    tasks: readonly Task[] = [],
    standings: Parameters<typeof tasksAnswer>[1] = [],
  ) =>
    show(<Dashboard />, {
      user,
      answers: {
        'GET /providers/{instId}/collections': { collections: [collection()] },
        'GET /submissions': () => ({ submissions: [...rows] }),
        'GET /submissions/{id}/commit-allowed-status': blocked,
        'GET /tasks': tasksAnswer(tasks, standings),
      },
    })
  const open = (status: StatusName | undefined, user = submitter) =>
    openWith(status === undefined ? [] : [listRow(status)], user)
  const card = () => screen.findByRole('region', { name: 'Student 2023/24' })
  const stepsOf = async (name = 'Student 2023/24') =>
    screen.findByRole('list', { name: new RegExp(`^Step \\d of \\d for ${name}`) })

  it.each<[StatusName | undefined, string, string]>([
    [undefined, 'Not started', ''],
    ['SCHEMA_CHECK', 'Schema check', 'processing'],
    ['QUALITY_PROCESSING_COMPLETE', 'Quality processing complete', 'reports'],
    ['APPROVED', 'Approved', 'signoff'],
    ['SIGNED_OFF', 'Signed off', 'signoff'],
  ])(
    'names the status of %s, and its title leads to the page of the current step',
    async (status, label, page) => {
      await open(status)
      expect((await within(await card()).findAllByText(label)).length).toBeGreaterThan(0)
      const title = within(await card()).queryByRole('link', { name: 'Student 2023/24' })
      expect(title?.getAttribute('href') ?? '').toMatch(new RegExp(`${page}$`))
      expect(title === null).toBe(status === undefined)
    },
  )

  const own = (n: number, rest: Partial<Task> = {}): Task =>
    task({
      id: `task ${n}`,
      action: 'answerIssue',
      issue: {
        id: `issue-${n}`,
        code: 'QR.1',
        name: `Rule ${n}`,
        lastComment: { text: 'Which courses grew?', by: 'Bedel' },
      },
      due: '2024-12-18',
      page: `/issues/issue-${n}`,
      ...rest,
    })

  it('lists first what the viewer can do next: what, why, until when, and the way there', async () => {
    await openWith([listRow('QUALITY_PROCESSING_COMPLETE')], submitter, [
      own(1, { action: 'returnForm', issue: null, group: 'submission', due: '2024-11-03', page: '/sign' }),
      own(2, {
        action: 'agreeToTransfers',
        group: 'transfer',
        issue: null,
        sender: { instId: '0002', name: 'Brackley', students: 3 },
        page: '/transfers',
      }),
      own(3, {
        action: 'correct',
        group: 'submission',
        issue: null,
        findings: {
          outside: 9,
          blocking: 3,
          records: 164,
          names: ['Identifier twice', 'No name'],
          issues: 0,
        },
        submissionId: 'latest',
        page: '/submit',
      }),
      own(4),
    ])
    const next = await screen.findByRole('region', { name: 'Do next' })
    const rows = await within(next).findAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Return the signed formBedel records the sign-off when it has the form.Student 2023/2403/11/2024 in 2 days',
      'Agree to 3 transfers from BrackleyIt cannot submit until you agree. Waiting for 2 days.Student 2023/2418/12/2024 in 47 days',
      'Correct or explain 3 rules that block submitting164 records: Identifier twice, No name and 1 moreStudent 2023/2418/12/2024 in 47 days',
      'Answer Bedel on Rule 4Asked 2 days ago: “Which courses grew?”Student 2023/2418/12/2024 in 47 days',
    ])
    expect(
      within(next)
        .getAllByRole('link')
        .map(link => link.getAttribute('href')),
    ).toEqual([
      '/issues',
      '/sign',
      '/transfers',
      '/submit',
      '/issues/issue-4',
      '/submissions/c-23056/latest/reports',
    ])
    // What does not block is no task, and not hidden either (mock 10).
    expect(
      within(next).getByText(
        /^Not urgent: 6 other rules are outside tolerance in Student 2023\/24. They do not block submitting./,
      ),
    ).toBeTruthy()
  })

  it('lists seven tasks at first, and all of them on request', async () => {
    const { user } = await openWith(
      [],
      submitter,
      Array.from({ length: 9 }, (_, n) => own(n)),
    )
    const next = await screen.findByRole('region', { name: 'Do next' })
    const rows = () => within(next).getAllByRole('listitem')
    await expect.poll(() => rows().length).toBe(7)
    await user.click(within(next).getByRole('link', { name: 'Show all 9' }))
    await expect.poll(() => rows().length).toBe(9)
    await user.click(within(next).getByRole('link', { name: 'Show first 7' }))
    await expect.poll(() => rows().length).toBe(7)
  })

  it('says that there is nothing to do, and to a guest why', async () => {
    await openWith([])
    expect(await screen.findByText('You have no tasks.')).toBeTruthy()
    await openWith([], guest)
    expect(await screen.findByText(/^You have no tasks: your role can only read\./)).toBeTruthy()
  })

  it('says who acts next and what follows', async () => {
    const standing = {
      turn: 'you',
      act: 'submit',
      last: 'other',
      follows: 'approval',
      stopped: null,
    } as const
    await openWith(
      [listRow('QUALITY_PROCESSING_COMPLETE')],
      submitter,
      [],
      [{ collectionId: collection().id, ...standing }],
    )
    const next = async () => (await within(await card()).findByText('Next')).nextElementSibling?.textContent
    expect(await next()).toBe('You submit for approval')
    expect((await card()).textContent).toContain('01/08/2023 - 31/07/2024 · 23056')
    expect(within(await card()).getByText('Then').nextElementSibling?.textContent).toBe('Approval')
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
    const steps = await stepsOf()
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
    // Submissions are due, a file that is only checked is not.
    expect(within(card).queryByText(/days left|25\/11\/2024/)).toBeNull()
    expect(within(card).queryByRole('button', { name: /calendar/ })).toBeNull()
    expect(
      within(card).getByRole('link', { name: 'Student 2023/24: online validation' }).getAttribute('href'),
    ).toMatch(/^\/online-validation\/.+\/reports$/)
    expect(screen.queryByRole('region', { name: 'Do next' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Student 2023/24' })).toBeNull()
  })

  it('shows the way as a stepper, and moves with a live message', async () => {
    const rows = [listRow('SCHEMA_CHECK')]
    const { tell } = await openWith(rows)
    const steps = await stepsOf()
    const current = () => steps.querySelector('[aria-current="step"]')?.textContent
    await expect.poll(current).toContain('Processing')
    rows[0] = listRow('SIGNED_OFF')
    tell(fileEvent('SIGNED_OFF', { submissionId: 'one' }))
    await expect
      .poll(() => screen.getByRole('list', { name: /^Step/ }).getAttribute('aria-label'))
      .toMatch(/sign off/i)
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
    await stepsOf()
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
    const steps = await stepsOf()
    const submit = () =>
      within(steps)
        .getAllByRole('listitem')
        .find(step => step.textContent?.includes('Submit'))?.textContent
    await expect.poll(submit).toContain('Blocked by 3 rules')
    blockingRules = 2
    tell(issueEvent('one'))
    await expect.poll(submit).toContain('Blocked by 2 rules')
  })

  it('asks nobody for a file who may send none', async () => {
    await open(undefined, guest)
    expect(await within(await card()).findByText('No file uploaded yet.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Choose and upload/ })).toBeNull()
  })

  it.each<[StatusName | undefined, boolean]>([
    [undefined, true],
    ['SCHEMA_CHECK_FAILED', true],
    // A file would undo what was handed over.
    ['ANALYST_APPROVAL', false],
    ['APPROVED', false],
    ['PROVIDER_SIGNOFF', false],
    // It is signed off: the agency has to request a resubmission first (decisions §12).
    ['SIGNED_OFF', false],
    ['RESUBMISSION_REQUIRED', true],
  ])('takes a file for the card where one can be uploaded: %s, %s', async (status, isTaken) => {
    await open(status)
    await stepsOf()
    expect(within(await card()).queryAllByRole('button', { name: /Choose and upload/ })).toHaveLength(
      isTaken ? 1 : 0,
    )
    expect(within(await card()).queryAllByText(/^Drop (your|the next) file on this card$/)).toHaveLength(
      isTaken ? 1 : 0,
    )
  })

  it('offers no upload while another of the collection is under way', async () => {
    const rows = [listRow('UPLOADING', { Facts: { ...listRow('UPLOADING').Facts, uploadUnderWay: true } })]
    const { tell } = await openWith(rows)
    await stepsOf()
    expect(within(await card()).queryByRole('button', { name: /Choose and upload/ })).toBeNull()
    rows[0] = listRow('SCHEMA_CHECK_FAILED')
    tell(fileEvent('SCHEMA_CHECK_FAILED'))
    const choose = { name: 'Choose and upload a file for Student 2023/24' }
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
              earlier: 2,
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
    const news = screen.getByRole('region', { name: 'News from others' })
    const link = within(news).getByRole('link', { name: 'Student 2023/24: results are ready' })
    expect(link.getAttribute('href')).toBe('/submissions/c23056/three')
    expect(within(news).getByText('and 2 earlier notices')).toBeTruthy()
  })

  it('says that nothing is open', async () => {
    await show(<Dashboard />, {
      user: submitter,
      answers: { 'GET /providers/{instId}/collections': { collections: [] } },
    })
    expect(await screen.findByText('No collections are open at the moment.')).toBeTruthy()
  })
})
