import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import type { StatusName } from '../../../src/domain/status.ts'
import type { SubmissionWire } from '../../../src/domain/wire/submissions.ts'
import { Component as Approval } from '../../../src/features/submissions/approval/page.tsx'
import { Component as SubmissionLayout } from '../../../src/features/submissions/layout/page.tsx'
import { analyst, aWhile, show } from '../support/services.tsx'
import { tasksAnswer } from '../support/tasks.ts'
import { collection, collectionEvent, fileEvent, history, submission, submissionId } from './fixtures.ts'

/** What the submission comes to, event by event; its number is the first one's and its place. */
const way = ['AGENCY_APPROVAL', 'SC_APPROVAL', 'APPROVED', 'PROVIDER_SIGNOFF'] as const
const first = 5

const at = (version: number): SubmissionWire => {
  const names = way.slice(0, version - first + 1)
  return submission(names.at(-1) as StatusName, {
    version,
    stateHistory: history('QUALITY_PROCESSING_COMPLETE', ...names),
    liveSequence: 0,
  })
}

/** The page of an analyst, with what the server answers to a question for the submission. */
const open = async (
  answer: () => SubmissionWire | Promise<SubmissionWire>,
  calls: Record<string, unknown> = {},
) => {
  const asked = vi.fn(answer)
  const shown = await show(
    <Routes>
      <Route path="/monitoring/:reference/:collectionId/:instId/:submissionId" element={<SubmissionLayout />}>
        {/* The stepper leads on to the sign-off. */}
        <Route path="*" element={<Approval />} />
      </Route>
    </Routes>,
    {
      at: `/monitoring/23056/c-23056/0001/${submissionId}/approval`,
      user: analyst,
      answers: {
        'GET /submissions/{id}': asked,
        'GET /submissions/{id}/lifecycle': { events: [] },
        'GET /submissions/{id}/notes': { notes: [] },
        'GET /submissions/{id}/commit-allowed-status': {
          submissionStatuses: { ...at(first).facts.blockers, openIssues: 0, ruleFailures: 0 },
          commitNotAllowedReasons: [],
          blockingRules: 0,
        },
        'GET /collections/{reference}': collection(),
        'GET /tasks': tasksAnswer([]),
        'GET /submissions/{id}/summary': { outsideTolerance: 0, insideTolerance: 0, credibilityIssues: 0 },
        ...calls,
      },
    },
  )
  await screen.findByRole('list', { name: 'Approvals' }, aWhile)
  // The decisions come a moment later, and with them the next submission that awaits one.
  await screen.findByText(/^Next task/, {}, aWhile)
  let sequence = 0
  return {
    asked,
    user: shown.user,
    /** A live message that the submission has come to what its event of this number led to. */
    tellOf: (version: number) => {
      const { status, facts } = at(version)
      sequence += 1
      shown.tell({ ...fileEvent('APPROVED'), sequence, version, status, facts })
    },
    /** Something has changed that no message tells: the submission is asked for again. */
    askAgain: () => {
      sequence += 1
      shown.tell({ ...collectionEvent('Open'), sequence })
    },
  }
}

const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)

/** Then the stepper leads on to the sign-off, where the decision is beside the form: the heading has it until that page is shown. */
const isSigningOff = () =>
  document.querySelector('h1')?.parentElement?.textContent?.includes('Awaiting provider sign off')

/** The decisions that are offered, as buttons or as choices. */
const decisions = (): string[] => [
  ...new Set(textsOf('button, label').flatMap(name => name.match(/^(Approve|Decline|Request)/)?.[0] ?? [])),
]

/** Everything on the page that says where the submission stands, or what can be done. */
const drawn = () => ({
  heading: document.querySelector('h1')?.parentElement?.textContent,
  buttons: isSigningOff() ? [] : decisions(),
  stepper: textsOf('nav[aria-label="Submission progress"] li'),
  chain: textsOf('ol[aria-label="Approvals"] li'),
  // Of the moments only that they are told: a live message has one of its own.
  receipt: textsOf('dl div, dl dt, dl dd').map(text => text.replace(/\d\d\/\d\d\/\d{4} \d\d:\d\d/, 'then')),
})

/** The page as it is drawn by one answer alone. */
const drawnOf = async (version: number) => {
  await open(() => at(version))
  const page = drawn()
  cleanup()
  return page
}

describe('a submission in the browser', () => {
  it('is asked for again when the reference period ends, with what stands against submitting it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      const commitStatus = vi.fn(() => ({
        submissionStatuses: { ...at(first).facts.blockers, openIssues: 0, ruleFailures: 0 },
        commitNotAllowedReasons: [],
        blockingRules: 0,
      }))
      const answers = ['2024-11-01T13:00:00Z', undefined].map(changesAt => {
        const known = at(first)
        return {
          ...known,
          now: '2024-11-01T12:00:00Z',
          facts: { ...known.facts, ...(changesAt ? { changesAt } : {}) },
        }
      })
      const page = await open(() => answers.shift() as SubmissionWire, {
        'GET /submissions/{id}/commit-allowed-status': commitStatus,
      })
      const askedBefore = commitStatus.mock.calls.length
      await act(() => vi.advanceTimersByTimeAsync(59 * 60_000))
      expect(page.asked).toHaveBeenCalledTimes(1)
      await act(() => vi.advanceTimersByTimeAsync(2 * 60_000))
      expect(page.asked).toHaveBeenCalledTimes(2)
      expect(commitStatus).toHaveBeenCalledTimes(askedBefore + 1)
      await act(() => vi.advanceTimersByTimeAsync(24 * 60 * 60_000))
      expect(page.asked).toHaveBeenCalledTimes(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is asked for once when the reference period ends, also by a browser whose clock is ahead', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      // Five minutes to go by the server's clock, while the period has ended by the one here.
      const [changesAt, now] = ['2024-11-01T11:59:00Z', '2024-11-01T11:54:00Z']
      const answers = [changesAt, undefined].map(moment => {
        const known = at(first)
        return { ...known, now, facts: { ...known.facts, ...(moment ? { changesAt: moment } : {}) } }
      })
      const page = await open(() => answers.shift() as SubmissionWire)
      await act(() => vi.advanceTimersByTimeAsync(4 * 60_000))
      expect(page.asked).toHaveBeenCalledTimes(1)
      await act(() => vi.advanceTimersByTimeAsync(2 * 60_000))
      expect(page.asked).toHaveBeenCalledTimes(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('does not step back with an answer that is older than a live message', async () => {
    const expected = await drawnOf(first + 2)
    const older = Promise.withResolvers<SubmissionWire>()
    const newer = Promise.withResolvers<SubmissionWire>()
    const answers = [at(first), older.promise, newer.promise]
    const page = await open(() => answers.shift() as SubmissionWire | Promise<SubmissionWire>)
    expect(drawn().buttons).toEqual(['Approve', 'Decline'])
    page.askAgain()
    await vi.waitUntil(() => page.asked.mock.calls.length === 2, aWhile)
    page.tellOf(first + 2)
    await waitFor(() => expect(drawn()).toEqual(expected), aWhile)
    older.resolve(at(first + 1))
    // It is asked for again at once, and nothing of the older answer is drawn meanwhile.
    await vi.waitUntil(() => page.asked.mock.calls.length === 3, aWhile)
    expect(drawn()).toEqual(expected)
    newer.resolve(at(first + 2))
    await newer.promise
    await waitFor(() => expect(drawn()).toEqual(expected), aWhile)
  })

  it('moves on with the answer to a decision, and asks for nothing again', async () => {
    const expected = await drawnOf(first + 1)
    const page = await open(() => at(first), { 'POST /submissions/update-state/{id}': () => at(first + 1) })
    await page.user.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirmation required!' }))
    await page.user.click(dialog.getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(drawn()).toEqual(expected), aWhile)
    page.tellOf(first + 1)
    await act(async () => undefined)
    expect(drawn()).toEqual(expected)
    expect(page.asked).toHaveBeenCalledTimes(1)
  })

  it('draws heading, buttons, stepper, chain and receipt of one snapshot, in whatever order news come', async () => {
    const byVersion = new Map<number, ReturnType<typeof drawn>>()
    for (const [place] of way.entries()) byVersion.set(first + place, await drawnOf(first + place))
    const anyVersion = fc.integer({ min: first, max: first + way.length - 1 })
    const anyNews = fc.record({ by: fc.constantFrom('answer' as const, 'message' as const), of: anyVersion })
    await fc.assert(
      fc
        .asyncProperty(anyVersion, fc.array(anyNews, { minLength: 1, maxLength: 4 }), async (start, news) => {
          let newest = start
          const late: SubmissionWire[] = []
          const page = await open(() => late.shift() ?? at(newest))
          for (const { by, of } of news) {
            newest = Math.max(newest, of)
            if (by === 'message') page.tellOf(of)
            else {
              late.push(at(of))
              page.askAgain()
              await vi.waitUntil(() => late.length === 0, aWhile)
              // The answer has come, and whatever it changes is drawn.
              await act(async () => undefined)
            }
            await waitFor(() => expect(drawn()).toEqual(byVersion.get(newest)), aWhile)
          }
        })
        .afterEach(cleanup),
      { numRuns: 8, seed: 20261126 },
    )
  }, 60_000)
})
