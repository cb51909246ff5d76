import { act, cleanup, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { QualityRuleRow } from '../../../src/domain/wire/quality.ts'
import { Component as SubmissionLayout } from '../../../src/features/submissions/layout/page.tsx'
import { Component as Quality } from '../../../src/features/submissions/quality/page.tsx'
import { type Answers, show } from '../support/services.tsx'
import { collection, issueEvent, rule, signOffPerson, submission } from './fixtures.ts'

const open = { code: 'OPEN', name: 'Open', isOpen: true, awaits: 'nobody' } as const
const shown = submission('QUALITY_PROCESSING_COMPLETE')

/** A report beside no other upload. */
const alone = {
  comparedWith: null,
  uploads: [],
  pagingMetadata: { totalResultsCount: 1, limit: -1, offset: 0 },
}

/** The quality report of a submission with one rule outside tolerance. */
const showQuality = (answers: Answers = {}) =>
  show(
    <Routes>
      <Route path="/submissions/:collectionId/:submissionId" element={<SubmissionLayout />}>
        <Route path="reports" element={<Quality />} />
      </Route>
    </Routes>,
    {
      at: `/submissions/${collection().id}/${shown.uuid}/reports`,
      user: signOffPerson,
      answers: {
        'GET /submissions/{id}': shown,
        'GET /collections/{reference}': collection(),
        'GET /submissions/{id}/commit-allowed-status': {
          submissionStatuses: { ...shown.facts.blockers, openIssues: 0, ruleFailures: 0 },
          commitNotAllowedReasons: [],
        },
        'GET /submissions/{id}/validations': {
          ...alone,
          validations: [rule('QR.A')],
        },
        'GET /credibility/{submissionId}/get-previous-submissions/{collectionId}/{instId}': {
          previousSubmissions: [],
        },
        'GET /credibility/{submissionId}/get-reports/{providerId}': { chapters: [] },
        'GET /collection-reports/{submissionId}/reports': { reports: [] },
        'GET /files/all-quality-rule-failures-exists': { exists: true },
        ...answers,
      },
    },
  )

it('gives no untrue reason against an issue while the collection loads', async () => {
  const { user } = await showQuality({ 'GET /collections/{reference}': new Promise(() => undefined) })
  await user.click(await screen.findByRole('button', { name: /^More actions for QR\.A/ }))
  const item = await screen.findByRole('menuitem', { name: /^Create issue/ })
  expect(item.textContent).toContain('The collection is not loaded yet. Try again in a moment.')
})

it('asks again for report, counts and what stands against the submission when something is done about an issue', async () => {
  const now = { openIssues: 0, issue: null as QualityRuleRow['issue'], other: '1' as '0' | '1' }
  const { tell } = await showQuality({
    'GET /submissions/{id}/commit-allowed-status': () => ({
      submissionStatuses: { ...shown.facts.blockers, openIssues: now.openIssues, ruleFailures: 0 },
      commitNotAllowedReasons: [],
    }),
    'GET /submissions/{id}/validations': () => ({
      ...alone,
      validations: [rule('QR.A', { issue: now.issue }), rule('QR.B', { Status: now.other })],
    }),
  })
  expect(await screen.findByText(/^2 of 2 rules outside/)).toBeTruthy()
  expect(await screen.findAllByRole('cell', { name: '--' })).toBeTruthy()
  expect(screen.queryByText('There is a problem')).toBeNull()
  Object.assign(now, {
    openIssues: 1,
    other: '0',
    issue: { id: '00000000-0000-4000-8000-000000000001', status: open, link: null },
  })
  tell(issueEvent(shown.uuid))
  expect(await screen.findByRole('cell', { name: 'Open' })).toBeTruthy()
  expect(await screen.findByText(/^1 of 2 rules outside/)).toBeTruthy()
  expect(await screen.findAllByText('There is a problem')).not.toEqual([])
})

it('tries again where the register did not take an issue in', async () => {
  const failed = {
    id: '00000000-0000-4000-8000-000000000003',
    status: { code: 'FAILED', name: 'Failed to create', isOpen: false, awaits: 'provider' } as const,
    link: null,
  }
  const retried = vi.fn(() => failed)
  const { user } = await showQuality({
    'GET /submissions/{id}/validations': {
      validations: [rule('QR.A', { issue: failed })],
      pagingMetadata: { totalResultsCount: 1, limit: 10, offset: 0 },
    },
    'POST /issues/{id}/retry': retried,
  })
  await user.click(await screen.findByRole('button', { name: /^More actions for QR\.A/ }))
  expect(screen.queryByRole('menuitem', { name: 'View issue' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: 'Try again' }))
  expect(retried).toHaveBeenCalledWith(expect.objectContaining({ path: { id: failed.id } }))
})

describe('the credibility reports', () => {
  const report = (ReportCode: string, failureCount: number, issue: QualityRuleRow['issue'] = null) => ({
    ReportCode,
    Title: `Report ${ReportCode}`,
    failureCount,
    UpperNotes: '',
    deviations: [],
    issue,
  })
  const chapters = (...reports: ReturnType<typeof report>[]) => ({
    chapters: [{ chapterId: 1, chapterName: 'Students', chapterFailureCount: 3, reports }],
  })
  const raised = { id: '00000000-0000-4000-8000-000000000002', status: open, link: '/issues/2' }
  const listed = 'GET /credibility/{submissionId}/get-reports/{providerId}'
  const entries = 'GET /collections/activity-log-entries'
  const forRisk = submission('QUALITY_PROCESSING_COMPLETE', {
    facts: { ...shown.facts, riskCode: '02', regulatorCode: '5016' },
  })
  const showReports = (answers: Answers) =>
    showQuality({
      'GET /submissions/{id}': forRisk,
      [listed]: chapters(report('SEN1', 2), report('QUA1', 0), report('ATT1', 1, raised)),
      [entries]: { activityLogs: [] },
      ...answers,
    })

  it('have issues of their own, as the rules have', async () => {
    const created = vi.fn(() => raised)
    const { user } = await showReports({ 'POST /submissions/{uuid}/issues': created })
    const section = await screen.findByRole('link', { name: /^Credibility Reports/ })
    // Its code comes when it is chosen.
    await act(async () => user.click(section))
    const actions = await screen.findByRole('button', { name: 'More actions for SEN1' })
    const [tag] = screen.getAllByRole('link', { name: 'Open' })
    expect(tag?.getAttribute('href')).toBe('/issues/2')
    await user.click(actions)
    expect(screen.queryByRole('menuitem', { name: 'View issue' })).toBeNull()
    await user.click(await screen.findByRole('menuitem', { name: 'Create issue' }))
    expect(created).toHaveBeenCalledWith(
      expect.objectContaining({
        body: { validationCode: 'SEN1', regulatorCode: '5016', subject: 'report' },
      }),
    )
  })

  it('have their issues raised at once, after the question of the specification', async () => {
    const requested = vi.fn(() => ({ raised: 1 }))
    const { user } = await showReports({ 'POST /submissions/requestCredibility': requested })
    await user.click(await screen.findByRole('link', { name: /^Credibility Reports/ }))
    await user.click(await screen.findByRole('button', { name: 'Raise credibility issues' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain(
      'Are you sure you are ready for Bedel to start raising issues for these credibility reports? You cannot undo this action.',
    )
    await user.click(within(dialog).getByRole('button', { name: 'Raise credibility issues' }))
    await vi.waitFor(() => expect(requested).toHaveBeenCalledTimes(1))
    expect(requested).toHaveBeenCalledWith(
      expect.objectContaining({
        body: {
          submissionUuid: forRisk.uuid,
          instId: '0001',
          collectionId: collection().id,
          fileName: forRisk.fileName,
          providerName: forRisk.provider.name,
        },
      }),
    )
  })

  it('close the question where it fails, and say why', async () => {
    const { user } = await showReports({
      'POST /submissions/requestCredibility': () => {
        throw new ProblemError(problem('conflict', 'The collection was closed meanwhile.'))
      },
    })
    await user.click(await screen.findByRole('link', { name: /^Credibility Reports/ }))
    await user.click(await screen.findByRole('button', { name: 'Raise credibility issues' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Raise credibility issues' }))
    expect(await screen.findByText('The issues were not raised.')).toBeTruthy()
    expect(screen.getAllByText('The collection was closed meanwhile.')).not.toEqual([])
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('have them raised once, and not for providers of another risk', async () => {
    const entry = { activityLogs: [{ id: 1 }] }
    const { user } = await showReports({ [entries]: entry })
    await user.click(await screen.findByRole('link', { name: /^Credibility Reports/ }))
    const button = await screen.findByRole('button', { name: 'Raise credibility issues' })
    await vi.waitFor(() =>
      expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
        "Issues have already been raised for this submission's credibility reports.",
      ),
    )
    cleanup()
    await showReports({ 'GET /submissions/{id}': shown })
    await screen.findByRole('link', { name: /^Credibility Reports/ })
    expect(screen.queryByRole('button', { name: 'Raise credibility issues' })).toBeNull()
  })
})
