import { cleanup, screen, within } from '@testing-library/react'
import { Suspense, use } from 'react'
import { Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { type CollectionStateName, collectionStateOf } from '../../../src/domain/collection.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { StatusName } from '../../../src/domain/status.ts'
import { Component as SubmissionLayout } from '../../../src/features/submissions/layout/page.tsx'
import { Component as Upload } from '../../../src/features/submissions/upload/page.tsx'
import { aWhile, show } from '../support/services.tsx'
import {
  beginning,
  collection,
  collectionEvent,
  fileEvent,
  signOffPerson,
  submission,
  submissionId,
} from './fixtures.ts'

const { id: collectionId } = collection()

const newUpload = (
  <Routes>
    <Route path="/submissions/:collectionId/:submissionId" element={<SubmissionLayout />}>
      <Route path="upload" element={<Upload />} />
    </Route>
  </Routes>
)

const fetched = new Promise<never>(() => undefined)

/** A page whose code or words are still on their way. */
const Fetched = () => use(fetched)

describe('Submission layout', () => {
  it('names the submission while its page is still being fetched', async () => {
    await show(
      <Suspense>
        <Routes>
          <Route path="/submissions/:collectionId/:submissionId" element={<SubmissionLayout />}>
            <Route path="submit" element={<Fetched />} />
          </Route>
        </Routes>
      </Suspense>,
      {
        at: `/submissions/${collectionId}/${submissionId}/submit`,
        user: signOffPerson,
        answers: {
          'GET /submissions/{id}': { ...submission('QUALITY_PROCESSING_COMPLETE'), liveSequence: 0 },
          'GET /collections/{reference}': collection(),
        },
      },
    )
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(await screen.findByText('Loading')).toBeTruthy()
  })

  it.each([
    [3, 0, 'Blocked by 3 rules'],
    [9, 1, 'Blocked by 9 rules, 1 transfer'],
    [0, 2, 'Blocked by 2 transfers'],
  ])('names what blocks the step Submit: %i rules, %i transfers', async (rules, transfers, words) => {
    const shown = submission('QUALITY_PROCESSING_COMPLETE')
    const blockers = {
      ...shown.facts.blockers,
      operationalRuleFailures: rules > 0,
      pgrTransferConsentGiven: transfers > 0,
    }
    await show(
      <Routes>
        <Route path="/submissions/:collectionId/:submissionId" element={<SubmissionLayout />}>
          <Route path="reports" element={null} />
        </Route>
      </Routes>,
      {
        at: `/submissions/${collectionId}/${submissionId}/reports`,
        user: signOffPerson,
        answers: {
          'GET /submissions/{id}': { ...shown, facts: { ...shown.facts, blockers }, liveSequence: 0 },
          'GET /collections/{reference}': collection(),
          'GET /submissions/{id}/commit-allowed-status': {
            submissionStatuses: { ...blockers, openIssues: 0, ruleFailures: rules },
            commitNotAllowedReasons: ['Something blocks it.'],
            blockingRules: rules,
            awaitedTransfers: transfers,
          },
          'GET /submissions/{id}/summary': {
            outsideTolerance: rules,
            insideTolerance: 0,
            credibilityIssues: 0,
          },
        },
      },
    )
    const step = within(screen.getByRole('navigation', { name: 'Submission progress' }))
    expect(await step.findAllByText(words, {}, aWhile)).not.toHaveLength(0)
  })

  it('keeps the page of a new upload when the server is gone before it knows of the submission', async () => {
    let isGone = false
    const handler = vi.fn(() => {
      if (isGone) throw new ProblemError(problem('network', 'No answer.'))
      return beginning()
    })
    const { tell, live } = await show(newUpload, {
      at: `/submissions/${collectionId}/new/upload`,
      user: signOffPerson,
      answers: {
        'GET /submissions/new/{collectionId}/{instId}': handler,
        'GET /collections/{reference}': collection(),
      },
    })
    const page = await screen.findByText('Drag your XML file here')
    // Specification 2 §2.2 names a submission by the end of its id; one that is still to come has none: the heading names it.
    expect(screen.getByRole('heading', { name: 'New submission' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'New submission' })).toBeNull()
    isGone = true
    tell(fileEvent('UPLOADING', { submissionId: 'another' }))
    // A gap in the messages: everything is asked for afresh.
    live.send({ type: 'LIVE_MESSAGE', message: fileEvent('UPLOADED', { sequence: 9 }) })
    await vi.waitUntil(() => handler.mock.calls.length > 1, aWhile)
    expect(await screen.findByText('Drag your XML file here')).toBe(page)
    expect(screen.queryByText('The submission failed to load.')).toBeNull()
  })

  it('asks for what the guards read, and for the collection, when the collection is closed', async () => {
    // What the server sends then carries no facts (decisions §10: a live message to everybody whom it concerns).
    const now: { state: CollectionStateName } = { state: 'Open' }
    const factsOf = <T extends { facts: object }>(of: T): T => ({
      ...of,
      facts: { ...of.facts, collectionState: now.state },
    })
    const asked = vi.fn(() => collection({ state: collectionStateOf(now.state) }))
    const answers = {
      'GET /submissions/new/{collectionId}/{instId}': () => factsOf(beginning()),
      'GET /submissions/{id}': () => ({ ...factsOf(submission('UPLOAD_ERROR')), liveSequence: 0 }),
      'GET /collections/{reference}': asked,
    }
    const refused = { description: /collection is closed/i }
    for (const [id, text] of [
      ['new', 'Drag your XML file here'],
      [submission('UPLOAD_ERROR').uuid, 'Upload failed'],
    ] as const) {
      now.state = 'Open'
      const { tell } = await show(newUpload, {
        at: `/submissions/${collectionId}/${id}/upload`,
        user: signOffPerson,
        answers,
      })
      await screen.findByText(text)
      await vi.waitUntil(() => asked.mock.calls.length > 0, aWhile)
      expect(screen.queryAllByRole('button', refused)).toEqual([])
      now.state = 'Closed'
      const before = asked.mock.calls.length
      tell(collectionEvent('Closed'))
      expect((await screen.findAllByRole('button', refused)).length).toBeGreaterThan(0)
      await vi.waitUntil(() => asked.mock.calls.length > before, aWhile)
      cleanup()
    }
  })

  it('does not let an answer that was read before take back what a live message has told', async () => {
    const closed = { ...beginning().facts, collectionState: 'Closed' } as const
    const older = Promise.withResolvers<void>()
    let times = 0
    const handler = vi.fn(async () => {
      times += 1
      if (times === 2) await older.promise
      return times < 3 ? beginning() : { ...beginning(), facts: closed }
    })
    const { tell, live } = await show(newUpload, {
      at: `/submissions/${collectionId}/new/upload`,
      user: signOffPerson,
      answers: {
        'GET /submissions/new/{collectionId}/{instId}': handler,
        'GET /collections/{reference}': collection(),
      },
    })
    await screen.findByText('Drag your XML file here')
    // A gap in the messages: everything is asked for afresh, and the answer takes its time.
    live.send({
      type: 'LIVE_MESSAGE',
      message: fileEvent('UPLOADED', { sequence: 9, submissionId: 'another' }),
    })
    await vi.waitUntil(() => times === 2, aWhile)
    tell(fileEvent('UPLOADED', { sequence: 10, submissionId: 'another', facts: closed }))
    const refused = { name: 'Upload file', description: /collection is closed/i }
    expect(await screen.findByRole('button', refused)).toBeTruthy()
    older.resolve()
    await vi.waitUntil(() => times === 3, aWhile)
    expect(await screen.findByRole('button', refused)).toBeTruthy()
  })
})

describe('the banner', () => {
  it.each([
    [false, 'A later submission has replaced this one'],
    [true, 'The system is now creating issues automatically'],
  ])('tells first that another has taken the place: latest %s', async (isLatest, title) => {
    const shown = submission('QUALITY_PROCESSING_COMPLETE', { isLatest })
    await show(newUpload, {
      at: `/submissions/${collectionId}/${submissionId}/upload`,
      user: signOffPerson,
      answers: {
        'GET /submissions/{id}': { ...shown, facts: { ...shown.facts, isLatest, hasStoredFile: true } },
        'GET /collections/{reference}': collection({ disallowCreateIssues: true }),
      },
    })
    expect(await screen.findByText(title)).toBeTruthy()
  })

  it('says that the file of a replaced upload was removed, and when', async () => {
    const shown = submission('QUALITY_PROCESSING_COMPLETE', {
      isLatest: false,
      contentRemoved: '2024-12-06T09:00:00Z',
    })
    await show(newUpload, {
      at: `/submissions/${collectionId}/${submissionId}/upload`,
      user: signOffPerson,
      answers: {
        'GET /submissions/{id}': {
          ...shown,
          facts: { ...shown.facts, isLatest: false, hasStoredFile: false },
        },
      },
    })
    expect(
      await screen.findByText(/^Its file and its lists of records were removed 06\/12\/2024 09:00\./),
    ).toBeTruthy()
  })
})

describe('the links of the banner', () => {
  const other = '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0099'
  it.each([
    [
      { isLatest: false, replacedBy: other },
      'A later submission has replaced this one',
      'Open the latest submission',
    ],
    [
      { declinedBefore: { submissionId: other, at: '2024-12-06T09:00:00Z' } },
      'This file is identical to one that was declined 06/12/2024 09:00',
      'Open the declined submission',
    ],
  ])('lead from %o to the other submission', async (change, title, link) => {
    const shown = submission('AGENCY_APPROVAL', change)
    await show(newUpload, {
      at: `/submissions/${collectionId}/${submissionId}/upload`,
      user: signOffPerson,
      answers: {
        'GET /submissions/{id}': {
          ...shown,
          facts: { ...shown.facts, isLatest: shown.isLatest, hasStoredFile: true },
        },
        'GET /collections/{reference}': collection({}),
      },
    })
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(
      `/submissions/${collectionId}/${other}`,
    )
  })
})

describe('an upload from another window', () => {
  it('says why it could not be cancelled', async () => {
    const { user } = await show(newUpload, {
      at: `/submissions/${collectionId}/${submissionId}/upload`,
      user: signOffPerson,
      answers: {
        'GET /submissions/{id}': submission('UPLOADING'),
        'GET /files/unfinishedUpload': { upload: null },
        'GET /collections/{reference}': collection(),
        'POST /files/cancel-upload': () => {
          throw new ProblemError(problem('conflict', 'The file has arrived meanwhile.'))
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('The upload could not be cancelled.')).toBeTruthy()
  })
})

describe('the specification of results (decisions §10)', () => {
  const [former, later] = ['23056_1.0.0', '23056_1.1.0']
  const told = `Processed with ${former}; the collection now uses ${later}`

  /** A submission of the first specification, at one of its pages; the collection's can be changed. */
  const showResults = async (at: string, status: StatusName, inUse: string) => {
    const of = (specification: string) => {
      const known = submission(status)
      return { ...known, collection: { ...known.collection, specification } }
    }
    let answer = of(inUse)
    const shown = await show(
      <Routes>
        <Route path="/submissions/:collectionId/:submissionId" element={<SubmissionLayout />}>
          {['upload', 'processing', 'reports', 'reports/credibility/:code', 'submit'].map(path => (
            <Route key={path} path={path} element={<p>The page</p>} />
          ))}
        </Route>
      </Routes>,
      {
        at: `/submissions/${collectionId}/${submissionId}/${at}`,
        user: signOffPerson,
        answers: {
          'GET /submissions/{id}': () => answer,
          'GET /submissions/{id}/commit-allowed-status': {
            submissionStatuses: { ...answer.facts.blockers, openIssues: 0, ruleFailures: 0 },
            commitNotAllowedReasons: [],
            blockingRules: 0,
          },
          'GET /collections/{reference}': collection(),
        },
      },
    )
    await screen.findByText('The page')
    return {
      give: (specification: string) => {
        answer = of(specification)
        shown.tell({
          type: 'COLLECTION',
          collectionId,
          reference: '23056',
          stateId: collectionStateOf('Open').id,
          version: 3,
          occurredAt: '2024-11-01T12:00:00Z',
          instId: signOffPerson.organisationId,
          sequence: 1,
        })
      },
    }
  }

  it.each(['processing', 'reports', 'reports/credibility/A1'])(
    'is told on %s once the collection has another one',
    async page => {
      const { give } = await showResults(page, 'QUALITY_PROCESSING_COMPLETE', former)
      expect(screen.getByText(`Specification ${former}`)).toBeTruthy()
      expect(screen.queryByText(told)).toBeNull()
      give(later)
      expect(await screen.findByText(told, {}, aWhile)).toBeTruthy()
    },
  )

  it('is not told while there are no results yet', async () => {
    await showResults('processing', 'SCHEMA_CHECK', later)
    expect(screen.queryByText(told)).toBeNull()
  })

  it('is not told on pages without results', async () => {
    await showResults('upload', 'QUALITY_PROCESSING_COMPLETE', later)
    expect(screen.getByText(`Specification ${former}`)).toBeTruthy()
    expect(screen.queryByText(told)).toBeNull()
  })
})
