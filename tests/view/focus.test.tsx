import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PageFocus } from '../../src/app/PageFocus.tsx'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { StatusName } from '../../src/domain/status.ts'
import type { SubmissionWire } from '../../src/domain/wire/submissions.ts'
import { Component as Approval } from '../../src/features/submissions/approval/page.tsx'
import { Component as SubmissionLayout } from '../../src/features/submissions/layout/page.tsx'
import { Component as SignOff } from '../../src/features/submissions/sign-off/page.tsx'
import { Component as Submit } from '../../src/features/submissions/submit/page.tsx'
import { keepFocus } from '../../src/ui/index.ts'
import { collection, submission, submissionId } from './submissions/fixtures.ts'
import { monitoringRow } from './support/monitoring.ts'
import { openMonitoring } from './support/monitoringPage.tsx'
import { regulatorAnalyst, submitter } from './support/people.ts'
import { analyst, aWhile, show } from './support/services.tsx'

/*
 * An action takes its own button away, and the focus goes to what changed, never back to the top of the page. In a real
 * browser, by the keyboard and with uploads: e2e/focus.e2e.ts.
 */

beforeEach(() => {
  // jsdom draws nothing, so nothing would count as shown.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const focused = () => document.activeElement?.textContent

describe('after an approval in the monitoring table', () => {
  let end: () => void
  beforeEach(() => {
    end = keepFocus(document)
  })
  afterEach(() => end())

  const approve = async (user: UserPrincipal, from: StatusName, to: StatusName) => {
    const own = { regulatorCode: regulatorAnalyst.organisationId }
    const answered = submission(to, { uuid: 'submission-of-0001', version: 6 })
    const shown = await openMonitoring(
      { user },
      {
        'GET /collections/{reference}/submissions': { submissions: [monitoringRow('0001', from, own)] },
        'POST /submissions/update-state/{id}': {
          ...answered,
          facts: { ...answered.facts, ...own, submissionId: answered.uuid },
        },
      },
    )
    await shown.user.click(screen.getByRole('button', { name: 'More actions for Provider 0001' }))
    await shown.user.click(await screen.findByRole('menuitem', { name: 'Approve' }))
    const confirmation = { name: 'Confirmation required!' }
    const dialog = await screen.findByRole('alertdialog', confirmation)
    await shown.user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await expect.poll(() => screen.queryByRole('alertdialog', confirmation)).toBeNull()
  }

  it('it is at the row again, which has more to offer', async () => {
    await approve(analyst, 'ANALYST_APPROVAL', 'AGENCY_APPROVAL')
    await expect
      .poll(() => document.activeElement?.getAttribute('aria-label'))
      .toBe('More actions for Provider 0001')
  })

  it('it is at the name of the row where nothing is left to do with it', async () => {
    await approve(regulatorAnalyst, 'SC_APPROVAL', 'APPROVED')
    expect(screen.queryByRole('button', { name: 'More actions for Provider 0001' })).toBeNull()
    await expect.poll(() => document.activeElement?.getAttribute('scope')).toBe('row')
    expect(focused()).toContain('Provider 0001')
  })
})

describe('on the pages of a submission', () => {
  /** The page of a submission, in front of who signs off, at a status and after the request. */
  const open = async (page: 'submit' | 'signoff', from: StatusName, to: StatusName) => {
    const given = (name: StatusName, version: number): SubmissionWire =>
      submission(name, { version, liveSequence: 0 })
    return show(
      <main id="main" tabIndex={-1}>
        <PageFocus />
        <Routes>
          <Route path="/submissions/:collectionId/:submissionId" element={<SubmissionLayout />}>
            <Route path="submit" element={<Submit />} />
            <Route path="approval" element={<Approval />} />
            <Route path="signoff" element={<SignOff />} />
          </Route>
        </Routes>
      </main>,
      {
        at: `/submissions/c-23056/${submissionId}/${page}`,
        user: submitter,
        answers: {
          'GET /submissions/{id}': given(from, 5),
          'POST /submissions/update-state/{id}': given(to, 6),
          'GET /submissions/{id}/commit-allowed-status': {
            submissionStatuses: { ...given(from, 5).facts.blockers, openIssues: 0, ruleFailures: 0 },
            commitNotAllowedReasons: [],
            blockingRules: 0,
          },
          'GET /submissions/{id}/summary': { outsideTolerance: 0, insideTolerance: 0, credibilityIssues: 0 },
          'GET /submissions/{id}/lifecycle': { events: [] },
          'GET /submissions/{uuid}/notes': { notes: [] },
          'GET /collections/{reference}': collection(),
        },
      },
    )
  }

  it('it is at the heading of the approval after a submission', async () => {
    const { user, address } = await open('submit', 'QUALITY_PROCESSING_COMPLETE', 'AGENCY_APPROVAL')
    await user.click(await screen.findByRole('checkbox', {}, aWhile))
    await user.click(screen.getByRole('button', { name: 'Submit for approval' }))
    await expect.poll(address, aWhile).toMatch(/\/approval$/)
    await expect.poll(focused, aWhile).toBe('ashby-student-2023.xml')
  })

  it('it is at what was requested after the request of a sign-off', async () => {
    const { user } = await open('signoff', 'APPROVED', 'PROVIDER_SIGNOFF')
    await user.click(await screen.findByRole('checkbox', {}, aWhile))
    await user.click(screen.getByRole('button', { name: 'Request sign-off' }))
    await expect.poll(focused, aWhile).toBe('Sign-off requested')
  })
})
