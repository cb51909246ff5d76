import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { Component as Dashboard } from '../../../src/features/dashboard/Dashboard.tsx'
import { Component as IssuePage } from '../../../src/features/issues/issue/page.tsx'
import { ActivityLog } from '../../../src/features/monitoring/ActivityLog.tsx'
import { Component as SubmissionLayout } from '../../../src/features/submissions/layout/page.tsx'
import { collection, signOffPerson, submission, submissionId } from '../submissions/fixtures.ts'
import { id, issue } from '../support/issues.ts'
import { openMonitoring } from '../support/monitoringPage.tsx'
import { regulatorAnalyst } from '../support/people.ts'
import { analyst, show } from '../support/services.tsx'
import { task, tasksAnswer } from '../support/tasks.ts'

/** "Inspect" leads from each place to "Why not?" of the provider. */

const ofProvider = (instId: string) => `/inspector?view=why&collection=23056&inst=${instId}`
const hrefOf = (element: HTMLElement) => element.getAttribute('href')

describe('the link to the inspector', () => {
  it.each([
    ['0001', 'whose submission waits for approval'],
    ['0003', 'without an upload'],
  ])('is in the menu of a row of Monitoring: provider %s, %s', async instId => {
    const { user } = await openMonitoring()
    await user.click(screen.getByRole('button', { name: `More actions for Provider ${instId}` }))
    expect(hrefOf(await screen.findByRole('menuitem', { name: 'Inspect' }))).toBe(ofProvider(instId))
  })

  it('is not in the menu of a viewer who may not inspect', async () => {
    const { user } = await openMonitoring({ user: regulatorAnalyst })
    await user.click(screen.getByRole('button', { name: 'More actions for Provider 0002' }))
    expect(await screen.findByRole('menuitem', { name: 'Approve' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Inspect' })).toBeNull()
  })

  const openSubmission = (at: string, user = analyst) =>
    show(
      <Routes>
        {[
          '/submissions/:collectionId/:submissionId',
          '/monitoring/:reference/:collectionId/:instId/:submissionId',
        ].map(path => (
          <Route key={path} path={path} element={<SubmissionLayout />}>
            <Route path="submit" element={<p>Page</p>} />
          </Route>
        ))}
      </Routes>,
      {
        at: `${at}/submit`,
        user,
        answers: {
          'GET /submissions/{id}': { ...submission('QUALITY_PROCESSING_COMPLETE'), liveSequence: 0 },
          'GET /collections/{reference}': collection(),
        },
      },
    )

  it('is on the pages of a submission', async () => {
    await openSubmission(`/monitoring/23056/${collection().id}/0001/${submissionId}`)
    expect(hrefOf(await screen.findByRole('link', { name: 'Inspect' }))).toBe(
      `/inspector?view=why&submission=${submissionId}`,
    )
  })

  it('is not on the pages of a provider', async () => {
    await openSubmission(`/submissions/${collection().id}/${submissionId}`, signOffPerson)
    expect(await screen.findByText('Page')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Inspect' })).toBeNull()
  })

  it('is on the page of an issue', async () => {
    const about = issue('OPEN')
    await show(
      <Routes>
        <Route path="/issues/:issueId" element={<IssuePage />} />
      </Routes>,
      { at: `/issues/${id}`, answers: { 'GET /issues/{id}': about } },
    )
    expect(hrefOf(await screen.findByRole('link', { name: 'Inspect' }))).toBe(
      `/inspector?view=why&collection=${about.collection.reference}&inst=${about.provider.instId}`,
    )
  })

  it('is at a task', async () => {
    await show(<Dashboard />, { answers: { 'GET /tasks': tasksAnswer([task()]) } })
    expect(hrefOf(await screen.findByRole('link', { name: 'Inspect Provider 0001' }))).toBe(
      ofProvider('0001'),
    )
  })

  it('is at a line of the activity log', async () => {
    await show(<ActivityLog collection={{ id: 'c23056', reference: '23056' }} />, {
      answers: {
        'GET /collections/activity-log': {
          activityLogs: [
            {
              id: 1,
              instId: '0001',
              providerName: 'University of Ashby',
              submissionUuid: 'a-1',
              filename: 'file.xml',
              createdUtc: '2024-07-01T12:30:00Z',
              username: 'Mira Lindqvist',
              isAnonymised: false,
              type: { id: 2, name: 'Uploaded' },
              collectionId: 'c23056',
            },
          ],
          pagingMetadata: { total: 1 },
        },
      },
    })
    const table = within(await screen.findByRole('table'))
    expect(hrefOf(await table.findByRole('link', { name: 'Inspect University of Ashby' }))).toBe(
      ofProvider('0001'),
    )
  })
})
