import { act, cleanup, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { type CollectionStateName, collectionStateOf } from '../../../src/domain/collection.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { statusOf } from '../../../src/domain/status.ts'
import { Component as CollectionMonitoring } from '../../../src/features/monitoring/CollectionMonitoring.tsx'
import { Component as CollectionsList } from '../../../src/features/monitoring/CollectionsList.tsx'
import { createPreferences } from '../../../src/hooks/index.ts'
import { Toasts } from '../../../src/ui/index.ts'
import { collection, fileEvent, issueEvent, submission } from '../submissions/fixtures.ts'
import { monitoringRow } from '../support/monitoring.ts'
import { regulatorAnalyst } from '../support/people.ts'
import { type Answer, analyst, type ShownOptions, show } from '../support/services.tsx'

describe('the list of collections', () => {
  it('leads to each collection with its period and state', async () => {
    await show(<CollectionsList />, {
      answers: {
        'GET /collections': {
          collections: [collection(), collection({ id: 'old', reference: '22056', name: 'Student 2022/23' })],
          pagingMetadata: { total: 2 },
        },
      },
    })
    const link = await screen.findByRole('link', { name: 'Student 2023/24' })
    expect(link.getAttribute('href')).toBe('/monitoring/23056')
    const rows = within(screen.getByRole('table', { name: 'Collections' })).getAllByRole('row')
    expect(rows[1]?.textContent).toBe('23056Student 2023/2401/08/2023 - 31/07/2024Open')
    expect(rows).toHaveLength(3)
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
    expect(screen.queryByText('There are no collections yet.')).toBeNull()
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
    expect(await screen.findByText('There are no collections yet.')).toBeTruthy()
  })
})

describe('the monitoring of a collection', () => {
  const first = [
    monitoringRow('0001', 'ANALYST_APPROVAL', { issueCount: 3 }),
    monitoringRow('0002', 'SC_APPROVAL', { regulatorCode: '5002', issueCount: 12 }),
    monitoringRow('0003', undefined),
    monitoringRow('0004', 'SIGNED_OFF'),
  ]
  const open = async (options: ShownOptions = {}, calls: Record<string, unknown> = {}) => {
    const rows = { now: first }
    const shown = await show(
      <>
        <Routes>
          <Route path="/monitoring/:reference" element={<CollectionMonitoring />} />
        </Routes>
        <Toasts />
      </>,
      {
        at: '/monitoring/23056',
        answers: {
          'GET /collections/{reference}': collection(),
          'GET /collections/{reference}/submissions': () => ({ submissions: rows.now }),
          'GET /regulators': {
            regulators: [
              { regulatorCode: '5016', name: 'Office for Higher Education' },
              { regulatorCode: '5002', name: 'Funding Council for Wales' },
            ],
          },
          ...calls,
        },
        ...options,
      },
    )
    const table = await screen.findByRole('table', { name: 'Submission Summary' })
    await within(table).findByText('Provider 0001')
    const listed = () =>
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent)
    return { ...shown, rows, table, listed }
  }

  it('shows every provider, with a link to its own page: state as a link to its submission, and whom it awaits; the latest upload first', async () => {
    const { table, listed } = await open()
    expect(listed()).toEqual(['Provider 0004', 'Provider 0002', 'Provider 0001', 'Provider 0003'])
    const row = within(table).getByRole('row', { name: /Provider 0001/ })
    expect(
      within(row)
        .getAllByRole('link')
        .map(link => link.getAttribute('href')),
    ).toEqual(['/monitoring/providers/0001', '/monitoring/23056/c-23056/0001/submission-of-0001/approval'])
    expect(row.textContent).toContain('Awaiting Bedel analyst approval')
    expect(within(row).getAllByRole('cell').at(-2)?.textContent).toBe('Bedel')
    const notStarted = within(table).getByRole('row', { name: /Provider 0003/ })
    expect(within(row).getAllByRole('cell').at(-3)?.textContent).toBe('3')
    expect(notStarted.textContent).toContain('Not started')
    expect(within(notStarted).getAllByRole('link')).toEqual([
      within(notStarted).getByRole('link', { name: 'Provider 0003' }),
    ])
  })

  it('sorts by open issues, most of them first', async () => {
    const { user, table, listed } = await open()
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
    const { user, table, listed } = await open(
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
    const { user, address } = await show(
      <Routes>
        <Route path="/monitoring/:reference" element={<CollectionMonitoring />} />
      </Routes>,
      {
        at: '/monitoring/23056',
        answers: {
          'GET /collections/{reference}': collection({ submissionDeadline: '2099-12-18' }),
          'GET /collections/{reference}/submissions': { submissions: rows },
          'GET /collections/{reference}/step-summary': {
            steps: [step(1, 'Upload', 1, 0, 'notStarted'), step(4, 'Approval', 2, 1, 'awaitsAgency')],
          },
          'GET /collections/{reference}/awaiting-me': {
            submissions: [
              {
                instId: '0001',
                publishedName: 'Provider 0001',
                submissionId: 'submission-of-0001',
                status: { id: 25, code: 'BEDEL_ANALYST_APPROVAL', name: 'Awaiting Bedel analyst approval' },
              },
            ],
          },
          'GET /regulators': { regulators: [] },
        },
      },
    )
    expect(screen.getByText(/deadline 18\/12\/2099, [\d,]+ days left/)).toBeTruthy()
    const next = await screen.findByRole('link', {
      name: 'Next awaiting you: Provider 0001, Awaiting Bedel analyst approval',
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
    expect(picture.textContent).toContain('Dark: 1 needs somebody.')
    expect(within(picture).getByText('1 awaits Bedel')).toBeTruthy()
    expect(within(picture).queryByText(/not started/)).toBeNull()
    await user.click(within(picture).getByRole('link', { name: 'Approval' }))
    expect(address()).toContain('ss.f.step=4')
    expect(listed().toSorted()).toEqual(['Provider 0001Changed 11:57', 'Provider 0002'])
    expect(within(picture).getByRole('link', { name: 'Approval' }).getAttribute('aria-current')).toBe('true')
    await user.click(within(picture).getByRole('link', { name: 'Approval' }))
    expect(listed()).toHaveLength(3)
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
      const { listed } = await open(
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

  it('counts for each choice of a filter the rows that the other filters leave', async () => {
    const { user } = await open({ at: '/monitoring/23056?ss.f.regulator=5016' })
    await user.click(screen.getByRole('button', { name: 'Awaiting action', expanded: false }))
    const choices = within(await screen.findByRole('dialog', { name: 'Awaiting action' }))
    expect(choices.getAllByRole('checkbox').map(box => box.closest('label')?.textContent)).toEqual([
      '--1',
      'Bedel1',
      'Provider1',
      'Statutory customer0',
    ])
  })

  it('narrows by filters that stand in the address, and gives them back one by one', async () => {
    const { user, listed, address } = await open({
      at: '/monitoring/23056?ss.f.awaiting=2&ss.f.regulator=5016',
    })
    expect(listed()).toEqual(['Provider 0001'])
    await user.click(screen.getByRole('button', { name: /Remove .*Awaiting action.*Bedel/ }))
    expect(listed()).toEqual(['Provider 0004', 'Provider 0001', 'Provider 0003'])
    expect(address()).toBe('/monitoring/23056?ss.f.regulator=5016')
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }))
    expect(listed()).toHaveLength(4)
  })

  it('remembers the filters for this user until they are cleared; an address that names filters comes first', async () => {
    const preferences = createPreferences()
    const again = async (options: ShownOptions = {}) => {
      cleanup()
      return open({ preferences, ...options })
    }
    const { user } = await open({ preferences, at: '/monitoring/23056?ss.f.regulator=5016' })
    await user.click(screen.getByRole('button', { name: 'Awaiting action', expanded: false }))
    await user.click(await screen.findByRole('checkbox', { name: /^Bedel/ }))

    const back = await again()
    expect(back.listed()).toEqual(['Provider 0001'])
    expect(back.address()).toBe('/monitoring/23056?ss.f.awaiting=2&ss.f.regulator=5016')

    const named = await again({ at: '/monitoring/23056?ss.f.provider=0001&ss.f.provider=0003' })
    expect(named.listed()).toEqual(['Provider 0001', 'Provider 0003'])
    const other = await again({ user: { ...analyst, userId: 'another' } })
    expect(other.listed()).toHaveLength(4)

    const once = await again()
    expect(once.listed()).toHaveLength(1)
    await once.user.click(screen.getByRole('button', { name: 'Clear all filters' }))
    expect(once.address()).toBe('/monitoring/23056')
    expect((await again()).listed()).toHaveLength(4)
  })

  it('saves what is in sight as a view that can be gone to, shared and deleted, by this user alone', async () => {
    const preferences = createPreferences()
    const again = async (options: ShownOptions = {}) => {
      cleanup()
      const shown = await open({ preferences, ...options })
      const before = shown.listed()
      await shown.user.click(screen.getByRole('button', { name: 'Saved views' }))
      const panel = within(await screen.findByRole('dialog', { name: 'Saved views' }))
      return { ...shown, before, panel }
    }
    const save = async ({ user, panel }: Awaited<ReturnType<typeof again>>, name: string) => {
      await user.type(panel.getByRole('textbox', { name: 'Name of the view' }), name)
      await user.click(panel.getByRole('button', { name: 'Save this view' }))
      return panel.findByRole('link', { name: name.trim() })
    }
    const filtered = '/monitoring/23056?ss.hide=student-count&ss.f.awaiting=2'
    const first = await again({ at: filtered })
    expect(first.panel.getByText('No view is saved yet.')).toBeTruthy()
    expect(first.panel.queryByRole('link')).toBeNull()
    await first.user.click(first.panel.getByRole('button', { name: 'Save this view' }))
    expect(first.panel.queryByRole('link')).toBeNull()
    expect((await save(first, '  Waits for us ')).getAttribute('aria-current')).toBe('true')

    // Its address brings it back, to others as well; what it filters by is remembered.
    const back = await again()
    expect(back.before).toHaveLength(4)
    const link = back.panel.getByRole('link', { name: 'Waits for us' })
    expect(link.getAttribute('href')).toBe(filtered)
    expect(link.getAttribute('aria-current')).toBeNull()
    await back.user.click(link)
    await expect.poll(back.listed).toEqual(['Provider 0001'])
    expect(back.address()).toBe(filtered)
    expect(within(back.table).queryByRole('columnheader', { name: 'Student count' })).toBeNull()
    expect(screen.queryByRole('dialog', { name: 'Saved views' })).toBeNull()
    const another = await again({ user: { ...analyst, userId: 'another' } })
    expect(another.panel.getByText('No view is saved yet.')).toBeTruthy()

    const later = await again()
    expect(later.before).toEqual(['Provider 0001'])
    await later.user.click(later.panel.getByRole('button', { name: 'Delete the view Waits for us' }))
    expect(later.panel.getByText('No view is saved yet.')).toBeTruthy()
    expect(preferences.getSnapshot().context.views).toEqual({})
  })

  it('moves with a live message of this collection', async () => {
    const { rows, tell, listed } = await open()
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
    const { rows, tell, table } = await open()
    const count = () =>
      within(within(table).getByRole('row', { name: /Provider 0001/ }))
        .getAllByRole('cell')
        .at(-3)?.textContent
    expect(count()).toBe('3')
    rows.now = [monitoringRow('0001', 'ANALYST_APPROVAL', { issueCount: 4 })]
    tell(issueEvent('submission-of-0001'))
    await expect.poll(count).toBe('4')
  })

  const choose = async ({ user }: Awaited<ReturnType<typeof open>>, provider: string, action: string) => {
    await user.click(screen.getByRole('button', { name: `More actions for ${provider}` }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
    return screen.findByRole('alertdialog', { name: 'Confirmation required!' })
  }

  it('approves after a confirmation that names provider, file and collection', async () => {
    const updateState = vi.fn<Answer>(() => ({}))
    const shown = await open({}, { 'POST /submissions/update-state/{id}': updateState })
    const dialog = await choose(shown, 'Provider 0001', 'Approve')
    for (const text of ['0001 - Provider 0001', 'hash-of-0001', 'Student 2023/24'])
      expect(dialog.textContent).toContain(text)
    expect(updateState).not.toHaveBeenCalled()
    shown.rows.now = [monitoringRow('0001', 'AGENCY_APPROVAL')]
    await shown.user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(updateState.mock.calls.map(([request]) => [request.path, request.body])).toEqual([
      [
        { id: 'submission-of-0001' },
        { action: 'approve', statusId: statusOf('AGENCY_APPROVAL').id, note: '' },
      ],
    ])
    await expect.poll(() => screen.queryByRole('alertdialog', { name: 'Confirmation required!' })).toBeNull()
    expect(await screen.findByText('Awaiting Bedel approval')).toBeTruthy()
    expect(await screen.findByText('Approved')).toBeTruthy()
  })

  it('does nothing when the confirmation is cancelled, and says in the dialog what the server refuses until it does not', async () => {
    const decline = vi
      .fn<Answer>(() => ({}))
      .mockImplementationOnce(() => {
        throw new ProblemError(problem('conflict', 'The submission has moved on.'))
      })
    const shown = await open({}, { 'POST /submissions/update-state/{id}': decline })
    const cancelled = await choose(shown, 'Provider 0001', 'Decline')
    await shown.user.click(within(cancelled).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog', { name: 'Confirmation required!' })).toBeNull()
    expect(decline).not.toHaveBeenCalled()

    const dialog = await choose(shown, 'Provider 0001', 'Decline')
    // Who declines says why (decisions §12).
    await shown.user.click(within(dialog).getByRole('button', { name: 'Decline' }))
    expect(await within(dialog).findByText('Write a note that tells the provider why.')).toBeTruthy()
    expect(decline).not.toHaveBeenCalled()
    await shown.user.type(within(dialog).getByRole('textbox'), 'Mend the start dates.')
    await shown.user.click(within(dialog).getByRole('button', { name: 'Decline' }))
    expect(await within(dialog).findByText('The submission has moved on.')).toBeTruthy()
    await shown.user.click(within(dialog).getByRole('button', { name: 'Decline' }))
    await expect.poll(() => screen.queryByRole('alertdialog', { name: 'Confirmation required!' })).toBeNull()
    // The status that is expected is the one that a decline leads to (decisions §3): 34, Resubmission required.
    expect(decline.mock.calls.map(([{ body }]) => body)).toEqual([
      { action: 'decline', statusId: 34, note: 'Mend the start dates.' },
      { action: 'decline', statusId: 34, note: 'Mend the start dates.' },
    ])
  })

  it('offers each viewer what the chart lets them do', async () => {
    const offered = async (shown: Awaited<ReturnType<typeof open>>, provider: string) => {
      await shown.user.click(screen.getByRole('button', { name: `More actions for ${provider}` }))
      const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
      await shown.user.keyboard('{Escape}')
      return names
    }
    const shown = await open({ user: { ...analyst, roles: [] } })
    expect(await offered(shown, 'Provider 0001')).toEqual(['Approve', 'Decline'])
    expect(await offered(shown, 'Provider 0003')).toEqual(['Create nil return'])
    expect(screen.queryByRole('button', { name: 'More actions for Provider 0002' })).toBeNull()
  })

  it("lets a regulator's analyst approve its own provider, and keeps the agency's sections to the agency", async () => {
    await open({ user: regulatorAnalyst })
    expect(screen.getByRole('button', { name: 'More actions for Provider 0002' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'More actions for Provider 0001' })).toBeNull()
    const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(sections).toEqual([
      'Step Summary',
      'Progress to the deadline',
      'Submission Summary',
      'Rules across providers',
    ])
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

  it('says that there is no such collection', async () => {
    await show(
      <Routes>
        <Route path="/monitoring/:reference" element={<CollectionMonitoring />} />
      </Routes>,
      {
        at: '/monitoring/99999',
        answers: {
          'GET /collections/{reference}': () => {
            throw new ProblemError(problem('not-found', 'There is no such collection.'))
          },
        },
      },
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Collection not found' })).toBeTruthy()
    expect(
      screen.getByText('There is no collection with this reference, or it is not open to you.'),
    ).toBeTruthy()
  })
})
