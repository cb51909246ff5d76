import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import type { IssueWire } from '../../src/domain/wire/issues.ts'
import type { LiveMessage } from '../../src/domain/wire/live.ts'
import { explainingPath } from '../../src/features/common/address.ts'
import { Component as IssuePage } from '../../src/features/issues/issue/page.tsx'
import { fileEvent, issueEvent } from './submissions/fixtures.ts'
import { id, issue } from './support/issues.ts'
import { guest, submitter } from './support/people.ts'
import { type Answer, analyst, show } from './support/services.tsx'

const openIssue = (
  answer: IssueWire,
  {
    user = submitter,
    at = `/issues/${id}`,
    ...answers
  }: { user?: typeof submitter; at?: string } & Record<string, unknown> = {},
) =>
  show(
    <Routes>
      <Route path="/issues/:issueId" element={<IssuePage />} />
    </Routes>,
    { user, at, answers: { 'GET /issues/{id}': answer, ...answers } },
  )

const choices = async () =>
  (await screen.findAllByRole('radio')).map(choice => choice.closest('label')?.textContent)
/** The actions without what follows from them. */
const actions = async () =>
  (await screen.findAllByRole('radio')).map(
    choice => choice.closest('label')?.lastElementChild?.firstChild?.textContent,
  )

describe('an issue', () => {
  it('begins an explanation with the figure that it is about, where one was chosen', async () => {
    const figure = 'First degree, Part-time (This submission 840)'
    await openIssue(issue('OPEN'), { at: explainingPath(id, figure) })
    const text = await screen.findByRole('textbox', { name: /^Explanation/ })
    expect((text as HTMLTextAreaElement).value).toBe(`${figure}: `)
  })

  it('says what it is about, with its figures', async () => {
    await openIssue(issue('OPEN'))
    expect(await screen.findByText('An engagement is returned once.')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Engagement returned twice' })).toBeTruthy()
    const finding = within(screen.getByRole('list', { name: 'Finding' }))
    expect(finding.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Failing records, this file343.40% of 1,000',
      'Allowed5 records and 2%',
    ])
    expect(screen.getByRole('img', { name: '3.40% fail, 2.00% allowed' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View records' }).getAttribute('href')).toBe(
      '/submissions/c23056/s-2/reports/quality/QR.C23056.Engagement.NUMHUS.901/5016',
    )
  })

  const failing = (number: number) => ({
    RowIdentifier: `2019-00000${number}`,
    LineNumber: 10 * number,
    Student: number,
    Finding: `Engagement ${number} is returned twice.`,
    Details: [],
  })
  const validation = 'GET /submissions/{id}/validations/{validationId}'

  it('shows the first three records that fail, with a link to each student and to all records', async () => {
    const detail = vi.fn<Answer>(() => ({ results: [1, 2, 3].map(failing) }))
    await openIssue(issue('OPEN'), { [validation]: detail })
    const list = within(await screen.findByRole('list', { name: 'The first 3 failing records' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Engagement 1 is returned twice.2019-000001 · line 10',
      'Engagement 2 is returned twice.2019-000002 · line 20',
      'Engagement 3 is returned twice.2019-000003 · line 30',
    ])
    expect(list.getByRole('link', { name: '2019-000001' }).getAttribute('href')).toBe(
      '/submissions/c23056/s-2/reports/students/1',
    )
    expect(detail.mock.calls[0]?.[0]).toMatchObject({
      path: { id: 's-2', validationId: 'QR.C23056.Engagement.NUMHUS.901' },
      query: { instId: '0001', regulator: '5016', limit: '3', offset: '0' },
    })
    expect(screen.getByRole('link', { name: 'View the 34 failing records' })).toBeTruthy()
  })

  it('says why no record is shown, to a guest and where the records are withheld', async () => {
    const detail = vi.fn<Answer>(() => ({ results: [], withheld: 'These are special category data.' }))
    await openIssue(issue('OPEN'), { user: guest, [validation]: detail })
    expect(await screen.findByText(/^Records not shown\. ./)).toBeTruthy()
    expect(detail).not.toHaveBeenCalled()
    cleanup()
    await openIssue(issue('OPEN'), { [validation]: detail })
    expect(await screen.findByText('Records not shown. These are special category data.')).toBeTruthy()
  })

  it('leads to the tracker that keeps it, where one is configured', async () => {
    await openIssue(issue('OPEN', { link: 'https://jira.example/browse/QA-1' }))
    const link = await screen.findByRole('link', { name: /^View in issue tracker/ })
    expect(link.getAttribute('href')).toBe('https://jira.example/browse/QA-1')
  })

  // Decisions §11: providers comment, explain, ask for an override, withdraw; the agency comments, decides, closes.
  it('offers the provider what providers do', async () => {
    await openIssue(issue('OPEN'))
    expect(await actions()).toEqual([
      'Comment',
      'Explain',
      'Assign',
      'Start work',
      'Request override',
      'Withdraw issue',
    ])
  })

  it('offers the agency what the agency does', async () => {
    await openIssue(issue('OVERRIDE_REQUESTED'), { user: analyst })
    expect(await actions()).toEqual(['Comment', 'Approve override', 'Decline override'])
  })

  it('shows the value, last year, change and allowed range of a rule that measures the whole file', async () => {
    const figure = {
      ...issue('OPEN').figures[0]!,
      tolerance: '-10% to 10%',
      measured: { percent: 13.4, change: 'percent' as const, now: 2436.5, before: 2148 },
      allowed: { from: -10, to: 10 },
    }
    await openIssue(issue('OPEN', { figures: [figure] }))
    const finding = within(await screen.findByRole('list', { name: 'Finding' }))
    expect(finding.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'This file2,436.5',
      'Last year, signed off2,148',
      'Change+13.40%',
      'Allowed-10% to 10%',
    ])
    expect(screen.getByRole('img', { name: '73.7 outside the allowed range.' })).toBeTruthy()
    expect(screen.getByText('The rule checks the whole file, so there are no single records.')).toBeTruthy()
  })

  it('says whose turn it is, since when, and what was asked', async () => {
    const asked = {
      sequence: 2,
      event: 'COMMENT',
      name: 'Comment',
      at: '2024-10-16T10:00:00Z',
      by: 'Bedel',
    }
    const conversation = {
      history: [
        {
          ...asked,
          from: { code: 'OPEN' as const, name: 'Open', isOpen: true, awaits: 'nobody' as const },
          to: {
            code: 'AWAITING_PROVIDER' as const,
            name: 'Awaiting provider',
            isOpen: true,
            awaits: 'provider' as const,
          },
        },
      ],
      comments: [{ ...asked, text: 'Which courses grew?', attachments: [] }],
    }
    await openIssue(issue('AWAITING_PROVIDER', conversation))
    expect(await screen.findByText('You act next, since 16/10/2024 11:00')).toBeTruthy()
    // In the line, and in the thread after the upload.
    expect(screen.getAllByText('Which courses grew?')).toHaveLength(2)
    const thread = within(screen.getByRole('list', { name: 'Thread' }))
    expect(thread.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('34 failing records, outside tolerance'),
      expect.stringContaining('Which courses grew?Status: Awaiting provider'),
    ])
  })

  it('names who acts after each action', async () => {
    await openIssue(issue('AWAITING_PROVIDER'))
    expect(await choices()).toEqual([
      'CommentYou can say who has to answer',
      'ExplainThen: Bedel acts next',
      'AssignThe status does not change',
      'Start workThe status does not change',
      'Request overrideThen: Bedel acts next',
      'Withdraw issueCloses the issue as "Withdrawn"',
    ])
  })

  it('shows who wrote a comment, then when', async () => {
    const comment = {
      sequence: 2,
      event: 'COMMENT',
      name: 'Comment',
      at: '2024-10-15T10:00:00Z',
      by: 'Ada Marsh',
      text: 'A new campus.',
      attachments: [],
    }
    const open = issue('OPEN').status
    await openIssue(issue('OPEN', { comments: [comment], history: [{ ...comment, from: open, to: open }] }))
    const thread = within(await screen.findByRole('list', { name: 'Thread' }))
    expect(thread.getAllByRole('listitem').at(-1)?.textContent).toBe(
      'Ada Marsh commentedA new campus.15/10/2024 11:00',
    )
  })

  it('offers a guest nothing', async () => {
    await openIssue(issue('OPEN'), { user: guest })
    const nothing = await screen.findByText('You cannot act on this issue.')
    // The reason names the right that is missing.
    expect(nothing.nextElementSibling?.textContent).toMatch(/./)
  })

  it('asks for an override with a value for each part of the tolerance, and shows the answer', async () => {
    const sent = vi.fn(() => issue('OVERRIDE_REQUESTED', { wantedTolerance: '40 records and 4%' }))
    await openIssue(issue('OPEN'), {
      at: `/issues/${id}?do=REQUEST_OVERRIDE`,
      'POST /issues/{id}/override-request': sent,
    })
    const records = await screen.findByRole('textbox', { name: 'Maximum records' })
    await userEvent.clear(records)
    await userEvent.type(records, '40')
    const percentage = screen.getByRole('textbox', { name: 'Maximum percentage' })
    await userEvent.clear(percentage)
    await userEvent.type(percentage, '4')
    await userEvent.type(
      screen.getByRole('textbox', { name: /Reason for a different tolerance/ }),
      'A new campus.',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Request override' }))
    expect(await screen.findByText('40 records and 4%')).toBeTruthy()
    expect(sent).toHaveBeenCalledWith(
      expect.objectContaining({
        body: {
          text: 'A new campus.',
          tolerances: [
            { toleranceTypeId: 1, toleranceFrom: '40', toleranceTo: null },
            { toleranceTypeId: 2, toleranceFrom: '4', toleranceTo: null },
          ],
        },
      }),
    )
  })

  it.each([
    ['points', 'Change from (points)', 'Change to (points)'],
    ['percent', 'Change from (%)', 'Change to (%)'],
  ] as const)('asks for the ends of a range in its unit: %s', async (measuredIn, from, to) => {
    const parts = [{ toleranceTypeId: 3, toleranceFrom: -10, toleranceTo: 10 }]
    const tolerance = { text: '', measuredIn, parts }
    await openIssue(issue('OPEN', { tolerance }), { at: `/issues/${id}?do=REQUEST_OVERRIDE` })
    expect(await screen.findByRole('textbox', { name: from })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: to })).toBeTruthy()
  })

  // The bounds of specification 1 §5, with the verdicts of the editor of a specification.
  it.each([
    ['Maximum records', '1.5', 'Enter a whole number'],
    ['Maximum percentage', '1,5', 'Enter a number'],
    ['Maximum percentage', '1000', '0 to 999.99'],
    ['Maximum percentage', ' ', 'Enter a value'],
  ])('does not ask for an override whose %s is "%s"', async (name, entered, said) => {
    const sent = vi.fn(() => issue('OVERRIDE_REQUESTED'))
    await openIssue(issue('OPEN'), {
      at: `/issues/${id}?do=REQUEST_OVERRIDE`,
      'POST /issues/{id}/override-request': sent,
    })
    await userEvent.type(
      await screen.findByRole('textbox', { name: /Reason for a different tolerance/ }),
      'A new campus.',
    )
    const field = screen.getByRole('textbox', { name })
    await userEvent.clear(field)
    await userEvent.type(field, entered)
    await userEvent.click(screen.getByRole('button', { name: 'Request override' }))
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map(place => document.getElementById(place)?.textContent)).toContain(said)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(sent).not.toHaveBeenCalled()
  })

  it('keeps what was entered where the server refuses it, and says why', async () => {
    await openIssue(issue('OPEN'), {
      at: `/issues/${id}?do=EXPLAIN`,
      'POST /issues/{id}/explanations': () => {
        throw new ProblemError(problem('conflict', 'The issue was closed meanwhile.'))
      },
    })
    const text = await screen.findByRole('textbox', { name: 'Explanation' })
    await userEvent.type(text, 'A new campus.')
    await userEvent.click(screen.getByRole('button', { name: 'Explain' }))
    expect(await screen.findByText('There is a problem')).toBeTruthy()
    const [said] = await screen.findAllByText('The issue was closed meanwhile.')
    expect(said).toBeTruthy()
    expect((text as HTMLTextAreaElement).value).toBe('A new campus.')
  })

  it('that is not there is told as such', async () => {
    await openIssue(issue('OPEN'), {
      'GET /issues/{id}': () => {
        throw new ProblemError(problem('not-found', 'No.'))
      },
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Issue not found' })).toBeTruthy()
  })

  it('asks again for what happens to it, and for nothing that happens to another', async () => {
    const handler = vi.fn(() => issue('OPEN'))
    const { tell } = await openIssue(issue('OPEN'), { user: analyst, 'GET /issues/{id}': handler })
    await screen.findByText('An engagement is returned once.')
    expect(handler).toHaveBeenCalledTimes(1)
    const own = { collectionId: 'c23056', instId: '0001' }
    const event = issueEvent('s-2')
    if (event.type !== 'ISSUE_STATUS') throw new Error('It tells of an issue.')
    const ofThis = (version: number) => ({ ...event, issue: { ...event.issue, id, version } })
    const messages: readonly [LiveMessage, calls: number][] = [
      [event, 1],
      // What this window has brought about itself it has as the answer.
      [ofThis(3), 1],
      [fileEvent('AGENCY_APPROVAL', { ...own, instId: '0002' }), 1],
      [fileEvent('AGENCY_APPROVAL', { ...own, collectionId: 'c22056' }), 1],
      [ofThis(4), 2],
      [fileEvent('AGENCY_APPROVAL', own), 3],
    ]
    for (const [at, [message, times]] of messages.entries()) {
      await act(async () => tell({ ...message, sequence: at + 1 }))
      await vi.waitFor(() => expect([at, handler.mock.calls.length]).toEqual([at, times]))
    }
  })

  it('is explained without a file', async () => {
    const sent = vi.fn(() => issue('AWAITING_AGENCY'))
    await openIssue(issue('OPEN'), { at: `/issues/${id}?do=EXPLAIN`, 'POST /issues/{id}/explanations': sent })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Explanation' }), 'A new campus.')
    await userEvent.click(screen.getByRole('button', { name: 'Explain' }))
    expect(await screen.findByText('Awaiting Bedel')).toBeTruthy()
    expect(sent).toHaveBeenCalledWith(
      expect.objectContaining({ body: { text: 'A new campus.', attachments: [] } }),
    )
  })

  it('begins with the explanation of last year where the provider wants it', async () => {
    const text = 'A partner college returns late.'
    const sent = vi.fn(() => issue('AWAITING_AGENCY'))
    const { user } = await openIssue(
      issue('OPEN', {
        lastExplanation: { collection: 'Student 2022/23', text, at: '2023-10-14T09:30:00Z' },
      }),
      { at: `/issues/${id}?do=EXPLAIN`, 'POST /issues/{id}/explanations': sent },
    )
    const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Explanation' })
    await screen.findByText(/^Your explanation from Student 2022\/23/)
    expect(field().value).toBe('')
    await user.click(screen.getByRole('button', { name: "Use last year's explanation" }))
    expect(field().value).toBe(text)
    await user.click(screen.getByRole('button', { name: 'Explain' }))
    expect(await screen.findByText('Awaiting Bedel')).toBeTruthy()
    expect(sent).toHaveBeenCalledWith(expect.objectContaining({ body: { text, attachments: [] } }))
  })

  it('is assigned to a colleague, and tells whose it is', async () => {
    const sent = vi.fn(() => issue('OPEN', { assignee: 'Rhian Ashby', isInWork: false }))
    const { user } = await openIssue(issue('OPEN'), {
      at: `/issues/${id}?do=ASSIGN`,
      'GET /issues/colleagues': { colleagues: [{ userId: 'ashby-signoff', name: 'Rhian Ashby' }] },
      'POST /issues/{id}/assign': sent,
    })
    await user.click(await screen.findByRole('button', { name: /Assign to$/ }))
    await user.click(await screen.findByRole('option', { name: 'Rhian Ashby' }))
    await user.click(screen.getByRole('button', { name: 'Assign' }))
    expect(await screen.findByText('Assigned to Rhian Ashby')).toBeTruthy()
    expect(sent).toHaveBeenCalledWith(expect.objectContaining({ body: { userId: 'ashby-signoff' } }))
  })

  it('is begun, and says so', async () => {
    const sent = vi.fn(() =>
      issue('OPEN', { assignee: 'Thomas Whitby', isAssignedToMe: true, isInWork: true }),
    )
    const { user } = await openIssue(issue('OPEN'), {
      at: `/issues/${id}?do=START_WORK`,
      'POST /issues/{id}/start-work': sent,
    })
    await user.click(await screen.findByRole('button', { name: 'Start work' }))
    expect(await screen.findByText('Being worked on by Thomas Whitby')).toBeTruthy()
  })
})
