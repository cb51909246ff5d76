import { screen } from '@testing-library/react'
import { matchRoutes, useRoutes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { routes } from '../../src/app/routes.tsx'
import { screens as redirects } from '../../src/app/screens/redirects.tsx'
import { collectionStateOf } from '../../src/domain/collection.ts'
import { portalRoutes } from '../../src/domain/routes.ts'
import { Component as Dashboard } from '../../src/features/dashboard/Dashboard.tsx'
import { Shell } from '../../src/features/shell/Shell.tsx'
import { Component as ManageSubmissions } from '../../src/features/submissions/manage/page.tsx'
import { collection, listRow } from './submissions/fixtures.ts'
import { monitoringRow } from './support/monitoring.ts'
import { guest, receiver, regulatorAnalyst, submitter } from './support/people.ts'
import { analyst, show } from './support/services.tsx'

const movedScreens = await Promise.all(
  Object.entries(redirects).map(async ([name, load]) => ({ name, ...(await load()) })),
)

describe('an old address', () => {
  function Redirects() {
    const moved = portalRoutes.flatMap(route => {
      const target = movedScreens.find(({ name }) => 'screen' in route && name === route.screen)
      return 'path' in route && target ? [{ path: route.path, element: target.element }] : []
    })
    return useRoutes([...moved, { path: '*', element: <h1>Arrived</h1> }])
  }

  // Specification 2 §2.2; where a part of the portal is still to come, its address says so itself.
  it.each([
    ['/admin/23056/c23056/0001/s1/reports', '/monitoring/23056/c23056/0001/s1/reports'],
    ['/admin', '/monitoring/'],
    [
      '/collection/c23056/submission/s1/reports/quality/QR.1/5016?a=1',
      '/submissions/c23056/s1/reports/quality/QR.1/5016?a=1',
    ],
    ['/collection/c23056/online-validation/s1/upload', '/online-validation/c23056/s1/upload'],
    ['/collection/23056/activityLog', '/submissions/23056/activity-log'],
    ['/monitoring/reference/23056', '/monitoring/23056'],
  ])('%s leads to %s', async (from, to) => {
    const { address } = await show(<Redirects />, { at: from })
    expect(await screen.findByText('Arrived')).toBeTruthy()
    expect(address()).toBe(to)
  })
})

describe('the first screens lead nowhere where there is nothing', () => {
  const answers = {
    'GET /demonstration': { state: 'done', done: 8, total: 8 },
    'GET /providers/{instId}/collections': { collections: [collection()] },
    'GET /submissions': { submissions: [listRow('APPROVED')] },
    'GET /submissions/{id}/commit-allowed-status': {
      submissionStatuses: {
        isNotLatest: false,
        notCollectionEndDate: false,
        operationalFailures: false,
        ruleFailures: 0,
      },
      commitNotAllowedReasons: [],
    },
    'GET /collections': {
      collections: [
        collection(),
        collection({
          id: 'v',
          reference: '24056',
          name: 'Validating',
          state: collectionStateOf('Validation'),
        }),
      ],
      pagingMetadata: { total: 2 },
    },
    'GET /collections/{reference}/submissions': { submissions: [monitoringRow('0001', 'ANALYST_APPROVAL')] },
  }

  it.each([
    ['a provider', { ...submitter, roles: ['submitter', 'sign-off', 'ovt-submitter'] }],
    ['who only validates online', { ...submitter, roles: ['ovt-submitter'] }],
    ['a guest', guest],
    ['the agency', analyst],
    ['a regulator', regulatorAnalyst],
    ['who receives deliveries', receiver],
  ])('%s', async (_, user) => {
    await show(
      <Shell>
        <Dashboard />
        {user.organisationType === 'provider' && <ManageSubmissions />}
      </Shell>,
      { user, answers },
    )
    const links = await screen.findAllByRole('link')
    const hrefs = links.map(link => link.getAttribute('href') ?? '').filter(href => href.startsWith('/'))
    expect(hrefs.length).toBeGreaterThan(0)
    const dead = hrefs.filter(href => matchRoutes(routes, href.split('?')[0]!)?.at(-1)?.route.path === '*')
    expect(dead).toEqual([])
  })
})
