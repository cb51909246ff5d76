import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import type { QualityRuleRow } from '../../../src/domain/wire/quality.ts'
import { Component as SubmissionLayout } from '../../../src/features/submissions/layout/page.tsx'
import { Component as Quality } from '../../../src/features/submissions/quality/page.tsx'
import { type Answers, show } from '../support/services.tsx'
import { collection, issueEvent, rule, signOffPerson, submission } from './fixtures.ts'

const open = { code: 'OPEN', name: 'Open', isOpen: true, awaits: 'nobody' } as const
const shown = submission('QUALITY_PROCESSING_COMPLETE')

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
          validations: [rule('QR.A')],
          pagingMetadata: { totalResultsCount: 1, limit: 10, offset: 0 },
        },
        'GET /submissions/{id}/summary': {
          header: 'Quality rules',
          insideTolerance: 10,
          outsideTolerance: 1,
          credibilityIssues: 0,
        },
        'GET /submissions/{id}/failure-summary-table': { rows: [] },
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
  expect(item.textContent).toContain('The collection is still loading. Try again in a moment.')
})

it('asks again for report, counts and what stands against the submission when something is done about an issue', async () => {
  const now = { openIssues: 0, issue: null as QualityRuleRow['issue'], outside: 2 }
  const { tell } = await showQuality({
    'GET /submissions/{id}/commit-allowed-status': () => ({
      submissionStatuses: { ...shown.facts.blockers, openIssues: now.openIssues, ruleFailures: 0 },
      commitNotAllowedReasons: [],
    }),
    'GET /submissions/{id}/validations': () => ({
      validations: [rule('QR.A', { issue: now.issue })],
      pagingMetadata: { totalResultsCount: 1, limit: 10, offset: 0 },
    }),
    'GET /submissions/{id}/summary': () => ({
      header: 'Quality rules',
      insideTolerance: 10,
      outsideTolerance: now.outside,
      credibilityIssues: 0,
    }),
  })
  expect(await screen.findByText('2 of 12 rules are outside tolerance.')).toBeTruthy()
  expect(await screen.findByRole('cell', { name: '--' })).toBeTruthy()
  expect(screen.queryByText('There is a problem')).toBeNull()
  Object.assign(now, {
    openIssues: 1,
    outside: 1,
    issue: { id: '00000000-0000-4000-8000-000000000001', status: open, link: null },
  })
  tell(issueEvent(shown.uuid))
  expect(await screen.findByText('Open')).toBeTruthy()
  expect(await screen.findByText(/^1 of 11 rules/)).toBeTruthy()
  expect(await screen.findAllByText('There is a problem')).not.toEqual([])
})
