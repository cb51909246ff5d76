import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { Component as SubmissionLayout } from '../../../src/features/submissions/layout/page.tsx'
import { Component as Quality } from '../../../src/features/submissions/quality/page.tsx'
import { show } from '../support/services.tsx'
import { collection, issueEvent, rule, signOffPerson, submission } from './fixtures.ts'

it('asks again for report, counts and what stands against the submission when something is done about an issue', async () => {
  const shown = submission('QUALITY_PROCESSING_COMPLETE')
  const status = { code: 'OPEN', name: 'Open', isOpen: true, awaits: 'nobody' } as const
  const now = { openIssues: 0, issue: null as { id: string; status: typeof status } | null, outside: 2 }
  const { tell } = await show(
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
        'GET /submissions/{id}/commit-allowed-status': () => ({
          submissionStatuses: { ...shown.facts.blockers, openIssues: now.openIssues, ruleFailures: 0 },
          commitNotAllowedReasons: [],
        }),
        'GET /submissions/{id}/validations': () => ({
          validations: [
            rule('QR.A', { issue: now.issue }),
            rule('QR.B', { Status: now.outside > 1 ? '1' : '0' }),
          ],
          comparedWith: null,
          uploads: [],
          pagingMetadata: { totalResultsCount: 2, limit: -1, offset: 0 },
        }),
        'GET /credibility/{submissionId}/get-previous-submissions/{collectionId}/{instId}': {
          previousSubmissions: [],
        },
        'GET /credibility/{submissionId}/get-reports/{providerId}': { chapters: [] },
        'GET /collection-reports/{submissionId}/reports': { reports: [] },
        'GET /files/all-quality-rule-failures-exists': { exists: true },
      },
    },
  )
  expect(await screen.findByText('2 of 2 rules outside tolerance')).toBeTruthy()
  expect(await screen.findAllByRole('cell', { name: '--' })).toHaveLength(2)
  expect(screen.queryByText('There is a problem')).toBeNull()
  Object.assign(now, {
    openIssues: 1,
    outside: 1,
    issue: { id: '00000000-0000-4000-8000-000000000001', status },
  })
  tell(issueEvent(shown.uuid))
  expect(await screen.findByRole('link', { name: 'Open' })).toBeTruthy()
  expect(await screen.findByText(/^1 of 2 rules/)).toBeTruthy()
  expect(await screen.findAllByText('There is a problem')).not.toEqual([])
})
