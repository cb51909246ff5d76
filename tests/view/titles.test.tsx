import { screen, waitFor } from '@testing-library/react'
import type { RouteObject } from 'react-router'
import { useRoutes } from 'react-router'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { routes } from '../../src/app/routes.tsx'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { ProblemError, type ProblemKind, problem } from '../../src/domain/problem.ts'
import { collection, signOffPerson, submission, submissionId } from './submissions/fixtures.ts'
import { guest, validator } from './support/people.ts'
import { providerOverview } from './support/providerOverview.ts'
import { type Answers, analyst, show } from './support/services.tsx'

/*
 * Page titles are the page name followed by the product name (specification 1 §1), on every page of the router and
 * whatever the server answers; a refusal is told as one, and what is not there as not found.
 */

/** The routes below the frame with their pages in hand, for the frame of the tests draws no route that loads late. */
const withPages = async (given: readonly RouteObject[]): Promise<RouteObject[]> =>
  Promise.all(
    given.map(async route => {
      const { lazy, children, errorElement: _, ...rest } = route
      const page =
        typeof lazy === 'function' ? ((await lazy()) as { Component?: RouteObject['Component'] }) : {}
      return {
        ...rest,
        ...(page.Component ? { Component: page.Component } : {}),
        ...(children ? { children: await withPages(children) } : {}),
      } as RouteObject
    }),
  )

let pages: RouteObject[]
beforeAll(async () => {
  const [root] = routes
  pages = await withPages(root?.children ?? [])
})
beforeEach(() => {
  document.title = 'The page before'
})

function Pages() {
  return useRoutes(pages)
}

const { id: collectionId } = collection()
const own = `/submissions/${collectionId}/${submissionId}`
const checkedId = 'checked-file'
const checked = `/online-validation/${collectionId}/${checkedId}`
const mirror = `/monitoring/23056/${collectionId}/0001/${submissionId}`

type Visit = [path: string, title: string, user?: UserPrincipal]

const open = (path: string, answers: Answers, user: UserPrincipal) =>
  show(<Pages />, { at: path, answers, user })

const titled = (title: string) => waitFor(() => expect(document.title).toBe(`${title} – Bedel`))

const complete = submission('QUALITY_PROCESSING_COMPLETE')
const checkedFile = submission('QUALITY_PROCESSING_COMPLETE', {
  uuid: checkedId,
  isOvt: true,
  facts: { ...complete.facts, submissionId: checkedId, mode: 'ovt' },
})
const answers: Answers = {
  'GET /submissions/{id}': complete,
  'GET /submissions/{id}/commit-allowed-status': {
    submissionStatuses: { ...complete.facts.blockers, ruleFailures: 0 },
    commitNotAllowedReasons: [],
  },
  'GET /providers/{instId}/collections': { collections: [collection()] },
  'GET /collections': { collections: [], pagingMetadata: { total: 0 } },
  'GET /collections/{reference}': collection(),
  'GET /collections/{reference}/submissions': { submissions: [] },
  'GET /providers/{instId}/overview': providerOverview,
  'GET /regulators': { regulators: [] },
  'GET /submissions': { submissions: [] },
}

describe('the title of a page', () => {
  it.each<Visit>([
    ['/', 'Dashboard'],
    ['/submissions', 'Manage Submissions'],
    ['/submissions/23056/activity-log', 'Activity log'],
    ['/online-validation', 'Online Validation Tool', validator],
    [`${checked}/upload`, 'Upload', validator],
    [`${checked}/processing`, 'Processing', validator],
    [`${checked}/reports`, 'Quality Assurance', validator],
    [`${checked}/lifecycle`, 'Lifecycle of the submission', validator],
    [`${own}/upload`, 'Upload'],
    [`${own}/processing`, 'Processing'],
    [`${own}/reports`, 'Quality Assurance'],
    [`${own}/reports/quality/QR.1/5016`, 'QR.1'],
    [`${own}/reports/students`, 'Findings by student'],
    [`${own}/reports/students/5`, 'Student'],
    [`${own}/reports/additional-reports/FREQCOUNT`, 'Frequency Counts'],
    [`${own}/reports/additional-reports/NONE`, 'Report not found'],
    [`${own}/submit`, 'Submit'],
    [`${own}/approval`, 'Approval'],
    [`${own}/signoff`, 'Sign Off'],
    [`${own}/lifecycle`, 'Lifecycle of the submission'],
    ['/monitoring', 'Monitoring', analyst],
    ['/monitoring/23056', 'Student 2023/24', analyst],
    ['/monitoring/23056/sector', 'Sector, Student 2023/24', analyst],
    ['/monitoring/providers/0001', 'University of Ashby', analyst],
    ['/inspector', 'Diagram – Submission lifecycle – Machine inspector', analyst],
    ['/inspector?view=text', 'Text – Submission lifecycle – Machine inspector', analyst],
    ['/inspector?view=heat', 'Heat – Submission lifecycle – Machine inspector', analyst],
    ['/no/such', 'Page not found'],
    ['/callback/other', 'Page not found'],
  ])('%s is %s', async (path, title, user = signOffPerson) => {
    const given = path.startsWith(checked) ? { ...answers, 'GET /submissions/{id}': checkedFile } : answers
    await open(path, given, user)
    await titled(title)
  })

  it.each<Visit>([
    [`${own}/reports`, 'Submission'],
    ['/monitoring/23056', 'Monitoring', analyst],
  ])('stands on %s while it loads: %s', async (path, title, user = signOffPerson) => {
    const never = () => new Promise<never>(() => undefined)
    await open(
      path,
      { ...answers, 'GET /submissions/{id}': never, 'GET /collections/{reference}': never },
      user,
    )
    await titled(title)
  })
})

/** Everything that a call answers is this problem. */
const allRefuse = (kind: ProblemKind): Answers =>
  new Proxy<Record<string, unknown>>(
    {},
    {
      has: () => true,
      get: () => () => {
        throw new ProblemError(problem(kind, 'The server says so.'))
      },
    },
  )
const only = (name: string, kind: ProblemKind): Answers => ({
  ...answers,
  [name]: () => {
    throw new ProblemError(problem(kind, 'The server says so.'))
  },
})

describe('a page that the server refuses', () => {
  it.each<Visit>([
    ['/submissions', 'Access Denied'],
    [`${own}/reports`, 'Access Denied'],
    [`${mirror}/reports`, 'Access Denied', analyst],
    ['/monitoring/23056', 'Access Denied', analyst],
  ])('%s shows the panel', async (path, title, user = signOffPerson) => {
    await open(path, allRefuse('forbidden'), user)
    expect(
      await screen.findByText('You do not have a valid role to view the content on this page.'),
    ).toBeTruthy()
    await titled(title)
  })

  it('shows it for what is a part of the page as well, with the rest of the page', async () => {
    await open(
      `${own}/reports/quality/QR.1/5016`,
      only('GET /submissions/{id}/validations/{validationId}', 'forbidden'),
      signOffPerson,
    )
    expect(await screen.findByRole('heading', { level: 2, name: 'Access Denied' })).toBeTruthy()
    await titled('Access Denied')
    expect(screen.getByRole('heading', { level: 1, name: complete.fileName })).toBeTruthy()
  })

  it('is not asked for where the role is known not to see it', async () => {
    await open('/submissions/23056/activity-log', {}, guest)
    expect(await screen.findByRole('heading', { level: 2, name: 'Access Denied' })).toBeTruthy()
    await titled('Access Denied')
  })
})

describe('a page whose subject there is not', () => {
  it.each<Visit>([
    ['/submissions/99999/activity-log', 'Collection not found'],
    [`${own}/reports`, 'Submission not found'],
    [`${mirror}/reports`, 'Submission not found', analyst],
    ['/monitoring/99999', 'Collection not found', analyst],
  ])('%s: %s', async (path, title, user = signOffPerson) => {
    await open(path, allRefuse('not-found'), user)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await titled(title)
  })

  it.each<[string, string, string]>([
    ['reports/quality/QR.9/5016', 'GET /submissions/{id}/validations/{validationId}', 'Rule not found'],
    [
      'reports/credibility/NONE/0001',
      'GET /credibilityapi/credibilityreport/{reportCode}/{submissionId}',
      'Report not found',
    ],
  ])('%s of a submission', async (page, call, title) => {
    await open(`${own}/${page}`, only(call, 'not-found'), signOffPerson)
    expect(await screen.findByRole('heading', { level: 2, name: title })).toBeTruthy()
    await titled(title)
  })
})

describe('a page that fails to load', () => {
  it.each<Visit>([
    [`${own}/reports`, 'The submission failed to load.'],
    ['/monitoring/23056', 'The collection failed to load.', analyst],
  ])('%s is named by the failure, and asked for again', async (path, title, user = signOffPerson) => {
    let isDown = true
    const call = path.startsWith('/monitoring') ? 'GET /collections/{reference}' : 'GET /submissions/{id}'
    const shown = await open(
      path,
      {
        ...answers,
        [call]: () => {
          if (isDown) throw new ProblemError(problem('unavailable', 'Later.'))
          return answers[call]
        },
      },
      user,
    )
    await titled(title)
    isDown = false
    await shown.user.click(screen.getByRole('button', { name: 'Try again' }))
    await titled(path.startsWith('/monitoring') ? 'Student 2023/24' : 'Quality Assurance')
  })
})
