import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { StatusName } from '../../../src/domain/status.ts'
import type { SubmissionWire } from '../../../src/domain/wire/submissions.ts'
import { Component as Approval } from '../../../src/features/submissions/approval/page.tsx'
import { Component as SubmissionLayout } from '../../../src/features/submissions/layout/page.tsx'
import { Component as Quality } from '../../../src/features/submissions/quality/page.tsx'
import { Component as Submit } from '../../../src/features/submissions/submit/page.tsx'
// Fetched when it is needed: in hand here, for a busy machine takes longer to read it than a test waits.
import '../../../src/features/submissions/approval/DecisionPanel.tsx'
import '../../../src/features/submissions/approval/Summary.tsx'
import { row } from '../support/issues.ts'
import { regulatorAnalyst, submitter } from '../support/people.ts'
import { type Answers, analyst, show } from '../support/services.tsx'
import { tasksAnswer } from '../support/tasks.ts'
import { collection, rule, submission, submissionId } from './fixtures.ts'

/** What was found in a file, as the pages of its submission read it: before it is submitted, and where approvers decide. */

const own = `/submissions/c-23056/${submissionId}`
const monitored = `/monitoring/23056/c-23056/0001/${submissionId}`

const primaryRegulator = { ...regulatorAnalyst, organisationId: '5016', isPrimaryRegulator: true }

/** An event of the history of the submission, by the analyst. */
const entry = (sequence: number, event: string, facts: SubmissionWire['facts']) => ({
  sequence,
  event,
  from: '',
  to: '',
  actor: { kind: 'user', name: analyst.name, organisationType: 'agency' },
  occurredAt: '2024-10-14T09:30:00Z',
  payload: {},
  facts,
  checks: [],
  detail: {},
})

const students = { code: null, of: 'Students', now: 420, before: null, lastYear: 400 }
const results = {
  'GET /submissions/{id}/validations': {
    validations: [rule('QR.1', { Status: '1', issue: null })],
    comparedWith: null,
    uploads: [],
  },
  'GET /submissions/{id}/key-figures': { lastYear: null, students, measured: [] },
  'GET /credibility/{submissionId}/get-reports/{providerId}': { chapters: [] },
}

const pages = (
  <Routes>
    {[
      '/submissions/:collectionId/:submissionId',
      '/monitoring/:reference/:collectionId/:instId/:submissionId',
    ].map(path => (
      <Route key={path} path={path} element={<SubmissionLayout />}>
        <Route path="submit" element={<Submit />} />
        <Route path="approval" element={<Approval />} />
        <Route path="reports" element={<Quality />} />
      </Route>
    ))}
  </Routes>
)

const open = (
  at: string,
  status: StatusName,
  user = submitter,
  change: Partial<SubmissionWire> = {},
  others: Answers = {},
) => {
  const shown = submission(status, change)
  return show(pages, {
    at,
    user,
    answers: {
      'GET /submissions/{id}': shown,
      'GET /collections/{reference}': collection(),
      'GET /tasks': tasksAnswer([]),
      'GET /submissions/{id}/commit-allowed-status': {
        submissionStatuses: { ...shown.facts.blockers, openIssues: 2, ruleFailures: 1 },
        commitNotAllowedReasons: ['Something stands against it.'],
        blockingRules: 0,
      },
      'GET /submissions/{id}/lifecycle': { events: [] },
      'GET /submissions/{uuid}/notes': { notes: [] },
      'GET /submissions/{id}/summary': { outsideTolerance: 1, insideTolerance: 0, credibilityIssues: 0 },
      'GET /issues': { issues: [] },
      ...results,
      ...others,
    },
  })
}

describe('what approvers decide on', () => {
  const issue = {
    id: '00000000-0000-4000-8000-000000000001',
    link: '/issues/1',
    status: { code: 'AWAITING_AGENCY', name: 'Awaiting Bedel', isOpen: true, awaits: 'agency' },
  } as const
  const outside = rule('QR.1', { Name: 'Disability not known', issue })
  const report = {
    ReportCode: 'SEN1',
    Title: 'Student numbers',
    failureCount: 18,
    UpperNotes: '',
    deviations: [],
    issue: null,
  }
  const found = {
    'GET /submissions/{id}/validations': {
      validations: [outside, rule('QR.2', { Status: '0' })],
      comparedWith: null,
      uploads: [{ submissionId, uploadedDate: '2024-10-14T08:00:00Z' }],
    },
    'GET /issues': {
      issues: [{ ...row('AWAITING_AGENCY'), ...issue, explanation: 'The survey had few replies.' }],
    },
    'GET /submissions/{id}/key-figures': {
      lastYear: { submissionId, collectionName: 'Student 2022/23' },
      students,
      measured: [],
    },
    'GET /credibility/{submissionId}/get-reports/{providerId}': {
      chapters: [{ chapterId: 1, chapterName: 'Numbers', chapterFailureCount: 18, reports: [report] }],
    },
  }
  const rowsOf = async (table: string) =>
    within(await screen.findByRole('table', { name: table }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent)

  it.each([
    ['the agency on its Approval step', `${monitored}/approval`, 'AGENCY_APPROVAL', analyst],
    [
      'the regulator, who has no such step, on the summary',
      `${monitored}/reports`,
      'SC_APPROVAL',
      primaryRegulator,
    ],
  ] as const)('is the same for %s', async (_, at, status, user) => {
    await open(at, status, user, {}, found)
    const rules = await rowsOf('1 rule outside tolerance')
    expect(rules).toHaveLength(2)
    expect(rules[1]).toMatch(/^Disability not knownQR\.1.*412.*The survey had few replies\..*Awaiting Bedel/)
    expect(await rowsOf("Difference to last year's record")).toEqual([
      'ValueThis fileStudent 2022/23Change',
      'Students420400+5.00%',
    ])
    expect(await rowsOf('1 credibility report with unexpected changes')).toEqual([
      'ReportCellsIssue status',
      'Student numbers18No issue',
    ])
    expect(
      screen.getByText(
        '1 of 2 rules is outside tolerance. University of Ashby explained all. 1 credibility report has unexpected changes and no issue.',
      ),
    ).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Approvals' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Notes for the approvers' })).toBeTruthy()
    expect(await screen.findByRole('radio', { name: /^Decline/ })).toBeTruthy()
  })

  it('says what follows each decision, and asks for the note of a decline at its field', async () => {
    const { user } = await open(`${monitored}/approval`, 'AGENCY_APPROVAL', analyst, {}, found)
    const decision = within(await screen.findByRole('region', { name: 'Your decision' }))
    expect(decision.getByText('Goes to Statutory customer (SC) approval next.')).toBeTruthy()
    expect(decision.getByText(/sends a new file, and all approvals start again/)).toBeTruthy()
    // The decision is made here, not in the header too.
    expect(screen.getAllByRole('button', { name: 'Approve' })).toHaveLength(1)
    await user.click(decision.getByRole('radio', { name: /^Decline/ }))
    await user.click(decision.getByRole('button', { name: 'Decline' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(decision.getByText('Enter a note that tells the provider why.')).toBeTruthy()
    await user.type(decision.getByRole('textbox'), 'Fees are missing.')
    await user.click(decision.getByRole('button', { name: 'Decline' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirmation required!' }))
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Fees are missing.')
  })

  it.each([
    [true, /needs two different people/],
    [false, /Say in the note why you give both/],
  ])('explains to who gave the first approval why (approvers differ: %s)', async (approversDiffer, words) => {
    const shown = submission('AGENCY_APPROVAL')
    const facts = { ...shown.facts, approverId: analyst.userId, approversDiffer }
    const events = [entry(1, 'SUBMIT', facts), entry(2, 'APPROVE', facts)]
    await open(
      `${monitored}/approval`,
      'AGENCY_APPROVAL',
      analyst,
      { facts },
      {
        ...found,
        'GET /submissions/{id}/lifecycle': { events },
      },
    )
    expect(await screen.findByText(words)).toBeTruthy()
    const approve = screen.getByRole<HTMLInputElement>('radio', { name: /^Approve/ })
    expect(approve.checked).toBe(false)
    expect(approve.disabled).toBe(approversDiffer)
    if (!approversDiffer)
      expect(
        screen.getByText(/^Goes to Statutory customer .* one person gave both approvals\.$/),
      ).toBeTruthy()
  })

  it('tells the regulator who decides next that one person gave both approvals, and why', async () => {
    const shown = submission('SC_APPROVAL')
    const second = { ...entry(3, 'APPROVE', shown.facts), isSameApprover: true, note: 'Nobody else is here.' }
    const events = [entry(1, 'SUBMIT', shown.facts), entry(2, 'APPROVE', shown.facts), second]
    const lifecycle = { 'GET /submissions/{id}/lifecycle': { events } }
    await open(`${monitored}/reports`, 'SC_APPROVAL', primaryRegulator, {}, { ...found, ...lifecycle })
    expect(await screen.findByText('One person gave both Bedel approvals')).toBeTruthy()
    expect(screen.getByText('The reason given: Nobody else is here.')).toBeTruthy()
    expect(screen.getByText('The same person gave the approval before')).toBeTruthy()
  })

  it('does not tell somebody who submitted that they approved before', async () => {
    const shown = submission('AGENCY_APPROVAL')
    const facts = { ...shown.facts, submitterId: analyst.userId, approversDiffer: true }
    const events = [entry(1, 'SUBMIT', facts), entry(2, 'APPROVE', facts)]
    const lifecycle = { 'GET /submissions/{id}/lifecycle': { events } }
    await open(`${monitored}/approval`, 'AGENCY_APPROVAL', analyst, { facts }, { ...found, ...lifecycle })
    const approve = await screen.findByRole<HTMLInputElement>('radio', { name: /^Approve/ })
    expect(approve.disabled).toBe(true)
    expect(screen.queryByText(/^You gave/)).toBeNull()
    expect(screen.queryByText(/two different people/)).toBeNull()
  })

  it('is not shown to the provider, who decides nothing', async () => {
    await open(`${own}/approval`, 'ANALYST_APPROVAL')
    await screen.findByRole('list', { name: 'Approvals' })
    expect(screen.queryByText('Findings')).toBeNull()
    expect(screen.queryByText('Your decision')).toBeNull()
  })
})

describe('on the Submit page', () => {
  it('is shown once the file has results', async () => {
    await open(`${own}/submit`, 'QUALITY_PROCESSING_COMPLETE')
    expect(await screen.findByRole('table', { name: 'Shown to the approvers' })).toBeTruthy()
  })

  it('is not waited for while the file has none', async () => {
    await open(`${own}/submit`, 'PROVISIONED')
    await screen.findByRole('button', { name: 'Submit for approval' })
    expect(screen.queryByText('Shown to the approvers')).toBeNull()
    expect(screen.queryByText('Loading the findings')).toBeNull()
  })

  it('leads from a transfer without consent to the report on transfers', async () => {
    const { facts } = submission('QUALITY_PROCESSING_COMPLETE')
    const blockers = { ...facts.blockers, pgrTransferConsentGiven: true }
    await open(`${own}/submit`, 'QUALITY_PROCESSING_COMPLETE', submitter, { facts: { ...facts, blockers } })
    const link = await screen.findByRole('link', { name: 'View missing consents' })
    expect(link.getAttribute('href')).toBe(`${own}/reports/additional-reports/PGROUT`)
  })
})
