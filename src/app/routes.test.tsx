import { matchRoutes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { isPortalRoute } from '../domain/routes.ts'
import { pagePath, rootPath, rulePath, type SubmissionAddress } from '../features/common/address.ts'
import { routes } from './routes.tsx'

/** The pattern that a path is shown by, and what is taken from it. */
const shownBy = (path: string) => {
  const matches = matchRoutes(routes, path) ?? []
  return {
    pattern: matches
      .map(({ route }) => route.path ?? '')
      .filter(part => part !== '' && part !== '/')
      .join('/'),
    params: matches.at(-1)?.params,
  }
}

const ids = { collectionId: 'c23056', submissionId: 'a-1' }
const mirror = { ...ids, reference: '23056', instId: '0001' }
const addresses: [SubmissionAddress, string][] = [
  [{ area: 'submissions', ...ids }, 'submissions/:collectionId/:submissionId'],
  [{ area: 'online-validation', ...ids }, 'online-validation/:collectionId/:submissionId'],
  [{ area: 'monitoring', ...mirror }, 'monitoring/:reference/:collectionId/:instId/:submissionId'],
  [
    { area: 'monitoring-online-validation', ...mirror },
    'monitoring/:reference/:collectionId/online-validation/:instId/:submissionId',
  ],
]

describe('every address of a submission that a screen links to has its page', () => {
  it.each(addresses)('$area', (address, pattern) => {
    const { area, ...named } = address
    expect(shownBy(rootPath(address))).toEqual({ pattern, params: named })
    const pages = area.endsWith('online-validation')
      ? (['upload', 'processing', 'reports'] as const)
      : (['upload', 'processing', 'reports', 'submit', 'approval', 'signoff'] as const)
    for (const page of pages) expect(shownBy(pagePath(address, page)).pattern).toBe(`${pattern}/${page}`)
    expect(shownBy(`${rootPath(address)}/lifecycle`).pattern).toBe(`${pattern}/lifecycle`)
    expect(shownBy(rulePath(address, 'QR.1', '5016'))).toEqual({
      pattern: `${pattern}/reports/quality/:rule/:regulatorCode`,
      params: { ...named, rule: 'QR.1', regulatorCode: '5016' },
    })
  })

  it.each(['/callback/x', '/callback', '/nowhere'])('and %s is not found', path => {
    expect(shownBy(path).pattern).toBe('*')
  })

  it('and what there is no page for is not found', () => {
    for (const [address] of addresses.filter(([{ area }]) => area.endsWith('online-validation')))
      for (const page of ['submit', 'approval', 'signoff'] as const)
        expect(shownBy(pagePath(address, page)).pattern).toBe('*')
    expect.assertions(6)
  })
})

describe('server and router know the same addresses', () => {
  it.each([
    ['/', true],
    ['/Submissions/', true],
    ['/submissions/c23056/a-1/reports/quality/QR.1/5016', true],
    ['/monitoring/23056/c23056/online-validation/0001/a-1/upload', true],
    ['/collection/c1/submission/s1', true],
    ['/collection/c1/submission/s1/reports', true],
    ['/online-validation', true],
    ['/online-validation/c23056/a-1/reports', true],
    ['/online-validation/c23056/a-1/lifecycle', true],
    ['/online-validation/c23056/a-1/submit', false],
    ['/nowhere', false],
    ['/callback', false],
    ['/submissions/c23056/a-1/nowhere', false],
    ['/monitoring/23056/c23056/online-validation/0001/a-1/signoff', false],
    ['/administrators', false],
  ])('%s: %s', (path, isKnown) => {
    expect(isPortalRoute(path)).toBe(isKnown)
    expect(matchRoutes(routes, path)?.at(-1)?.route.path !== '*').toBe(isKnown)
  })
})
