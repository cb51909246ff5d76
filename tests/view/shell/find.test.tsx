import { act, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { Found } from '../../../src/domain/wire/search.ts'
// Fetched when it is needed: in hand here, for a busy machine takes longer to read it than a test waits.
import '../../../src/features/shell/FindAnything.tsx'
import '../../../src/features/shell/HelpDialog.tsx'
import { Shell } from '../../../src/features/shell/Shell.tsx'
import { notify } from '../../../src/ui/index.ts'
import { submitter } from '../support/people.ts'
import { type Answer, analyst, aWhile, type ShownOptions, show } from '../support/services.tsx'

/* Ctrl K: the dialog finds pages in the browser, and everything else by one call of the server. */

function Where() {
  const { pathname } = useLocation()
  return <h1>{pathname}</h1>
}

const provider: Found = {
  id: 'provider 0003',
  kind: 'provider',
  label: 'Cardigan Bay University',
  about: ['10007856'],
  statusId: null,
  page: '/monitoring/providers/0003',
}
const file: Found = {
  id: 'submission 1',
  kind: 'submission',
  label: 'cardigan.xml',
  about: ['Student 2023/24'],
  statusId: 18,
  page: '/monitoring/23056/c23056/0003/1',
}

const frame = (search: Answer, options: ShownOptions = {}) =>
  show(
    <Shell>
      <Where />
    </Shell>,
    {
      user: analyst,
      answers: {
        'GET /demonstration': { state: 'done', done: 8, total: 8 },
        'GET /search': search,
      },
      ...options,
    },
  )
const found = (...list: Found[]) => ({ found: list })
const dialog = () => screen.findByRole('dialog', { name: 'Find' }, aWhile)
const names = async () =>
  within(await dialog())
    .queryAllByRole('option')
    .map(option => option.textContent)

it('the button of the header names the key, and Ctrl K opens the same dialog, from which Esc leaves', async () => {
  const { user } = await frame(() => found())
  await user.click(screen.getByRole('button', { name: 'Find, Ctrl K' }))
  await dialog()
  await user.keyboard('x{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>}k{/Control}')
  expect(within(await dialog()).getByRole('searchbox')).toBe(document.activeElement)
})

it('Ctrl K opens no second dialog over another, but does while a toast is shown', async () => {
  const { user } = await frame(() => found())
  act(() => notify({ tone: 'good', title: 'Saved' }))
  await screen.findByRole('alertdialog')
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Help' }, aWhile)
  await user.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('dialog', { name: 'Find' })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>}k{/Control}')
  await dialog()
})

it('results are grouped by kind, arrow keys go through them, and Enter opens one', async () => {
  const { user } = await frame(() => found(provider, file))
  await user.keyboard('{Control>}k{/Control}')
  await dialog()
  await user.keyboard('cardigan')
  await waitFor(async () =>
    expect(await names()).toEqual([
      'Cardigan Bay University10007856',
      expect.stringMatching(/^cardigan\.xml/),
    ]),
  )
  const groups = within(await dialog()).getAllByRole('group')
  expect(
    groups.map(group => within(group).getAllByText(/^(Providers|Submissions)$/)[0]?.textContent),
  ).toEqual(['Providers', 'Submissions'])
  expect(within(await dialog()).getByRole('status').textContent).toBe(
    '2 results, at most 5 of a kind. Press Enter to open the first.',
  )
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(await screen.findByRole('heading', { name: file.page })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a late answer to earlier words is dropped', async () => {
  const answers: Record<string, (answer: unknown) => void> = {}
  const { user } = await frame(
    ({ query }) =>
      new Promise(resolve => {
        answers[String(query?.search)] = resolve
      }),
  )
  await user.keyboard('{Control>}k{/Control}')
  await dialog()
  await user.keyboard('card')
  await waitFor(() => expect(answers.card).toBeDefined(), aWhile)
  await user.keyboard('igan.xml')
  expect(within(await dialog()).getByRole('status').textContent).toBe('Searching…')
  await waitFor(() => expect(answers['cardigan.xml']).toBeDefined(), aWhile)
  answers.card?.(found(provider))
  answers['cardigan.xml']?.(found(file))
  await waitFor(async () => expect(await names()).toEqual([expect.stringMatching(/^cardigan\.xml/)]))
})

it('pages are those that the viewer may enter', async () => {
  const { user } = await frame(() => found(), { user: submitter })
  await user.keyboard('{Control>}k{/Control}')
  const shown = await names()
  // Specification 1 §6: a provider who signs off has its submissions and keys for software, and no page of the agency.
  expect(shown).toEqual(expect.arrayContaining(['Dashboard', 'Submissions', 'Issues', 'API keys']))
  for (const page of [
    'Monitoring',
    'Audit',
    'Collections',
    'Inspector',
    'Online validation',
    'New collection',
  ])
    expect(shown).not.toContain(page)
  await user.keyboard('new web{Enter}')
  expect(await screen.findByRole('heading', { name: '/suppliers/webhooks/new' })).toBeTruthy()
})

it('Enter opens the first result of a later search, too', async () => {
  const { user } = await frame(({ query }) => (query?.search === 'cardigan' ? found(provider) : found(file)))
  await user.keyboard('{Control>}k{/Control}')
  await dialog()
  await user.keyboard('cardigan')
  await waitFor(async () => expect(await names()).toEqual([expect.stringMatching(/^Cardigan/)]), aWhile)
  await user.keyboard('.xml')
  await waitFor(async () => expect(await names()).toEqual([expect.stringMatching(/^cardigan\.xml/)]), aWhile)
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: file.page })).toBeTruthy()
})

it('pages are no more than things of any other kind, once something is typed', async () => {
  const { user } = await frame(() => found())
  await user.keyboard('{Control>}k{/Control}')
  const all = (await names()).filter(name => name?.toLowerCase().includes('s'))
  expect(all.length).toBeGreaterThan(5)
  await user.keyboard('s')
  await waitFor(
    async () =>
      expect(within(await dialog()).getByRole('status').textContent).toBe(
        '5 results, at most 5 of a kind. Press Enter to open the first.',
      ),
    aWhile,
  )
  expect(await names()).toHaveLength(5)
})

it('says that nothing was found, and that a search failed', async () => {
  const { user } = await frame(({ query }) => {
    if (query?.search === 'zz') return found()
    throw new ProblemError(problem('internal', 'It broke.'))
  })
  await user.keyboard('{Control>}k{/Control}')
  await dialog()
  await user.keyboard('zz')
  const status = async () => within(await dialog()).getByRole('status').textContent
  await waitFor(async () => expect(await status()).toBe('Nothing found for “zz”.'), aWhile)
  await user.keyboard('y')
  await waitFor(
    async () => expect(await status()).toBe('The search failed. Change the text to try again.'),
    aWhile,
  )
})
