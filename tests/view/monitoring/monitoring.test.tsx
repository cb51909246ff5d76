import { act, cleanup, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { type CollectionStateName, collectionStateOf } from '../../../src/domain/collection.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { Component as CollectionMonitoring } from '../../../src/features/monitoring/CollectionMonitoring.tsx'
import { Component as CollectionsList } from '../../../src/features/monitoring/CollectionsList.tsx'
import { collection, collectionEvent, fileEvent, issueEvent, submission } from '../submissions/fixtures.ts'
import { monitoringRow } from '../support/monitoring.ts'
import { openMonitoring } from '../support/monitoringPage.tsx'
import { show } from '../support/services.tsx'
import { task, tasksAnswer } from '../support/tasks.ts'

describe('the list of collections', () => {
  it('leads to each collection with its period and state', async () => {
    await show(<CollectionsList />, {
      answers: {
        'GET /collections': {
          collections: [
            collection({
              id: 'next',
              reference: '24056',
              name: 'Student 2024/25',
              state: { id: 7, name: 'Validation' },
            }),
            collection({ submissionDeadline: '2024-10-31' }),
          ],
          pagingMetadata: { total: 2 },
        },
        'GET /collection-progress': {
          collections: ['23056', '24056'].map(reference => ({
            reference,
            providers: 60,
            steps: [
              { code: 'upload', count: 20 },
              { code: 'signedOff', count: 12 },
            ],
          })),
        },
      },
    })
    const link = await screen.findByRole('link', { name: 'Student 2023/24' })
    expect(link.getAttribute('href')).toBe('/monitoring/23056')
    const rows = within(screen.getByRole('table', { name: 'Collections' })).getAllByRole('row')
    // A collection that only validates is apart, without numbers of work that nobody can do.
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      'In season',
      expect.stringMatching(
        /^23056Student 2023\/2401\/08\/2023 - 31\/07\/2024Open31\/10\/2024.*12 of 60 at sign-off, 40 started$/,
      ),
      'In preparation: no submissions yet',
      expect.stringMatching(/^24056Student 2024\/25.*Validation.*No deadline$/),
    ])
    expect(screen.queryByText(/Awaiting action/)).toBeNull()
  })

  it('shows the last page to an address that names a page beyond it', async () => {
    const all = Array.from({ length: 23 }, (_, at) =>
      collection({ id: `c${at}`, reference: `${at}`, name: `Collection ${at + 1}` }),
    )
    const { address } = await show(<CollectionsList />, {
      at: '/monitoring?mo.page=9',
      answers: {
        'GET /collections': ({ query }: { query?: Record<string, unknown> }) => ({
          collections: all.slice(Number(query?.offset), Number(query?.offset) + Number(query?.limit)),
          pagingMetadata: { total: all.length },
        }),
      },
    })
    expect(await screen.findByRole('link', { name: 'Collection 21' })).toBeTruthy()
    expect(screen.getByText('Page 3 of 3')).toBeTruthy()
    expect(screen.queryByText('No collections yet.')).toBeNull()
    await expect.poll(address).toBe('/monitoring?mo.page=3')
  })

  it('says that it could not be loaded, and tries again', async () => {
    let isDown = true
    const { user } = await show(<CollectionsList />, {
      answers: {
        'GET /collections': () => {
          if (isDown) throw new Error('The connection was closed.')
          return { collections: [], pagingMetadata: { total: 0 } }
        },
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The list of collections failed to load.',
    )
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No collections yet.')).toBeTruthy()
  })
})

describe('the monitoring of a collection', () => {
  it('shows every provider, with a link to its own page: state as a link to its submission, and whom it awaits; the latest upload first', async () => {
    const { table, listed } = await openMonitoring()
    expect(listed()).toEqual(['Provider 0004', 'Provider 0002', 'Provider 0001', 'Provider 0003'])
    const row = within(table).getByRole('row', { name: /Provider 0001/ })
    expect(
      within(row)
        .getAllByRole('link')
        .map(link => link.getAttribute('href')),
    ).toEqual(['/monitoring/providers/0001', '/monitoring/23056/c-23056/0001/submission-of-0001/approval'])
    expect(row.textContent).toContain('Awaiting Bedel analyst approval')
    expect(within(row).getAllByRole('cell').at(-4)?.textContent).toBe('Bedel')
    const notStarted = within(table).getByRole('row', { name: /Provider 0003/ })
    expect(within(row).getAllByRole('cell').at(-5)?.textContent).toBe('3')
    expect(notStarted.textContent).toContain('Not started')
    expect(within(notStarted).getAllByRole('link')).toEqual([
      within(notStarted).getByRole('link', { name: 'Provider 0003' }),
    ])
  })

  it('sorts by open issues, most of them first', async () => {
    const { user, table, listed } = await openMonitoring()
    await user.click(within(table).getByRole('button', { name: /Open issues/ }))
    expect(listed().slice(0, 2)).toEqual(['Provider 0002', 'Provider 0001'])
  })

  it('sorts progress by the order of the steps and not by their words, and equal rows by provider', async () => {
    // Specification 2 §4.4: Upload, Processing, Quality assurance, Submit, Approval, Sign off, "--".
    const steps = [
      ['0006', 'UPLOADED', 'Upload / Processing'],
      ['0008', 'UPLOAD_ERROR', 'Upload / Processing'],
      ['0007', 'ENRICHMENT', 'Processing / Quality assurance'],
      ['0003', 'QUALITY_RULES', 'Quality assurance / Submit'],
      ['0005', 'AGENCY_APPROVAL', 'Approval / Sign off'],
      ['0004', 'SIGNED_OFF', '--'],
    ] as const
    const { user, table, listed } = await openMonitoring(
      {},
      {
        'GET /collections/{reference}/submissions': {
          submissions: [
            monitoringRow('0008', 'UPLOAD_ERROR'),
            ...steps.filter(([id]) => id !== '0008').map(([id, status]) => monitoringRow(id, status)),
            monitoringRow('0001', undefined),
          ].reverse(),
        },
      },
    )
    await user.click(screen.getByRole('button', { name: 'Progress (Current/Next step)' }))
    expect(listed()).toEqual(['0001', ...steps.map(([id]) => id)].map(id => `Provider ${id}`))
    const texts = within(table)
      .getAllByRole('row')
      .slice(1)
      .map(row => within(row).getAllByRole('cell')[3]?.textContent)
    expect(texts).toEqual(['Upload / Processing', ...steps.map(([, , progress]) => progress)])
    await user.click(screen.getByRole('button', { name: 'Progress (Current/Next step)' }))
    expect(listed()[0]).toBe('Provider 0004')
    expect(listed().slice(-3)).toEqual(['Provider 0001', 'Provider 0006', 'Provider 0008'])
  })

  it('is narrowed by a step of the picture, and marks what has just changed', async () => {
    // The tests' noon of the first of November.
    const rows = [
      monitoringRow('0001', 'ANALYST_APPROVAL', {}, { statusSince: '2024-11-01T11:57:00Z' }),
      monitoringRow('0002', 'APPROVED', {}, { statusSince: '2024-10-14T09:30:00Z' }),
      monitoringRow('0003', undefined),
    ]
    const step = (id: number, name: string, count: number, needing: number, need: string) => ({
      step: { id, name },
      status: null,
      name,
      count,
      needing,
      need,
      latestSubmission: null,
    })
    const steps = [step(1, 'Upload', 1, 0, 'notStarted'), step(4, 'Approval', 2, 1, 'awaitsAgency')]
    const { user, address, tell } = await show(
      <Routes>
        <Route path="/monitoring/:reference" element={<CollectionMonitoring />} />
      </Routes>,
      {
        at: '/monitoring/23056',
        answers: {
          'GET /collections/{reference}': collection({ submissionDeadline: '2099-12-18' }),
          'GET /collections/{reference}/submissions': { submissions: rows },
          'GET /collections/{reference}/step-summary': () => ({ steps: [...steps] }),
          'GET /tasks': tasksAnswer([task()]),
          'GET /regulators': { regulators: [] },
        },
      },
    )
    expect(screen.getByText(/deadline 18\/12\/2099, [\d,]+ days left/)).toBeTruthy()
    const next = await screen.findByRole('link', {
      name: 'Next task: Provider 0001, Awaiting Bedel analyst approval',
    })
    expect(next.getAttribute('href')).toBe('/monitoring/23056/c-23056/0001/submission-of-0001/approval')
    const table = await screen.findByRole('table', { name: 'Submission Summary' })
    const listed = () =>
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent)
    await expect.poll(listed).toHaveLength(3)
    expect(within(table).getByRole('row', { name: /Provider 0001/ }).textContent).toContain('Changed 11:57')
    expect(within(table).getByRole('row', { name: /Provider 0002/ }).textContent).not.toContain('Changed')
    const picture = screen.getByRole('figure', { name: 'Providers by step' })
    expect(picture.textContent).toContain('Full colour shows the 1 provider that needs action.')
    expect(picture.textContent).toContain('2 of 3 providers are at Approval, the most common step.')
    expect(within(picture).getByText('1 waiting for Bedel')).toBeTruthy()
    expect(within(picture).queryByText(/not started/)).toBeNull()
    await user.click(within(picture).getByRole('link', { name: 'Approval' }))
    expect(address()).toContain('ss.f.step=4')
    expect(listed().toSorted()).toEqual(['Provider 0001Changed 11:57', 'Provider 0002'])
    expect(within(picture).getByRole('link', { name: 'Approval' }).getAttribute('aria-current')).toBe('true')
    await user.click(within(picture).getByRole('link', { name: 'Approval' }))
    expect(listed()).toHaveLength(3)
    // An override that is granted decides of what needs somebody.
    steps[1] = step(4, 'Approval', 2, 2, 'awaitsAgency')
    tell(issueEvent('submission-of-0001'))
    expect(await within(picture).findByText('2 waiting for Bedel')).toBeTruthy()
  })

  it('marks what has just changed for ten minutes, though nothing else happens', async () => {
    let now = Date.parse('2024-11-01T12:05:30Z')
    const minutes: (() => void)[] = []
    const { setInterval: start } = globalThis
    const timers = vi.spyOn(globalThis, 'setInterval').mockImplementation((tell, ms) => {
      if (ms === 60_000) minutes.push(tell as () => void)
      return start(tell, ms)
    })
    const pass = () => {
      now += 60_000
      act(() => {
        for (const tell of minutes) tell()
      })
    }
    try {
      const row = monitoringRow('0001', 'ANALYST_APPROVAL', {}, { statusSince: '2024-11-01T11:57:00Z' })
      const { listed } = await openMonitoring(
        { now: () => now },
        { 'GET /collections/{reference}/submissions': { submissions: [row] } },
      )
      expect(listed()).toEqual(['Provider 0001Changed 11:57'])
      pass()
      expect(listed()).toEqual(['Provider 0001Changed 11:57'])
      pass()
      expect(listed()).toEqual(['Provider 0001'])
    } finally {
      timers.mockRestore()
    }
  })

  it('moves with a live message of this collection', async () => {
    const { rows, tell, listed } = await openMonitoring()
    rows.now = [monitoringRow('0003', 'UPLOADING')]
    tell(
      fileEvent('UPLOADING', {
        submissionId: 'submission-of-0003',
        instId: '0003',
        facts: { ...submission('UPLOADING').facts, instId: '0003' },
      }),
    )
    await expect.poll(listed).toEqual(['Provider 0003'])
  })

  it('counts open issues again when something is done about one', async () => {
    const { rows, tell, table } = await openMonitoring()
    const count = () =>
      within(within(table).getByRole('row', { name: /Provider 0001/ }))
        .getAllByRole('cell')
        .at(-5)?.textContent
    expect(count()).toBe('3')
    rows.now = [monitoringRow('0001', 'ANALYST_APPROVAL', { issueCount: 4 })]
    tell(issueEvent('submission-of-0001'))
    await expect.poll(count).toBe('4')
  })

  it('follows the collection, and the facts of its rows, to another state', async () => {
    const now = { state: collectionStateOf('Open') as ReturnType<typeof collectionStateOf> }
    const { rows, tell, table } = await openMonitoring(
      {},
      { 'GET /collections/{reference}': () => collection(now) },
    )
    const state = () => screen.getByRole('heading', { level: 1 }).closest('header')?.textContent
    expect(state()).toContain('Open')
    now.state = collectionStateOf('Closed')
    rows.now = [monitoringRow('0009', 'SIGNED_OFF')]
    tell(collectionEvent('Closed'))
    await expect.poll(state).toContain('Closed')
    expect(await within(table).findByText('Provider 0009')).toBeTruthy()
  })

  it.each<[CollectionStateName, string[]]>([
    ['Draft', []],
    ['Validation', ['Submission Summary OVT', 'Activity log']],
  ])('draws nothing of what nobody can do yet: %s', async (state, sections) => {
    await show(
      <Routes>
        <Route path="/monitoring/:reference" element={<CollectionMonitoring />} />
      </Routes>,
      {
        at: '/monitoring/23056',
        answers: {
          'GET /collections/{reference}': collection({ state: collectionStateOf(state) }),
          'GET /collections/{reference}/submissions': { submissions: [] },
          'GET /regulators': { regulators: [] },
        },
      },
    )
    await screen.findByRole('heading', { level: 1, name: 'Student 2023/24' })
    expect(
      screen
        .queryAllByRole('heading', { level: 2 })
        .map(({ textContent }) => textContent)
        .filter(text => text !== 'Not open yet'),
    ).toEqual(sections)
    expect(screen.queryByText('Not open yet') !== null).toBe(state === 'Draft')
  })

  it('says of every collection whether additional reports are still to be released', async () => {
    const notice = 'Additional reports for this collection are still to be released.'
    for (const additionalReportsReleased of [false, true]) {
      await openMonitoring(
        {},
        { 'GET /collections/{reference}': collection({ reference: '22056', additionalReportsReleased }) },
      )
      expect(screen.queryAllByText(notice)).toHaveLength(additionalReportsReleased ? 0 : 1)
      cleanup()
    }
  })

  it('says that there is no such collection', async () => {
    await show(
      <Routes>
        <Route path="/monitoring/:reference" element={<CollectionMonitoring />} />
      </Routes>,
      {
        at: '/monitoring/99999',
        answers: {
          'GET /collections/{reference}': () => {
            throw new ProblemError(problem('not-found', 'Collection not found.'))
          },
        },
      },
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Collection not found' })).toBeTruthy()
    expect(screen.getByText('There is no collection with this reference, or you cannot see it.')).toBeTruthy()
  })
})
