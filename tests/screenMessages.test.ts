import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isInLayout, screenFiles } from '../scripts/bundle.ts'
import { everyScreen } from '../src/messages/language.ts'
import { spokenBy } from './support/spoken.ts'

/*
 * What domain and charts say is loaded with the screens that say it: a message of a scope that is not loaded cannot be
 * drawn, and takes the whole screen away. Tests of views have every message loaded and do not see it.
 */

const root = join(import.meta.dirname, '..')

/** Scopes of messages that a screen's code can make, and never draws. */
const undrawn: Readonly<Record<string, readonly string[]>> = {
  // The offer of a bulk run only counts whom it takes.
  'src/features/management/collections/page.tsx': ['job'],
  'src/features/management/collection/page.tsx': ['job'],
  // Who acts next only asks whether the signed form can be returned, and draws no refusal of it.
  'src/features/inspector/SubmissionLifecycle.tsx': ['submissions.sign-off'],
  'src/features/submissions/processing/page.tsx': ['submissions.sign-off'],
  'src/features/submissions/quality/page.tsx': ['submissions.sign-off'],
  'src/features/submissions/approval/page.tsx': ['submissions.sign-off'],
  // The server reads the register; its screen only names the columns.
  'src/features/management/register-import/page.tsx': ['server'],
}

/** The inspector fetches charts to draw them; of their guards it lets the lifecycle's speak alone (`guardMessages.ts`). */
const isChart = (file: string): boolean => relative(root, file).startsWith('src/machines/')

/** Scopes that a module can say something of and that are not loaded, with the file that makes the message. */
const lacking = (file: string, loaded: readonly string[], seen = new Set<string>()): string[] => {
  const way = `${file} ${loaded.join(' ')}`
  if (seen.has(way)) return []
  seen.add(way)
  const { scopes, later } = spokenBy(file)
  return [
    ...[...scopes]
      .filter(([scope]) => !loaded.includes(scope))
      .map(([scope, by]) => `${scope}, of ${relative(root, by)}`),
    ...later
      .filter(({ file: part }) => !isChart(part))
      .flatMap(part => lacking(part.file, [...new Set([...loaded, ...part.scopes])].toSorted(), seen)),
  ]
}

const layout = screenFiles.find(({ page }) => page === 'src/features/submissions/layout/page.tsx')

describe('messages of domain and charts', () => {
  it.each(screenFiles.map(({ page, scopes }) => ({ page, scopes })))(
    'are loaded by $page',
    ({ page, scopes }) => {
      const withIt = isInLayout(page) ? (layout?.scopes ?? []) : []
      expect(
        lacking(join(root, page), [...everyScreen, ...scopes, ...withIt, ...(undrawn[page] ?? [])]),
      ).toEqual([])
    },
  )

  it('are found', () => {
    const scopesOf = (page: string) => [...spokenBy(join(root, 'src/features', page)).scopes.keys()]
    expect(scopesOf('submissions/manage/onlineValidationPage.tsx')).toContain('lifecycle')
    expect(scopesOf('submissions/credibility/page.tsx')).toContain('issue')
    expect(scopesOf('management/collection/page.tsx')).toContain('collection')
  })

  it('of the lifecycle are no part of the first load', () => {
    const first = ['src/features/dashboard/Dashboard.tsx', 'src/app/Frame.tsx', 'src/app/Root.tsx']
    expect(first.filter(file => spokenBy(join(root, file)).scopes.has('lifecycle'))).toEqual([])
  })
})
