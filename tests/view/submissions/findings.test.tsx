import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { StatusName } from '../../../src/domain/status.ts'
import type { SubmissionWire } from '../../../src/domain/wire/submissions.ts'
import { Component as Approval } from '../../../src/features/submissions/approval/page.tsx'
import { Component as SubmissionLayout } from '../../../src/features/submissions/layout/page.tsx'
import { Component as Submit } from '../../../src/features/submissions/submit/page.tsx'
import { submitter } from '../support/people.ts'
import { analyst, show } from '../support/services.tsx'
import { tasksAnswer } from '../support/tasks.ts'
import { collection, rule, submission, submissionId } from './fixtures.ts'

/** What was found in a file, as the pages of its submission read it: before it is submitted, and where approvers decide. */

const own = `/submissions/c-23056/${submissionId}`
const monitored = `/monitoring/23056/c-23056/0001/${submissionId}`

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
      </Route>
    ))}
  </Routes>
)

const open = (at: string, status: StatusName, user = submitter, change: Partial<SubmissionWire> = {}) => {
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
      'GET /submissions/{id}/notes': { notes: [] },
      'GET /submissions/{id}/summary': { outsideTolerance: 1, insideTolerance: 0, credibilityIssues: 0 },
      ...results,
    },
  })
}

describe('on the Approval page', () => {
  it('is shown to the agency, whose analysts approve', async () => {
    await open(`${monitored}/approval`, 'ANALYST_APPROVAL', analyst)
    const table = within(await screen.findByRole('table', { name: 'Findings' }))
    expect(table.getByRole('row', { name: /^Other rules outside tolerance/ }).textContent).toMatch(/1$/)
    expect(table.getByRole('row', { name: /^Students/ }).textContent).toContain('420')
    expect(table.getByRole('row', { name: /^Open issues/ }).textContent).toBe('Open issues2View issues')
    expect(table.getByRole('link', { name: 'View them' }).getAttribute('href')).toMatch(
      new RegExp(`^${monitored}/reports\\?`),
    )
  })

  it('is not shown to the provider, who decides nothing there', async () => {
    await open(`${own}/approval`, 'ANALYST_APPROVAL')
    await screen.findByRole('list', { name: 'Approvals' })
    expect(screen.queryByText('Findings')).toBeNull()
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
