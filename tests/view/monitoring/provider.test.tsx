import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { ProviderOverviewWire } from '../../../src/domain/wire/providerOverview.ts'
import { Component as MonitoredProvider } from '../../../src/features/monitoring/provider/page.tsx'
import { beginning } from '../submissions/fixtures.ts'
import { regulatorAnalyst } from '../support/people.ts'
import { providerOverview } from '../support/providerOverview.ts'
import { analyst, show } from '../support/services.tsx'

const open = (change: Partial<ProviderOverviewWire> = {}, user = analyst) =>
  show(
    <Routes>
      <Route path="/monitoring/providers/:instId" element={<MonitoredProvider />} />
    </Routes>,
    {
      at: '/monitoring/providers/0001',
      user,
      answers: {
        'GET /providers/{instId}/overview': { ...providerOverview, ...change },
        'GET /providers/{instId}/contacts': { contacts: providerOverview.contacts },
        'GET /providers/{instId}/reminders': { reminders: [] },
      },
    },
  )

const hrefsIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map(link => link.getAttribute('href'))

describe('the page of a provider', () => {
  it('names the provider, its regulator, and whom to write to', async () => {
    await open()
    expect(await screen.findByRole('heading', { level: 1, name: 'University of Ashby' })).toBeTruthy()
    const details = screen.getByRole('region', { name: 'Details' })
    for (const text of ['0001', '10000001', 'England', 'East Midlands', 'Office for Higher Education'])
      expect(details.textContent).toContain(text)
    const contacts = screen.getByRole('region', { name: 'Contacts' })
    await within(contacts).findByText('Ada Wells, Data manager')
    expect(contacts.textContent).toContain('Ada Wells, Data manager')
    expect(hrefsIn(contacts)).toEqual([
      'mailto:ada@ashby.example',
      'tel:+4401234567',
      'mailto:ben@ashby.example',
    ])
  })

  it('says where the provider stands in every collection, with the way to its submission', async () => {
    await open()
    const table = await screen.findByRole('table', { name: 'Collections' })
    const row = within(table).getByRole('row', { name: /2023\/24/ })
    expect(row.textContent).toContain('Awaiting SC approval')
    expect(row.textContent).toContain('Approval / Sign off')
    expect(within(row).getAllByRole('cell').at(-2)?.textContent).toBe('2')
    expect(hrefsIn(row)).toEqual([
      '/monitoring/23056',
      '/inspector?view=why&collection=23056&inst=0001',
      '/monitoring/23056/c23056/0001/third/approval',
    ])
    const fresh = within(table).getByRole('row', { name: /2024\/25/ })
    expect(fresh.textContent).toContain('Not started')
    expect(hrefsIn(fresh)).toEqual(['/monitoring/24056', '/inspector?view=why&collection=24056&inst=0001'])
  })

  it('lets an administrator begin an upload in its place, where the chart does', async () => {
    const admin = { ...analyst, userId: 'bedel-admin', roles: ['admin'] }
    const [fresh, now, before] = providerOverview.collections
    if (!fresh || !now || !before) throw new Error('There are three collections.')
    const begun = (change: Parameters<typeof beginning>[0]) => ({ newSubmission: beginning(change).facts })
    const collections = [
      { ...fresh, ...begun({}) },
      { ...now, ...begun({ latestStatusId: 27 }) },
      { ...before, ...begun({ collectionState: 'Closed' }) },
    ]
    const { user, address } = await open({ collections }, admin)
    const button = (year: string) =>
      screen.findByRole('button', { name: `Upload a file for the provider to Student ${year}` })
    expect((await button('2022/23')).getAttribute('aria-disabled')).toBe('true')
    // What awaits approval would be replaced, which is asked first.
    await user.click(await button('2023/24'))
    const dialog = await screen.findByRole('alertdialog', { name: 'Upload a new file?' })
    await user.click(within(dialog).getByRole('button', { name: 'Keep the submission' }))
    expect(address()).toBe('/monitoring/providers/0001')
    await user.click(await button('2024/25'))
    expect(address()).toBe('/monitoring/24056/c24056/0001/new/upload')
  })

  it('offers no upload to anybody else', async () => {
    await open()
    await screen.findByRole('table', { name: 'Collections' })
    expect(screen.queryByRole('columnheader', { name: 'Upload for provider' })).toBeNull()
  })

  it('lists the uploads, and draws the rules outside of the collection in hand, with a table', async () => {
    const { user } = await open()
    const table = await screen.findByRole('table', { name: 'Uploads' })
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['third.xml', 'second.xml', 'first.xml'])
    expect(within(table).getByRole('row', { name: /second/ }).textContent).toContain('Thomas Whitby')
    const picture = screen.getByRole('figure', {
      name: 'Rules outside tolerance, by upload: Student 2023/24',
    })
    expect(picture.textContent).toContain(
      '2 rules are outside tolerance in the latest upload with results, 3 fewer than in the previous upload.',
    )
    await user.click(within(picture).getByRole('button', { name: 'Show as table' }))
    expect(within(picture).getAllByRole('row')).toHaveLength(3)
  })

  it('lists open issues and notes, each with its way there', async () => {
    await open()
    const issues = await screen.findByRole('table', { name: 'Open issues' })
    expect(hrefsIn(issues)).toEqual(['/issues/issue-1'])
    expect(screen.getByText('1 open issue')).toBeTruthy()
    for (const name of ['Open issues', 'Notes to the approvers'])
      expect(screen.getByRole('group', { name }).hasAttribute('data-stacks')).toBe(true)
    const notes = screen.getByRole('table', { name: 'Notes to the approvers' })
    expect(notes.textContent).toContain('They are exchange students.')
    expect(hrefsIn(notes)).toEqual([
      '/monitoring/23056/c23056/0001/third/reports/quality/QR.901/5016',
      '/monitoring/23056/c23056/0001/third/reports/credibility/SEN1/0001',
    ])
  })

  it('says of everything that there is nothing, and to a regulator nothing of contacts', async () => {
    await open(
      { contacts: null, collections: [], uploads: [], uploadCount: 0, issues: [], issueCount: 0, notes: [] },
      regulatorAnalyst,
    )
    expect(await screen.findByText('The provider has not uploaded a file yet.')).toBeTruthy()
    expect(screen.getByText('There are no collections that you can see yet.')).toBeTruthy()
    expect(screen.getByText('There are no open issues that you can see.')).toBeTruthy()
    expect(screen.getByText('No notes yet.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Contacts' })).toBeNull()
    expect(screen.queryByRole('figure')).toBeNull()
  })

  it('leads a regulator to the reports', async () => {
    await open({}, regulatorAnalyst)
    const table = await screen.findByRole('table', { name: 'Collections' })
    expect(hrefsIn(within(table).getByRole('row', { name: /2023\/24/ }))[1]).toBe(
      '/monitoring/23056/c23056/0001/third/reports',
    )
  })

  it('says where there is none', async () => {
    await show(
      <Routes>
        <Route path="/monitoring/providers/:instId" element={<MonitoredProvider />} />
      </Routes>,
      {
        at: '/monitoring/providers/0009',
        user: analyst,
        answers: {
          'GET /providers/{instId}/overview': () => {
            throw new ProblemError(problem('not-found', 'None.'))
          },
        },
      },
    )
    expect(await screen.findByRole('heading', { name: 'Provider not found' })).toBeTruthy()
  })
})
