import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { glossaryTerms } from '../../../src/domain/glossary.ts'
import { helpedScreenAt } from '../../../src/domain/routes.ts'
import { Term } from '../../../src/features/common/Term.tsx'
// Fetched when it is needed: in hand here, for a busy machine takes longer to read it than a test waits.
import '../../../src/features/shell/HelpDialog.tsx'
import { Shell } from '../../../src/features/shell/Shell.tsx'
import { analyst, aWhile, type ShownOptions, show } from '../support/services.tsx'

const frame = (options: ShownOptions = {}) =>
  show(
    <Shell>
      <h1>Screen</h1>
    </Shell>,
    {
      user: analyst,
      answers: { 'GET /demonstration': { state: 'done', done: 8, total: 8 } },
      ...options,
    },
  )

const region = async (name: string) =>
  within(
    await within(await screen.findByRole('dialog', { name: 'Help' })).findByRole('region', { name }, aWhile),
  )

it('the ? of the header opens help for the page, which Escape closes', async () => {
  const { user } = await frame({ at: '/monitoring/23056' })
  await user.click(screen.getByRole('button', { name: 'Help' }))
  // Specification 2 §2.5: what the page of a collection is for.
  expect((await region('This page')).getByText(/^How far each provider is in this collection/)).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('each page has its own help', async () => {
  const { user } = await frame({ at: '/submissions/c/s/signoff' })
  await user.keyboard('?')
  expect((await region('This page')).getByText(/^Request sign-off, download the form/)).toBeTruthy()
})

it.each([
  ['/', 'dashboard'],
  ['/management/collections/new', 'newCollection'],
  ['/management/collections/23056', 'collection'],
  ['/management/providers/import', 'registerImport'],
  ['/delivery/downloads-log/', 'downloadsLog'],
  ['/Online-Validation/c/s/reports/students/17', 'student'],
  ['/monitoring/23056/c/0001/s/reports/quality/QR.1/5016', 'rule'],
  ['/management', undefined],
  ['/admin/collections', undefined],
])('%s has the help of %s', (path, screen) => expect(helpedScreenAt(path)).toBe(screen))

it('an address without a page has no help for it, but the glossary', async () => {
  const { user } = await frame({ at: '/nowhere' })
  await user.keyboard('?')
  await region('Glossary')
  expect(screen.queryByRole('region', { name: 'This page' })).toBeNull()
})

it('the glossary lists every term by name, and is searched by name and explanation', async () => {
  const { user } = await frame()
  await user.keyboard('?')
  const glossary = await region('Glossary')
  const names = () => glossary.queryAllByRole('term').map(({ textContent }) => textContent)
  expect(names()).toHaveLength(glossaryTerms.length)
  expect(names()).toEqual(names().toSorted((a, b) => a.localeCompare(b, 'en')))
  for (const name of [
    'Statutory customer (SC)',
    'Online validation tool (OVT)',
    'Enrichment',
    'Operational rule',
  ])
    expect(names()).toContain(name)
  const search = glossary.getByRole('searchbox', { name: 'Search the glossary' })
  await user.type(search, 'blocks submission')
  expect(names()).toEqual(['Operational rule'])
  expect(glossary.getByRole('status').textContent).toBe('1 term')
  await user.clear(search)
  await user.type(search, 'zzz')
  expect(names()).toEqual([])
  expect(glossary.getByRole('status').textContent).toBe('No matches')
})

it('a term opens its explanation beside it, by key and by pointer', async () => {
  const { user } = await show(
    <>
      <Term id="sc">SC approval</Term>
      <Term id="tolerance" isMark>
        Tolerance
      </Term>
    </>,
    { user: analyst },
  )
  screen.getByRole('button', { name: 'SC approval' }).focus()
  await user.keyboard('{Enter}')
  const panel = await screen.findByRole('dialog', { name: 'Meaning of SC approval' })
  expect(await within(panel).findByText('Statutory customer (SC)', {}, aWhile)).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Meaning of Tolerance' }))
  expect(await screen.findByText(/^The number or share of records that may fail/, {}, aWhile)).toBeTruthy()
})

it('links to the documents only where the server has them', async () => {
  const { user } = await frame({ at: '/' })
  const { dataset } = document.documentElement
  await user.keyboard('?')
  await region('Glossary')
  expect(screen.queryByRole('link', { name: /Guides and reference/ })).toBeNull()
  await user.keyboard('{Escape}')
  dataset.documents = ''
  try {
    await user.keyboard('?')
    await region('Glossary')
    const link = screen.getByRole('link', { name: /Guides and reference/ })
    expect(link.getAttribute('href')).toBe('/help/')
  } finally {
    delete dataset.documents
  }
})
