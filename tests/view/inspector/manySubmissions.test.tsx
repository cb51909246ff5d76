import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { DeviationWire, Heat } from '../../../src/domain/wire/inspection.ts'
import { View as ConformanceView } from '../../../src/features/inspector/conformance/View.tsx'
import { View as HeatView } from '../../../src/features/inspector/heat/View.tsx'
import { createPreferences } from '../../../src/hooks/index.ts'
import { type Answer, type ShownOptions, show } from '../support/services.tsx'
import { submissionId } from './histories.ts'

import { collections, heat, id, lifecycle, listed } from './inspections.ts'

/** The looks at many submissions at once: what a person sees and can do there. */

describe('heat', () => {
  const waiting = { ...heat.states[0]!, statusId: id('AGENCY_APPROVAL') }
  const open = async (
    at = '/inspector?view=heat',
    { figures = heat, ...options }: ShownOptions & { figures?: Heat } = {},
  ) => {
    const queries: Record<string, unknown>[] = []
    const shown = await show(<HeatView chart={lifecycle} />, {
      ...options,
      at,
      answers: {
        'GET /collections': collections,
        'GET /inspection/{reference}/heat': (({ query }) => {
          queries.push(query ?? {})
          return figures
        }) satisfies Answer,
        'GET /inspection/{reference}/submissions': (({ query }) => {
          queries.push(query ?? {})
          return listed
        }) satisfies Answer,
      },
    })
    await screen.findByText('2 submissions from 1 provider')
    return { ...shown, queries }
  }

  it('lists what is behind a number: those there now, those that ever were', async () => {
    const { user, queries } = await open()
    await user.click(screen.getByRole('link', { name: '2: Submissions now at "Provisioned"' }))
    expect(await screen.findByRole('link', { name: 'student.xml' })).toBeDefined()
    expect(queries.at(-1)).toEqual({ statusId: String(id('PROVISIONED')) })
    await user.click(screen.getByRole('link', { name: '3: Submissions that have been at "Uploaded"' }))
    await waitFor(() => expect(queries.at(-1)).toEqual({ visited: String(id('UPLOADED')) }))
  })

  it('says in words what is over the target, and lists it', async () => {
    const late = { ...heat.states[1]!, statusId: id('SC_APPROVAL'), current: 3, target: 5, over: 2 }
    const { user, queries } = await open('/inspector?view=heat', { figures: { ...heat, states: [late] } })
    expect(
      screen.getByText(/Over target: "Awaiting [^"]+", 2 submissions \(target 5 working days\)\./),
    ).toBeDefined()
    const row = within(screen.getByRole('table', { name: 'Statuses' })).getAllByRole('row')[1]!
    expect(row.textContent).toContain('5 working days, 2 over target')
    await user.click(within(row).getByRole('link', { name: /^2 over target: Submissions over target at/ }))
    expect(await screen.findByRole('heading', { name: /^Submissions over target at/ })).toBeDefined()
    expect(queries.at(-1)).toEqual({ statusId: String(id('SC_APPROVAL')), over: 'yes' })
  })

  it('shows the median of the year before where there is one', async () => {
    await open()
    expect(screen.queryByRole('columnheader', { name: /^Median in/ })).toBeNull()
    cleanup()
    const states = heat.states.map(state => ({ ...state, formerMedian: 7_200 }))
    const former = { reference: '22056', name: 'Student 2022/23' }
    await open(undefined, { figures: { ...heat, former, states } })
    expect(screen.getByRole('columnheader', { name: 'Median in 22056' })).toBeDefined()
    const row = within(screen.getByRole('table', { name: 'Statuses' })).getByRole('row', {
      name: /^Uploaded/,
    })
    expect(within(row).getAllByRole('cell').at(-1)?.textContent).toBe('2 h')
  })

  it('leads to a history with nothing in the address of one that was looked at before', async () => {
    const state = 'processing.provisioned'
    await open(`/inspector?view=heat&state=${state}&list=now&submission=s-1&at=2&sq.open=3&sq.page=4`)
    const link = await screen.findByRole('link', { name: 'student.xml' })
    const names = [...new URLSearchParams(link.getAttribute('href') ?? '').keys()]
    expect(names.filter(name => ['at', 'state', 'sq.open', 'sq.page'].includes(name))).toEqual([])
    expect(link.getAttribute('href')).toContain(`submission=${submissionId}`)
  })

  it('says in sentences what the figures say', async () => {
    await open()
    expect(
      screen.getByText('Most common status among unfinished submissions: "Provisioned" (2).'),
    ).toBeDefined()
  })

  it('shows stages as columns, and of a chosen status what it is, its figures and how its stays ended', async () => {
    const { user, address, queries } = await open()
    const picture = within(
      screen.getByRole('group', { name: 'Statuses by stage, with the transitions between them' }),
    )
    expect(picture.getAllByRole('button').map(card => card.getAttribute('aria-label'))).toEqual([
      'Uploaded: 3 visits, median 30 s',
      'Provisioned: 2 visits, 2 now',
    ])
    await user.tab()
    picture.getAllByRole('button')[0]!.focus()
    await user.keyboard('{ArrowDown}{ArrowRight}{Enter}')
    expect(address()).toContain('state=processing.provisioned')
    expect(screen.getByRole('heading', { name: 'Provisioned' })).toBeDefined()
    await user.click(screen.getByRole('link', { name: '2 submissions' }))
    expect(await screen.findByRole('heading', { name: 'Submissions now at "Provisioned"' })).toBeDefined()
    picture.getAllByRole('button')[0]!.focus()
    await user.keyboard(' ')
    const lengths = within(screen.getByRole('figure', { name: 'Length of stay' }))
    expect(lengths.getByText('3 stays, none of a day or longer.')).toBeDefined()
    const bars = lengths.getByRole('img', {
      name: /^Stays by length: under 1 min 2, under 1 h 1, under 24 h 0,/,
    })
    // A role that reaches 3:1 on the sheet (`scripts/contrast.ts`); the steps of the scale do not.
    expect(bars.querySelector('rect')?.getAttribute('fill')).toBe('var(--series)')
    expect(screen.queryByRole('heading', { name: /^Submissions/ })).toBeNull()
    const ends = within(screen.getByRole('table', { name: 'Events that ended stays' }))
    expect(ends.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'EventCount',
      'Provisioning started2 of 3',
      'Replaced by a later submission1 of 3',
    ])
    await user.click(ends.getByRole('link', { name: 'Replaced by a later submission' }))
    expect(
      await screen.findByRole('heading', { name: 'Submissions that left "Uploaded" through "Superseded"' }),
    ).toBeDefined()
    const uploaded = id('UPLOADED')
    expect(queries.at(-1)).toEqual({ event: 'SUPERSEDED', ways: `${uploaded}-${uploaded}` })
    await user.click(screen.getByRole('button', { name: 'Close the list' }))
    expect(address()).toMatch(/state=ingestion\.uploaded$/)
  })

  it.each([
    [19, 'Only 19 stays'],
    [20, '1 min'],
  ])('has a 95th percentile of %i stays: %s', async (visits, shown) => {
    const states = heat.states.map(state => ({ ...state, visits }))
    await open('/inspector?view=heat&state=ingestion.uploaded', { figures: { ...heat, states } })
    expect(screen.getByText('95% within').nextElementSibling?.textContent).toBe(shown)
    const table = within(screen.getByRole('table', { name: 'Statuses' }))
    const row = table.getByRole('row', { name: /^Uploaded/ })
    expect(within(row).getAllByRole('cell').at(-1)?.textContent).toBe(shown)
  })

  it('leaves the focus at the status whose details are closed, by the button or a second press', async () => {
    const { user, address } = await open('/inspector?view=heat&state=processing.provisioned&list=now')
    const card = () => screen.getByRole('button', { name: /^Provisioned: / })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(address()).toBe('/inspector?view=heat')
    expect(document.activeElement).toBe(card())
    await user.keyboard('{Enter}')
    expect(address()).toContain('state=processing.provisioned')
    await user.keyboard('{Enter}')
    expect(address()).toBe('/inspector?view=heat')
    expect(document.activeElement).toBe(card())
  })

  it('has where the stays are longest before the picture, as it is read on a narrow screen', async () => {
    await open('/inspector?view=heat', { figures: { ...heat, states: [waiting] } })
    const table = screen.getByRole('table', { name: 'Longest waits' })
    const picture = screen.getByRole('group', {
      name: 'Statuses by stage, with the transitions between them',
    })
    expect(table.compareDocumentPosition(picture) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
    expect(screen.getByText(/A clock marks a status that waits for a person/)).toBeDefined()
  })

  it('draws the ways in a role that reaches 3:1 on every ground', async () => {
    const [first] = heat.states
    const way = { event: 'SUBMIT', fromStatusId: first!.statusId, toStatusId: waiting.statusId, count: 2 }
    await open('/inspector?view=heat', {
      figures: { ...heat, states: [first!, waiting], transitions: [way] },
    })
    const picture = screen.getByRole('group', {
      name: 'Statuses by stage, with the transitions between them',
    })
    const lines = [...picture.querySelectorAll(':scope > g > path')]
    expect(lines.map(line => line.getAttribute('stroke'))).toEqual(['var(--edge)', 'var(--edge)'])
  })

  it('gives the figures and the lists of a status that is chosen on the whole chart', async () => {
    const { user, address } = await open(
      '/inspector?view=heat&picture=chart&state=ingestion.uploaded&list=ever',
    )
    await screen.findByRole('heading', { name: 'Submissions that have been at "Uploaded"' })
    expect(await screen.findByRole('figure', { name: 'Length of stay' })).toBeDefined()
    ;(await screen.findByRole('button', { name: /^Provisioned, / })).focus()
    await user.keyboard(' ')
    expect(address()).toContain('state=processing.provisioned')
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: /^Submissions that have been at/ })).toBeNull(),
    )
    await user.click(screen.getByRole('link', { name: '2 submissions' }))
    expect(await screen.findByRole('heading', { name: 'Submissions now at "Provisioned"' })).toBeDefined()
    await user.click(screen.getByRole('link', { name: '2 times, 1 provider' }))
    expect(
      await screen.findByRole('heading', { name: 'Submissions that have been at "Provisioned"' }),
    ).toBeDefined()
  })

  it('draws the whole chart where that is chosen', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Stages View' }))
    await user.click(await screen.findByRole('option', { name: 'Whole chart' }))
    expect(await screen.findByRole('combobox', { name: 'Find a state or transition' })).toBeDefined()
  })

  it('lists what went by a transition that is chosen on the drawing', async () => {
    const [taken] = lifecycle.transitions.filter(({ event }) => event === 'UPLOAD_REQUESTED')
    const { queries } = await open(`/inspector?view=heat&state=${encodeURIComponent(taken!.id)}`)
    await screen.findByRole('link', { name: 'student.xml' })
    expect(queries.at(-1)).toEqual({ event: 'UPLOAD_REQUESTED', ways: `${id('UNKNOWN')}-${id('UPLOADING')}` })
  })

  it('asks with the filters of the address, days that are whole among them', async () => {
    const { queries } = await open('/inspector?view=heat&provider=0001&risk=01&from=2024-10-01&to=2024-1')
    expect(queries[0]).toEqual({ instId: '0001', riskCode: '01', from: '2024-10-01' })
  })

  it('opens the filters that few choose where one of them is chosen, or on request', async () => {
    const { user } = await open('/inspector?view=heat&from=2024-10-01')
    expect(await screen.findByRole('group', { name: 'From' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /filters$/ })?.textContent).toBe('Clear all filters')
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }))
    expect(screen.queryByRole('group', { name: 'From' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'More filters' }))
    expect(await screen.findByRole('group', { name: 'From' })).toBeDefined()
    // The focus stays where it was.
    expect(document.activeElement?.textContent).toBe('Fewer filters')
  })

  it('never asks for a collection with the filters of another', async () => {
    const preferences = createPreferences()
    const [one] = collections.collections
    const another = { ...one!, id: 'c-24056', reference: '24056' }
    const asked: unknown[] = []
    const answers = {
      'GET /collections': { collections: [one, another] },
      'GET /inspection/{reference}/heat': (({ path, query }) => {
        asked.push([path?.reference, query])
        return heat
      }) satisfies Answer,
    }
    const at = `/inspector?view=heat&collection=${one!.reference}&risk=01`
    const { router } = await show(<HeatView chart={lifecycle} />, { at, preferences, answers })
    await screen.findByText('2 submissions from 1 provider')
    await act(() => router.navigate('/inspector?view=heat&collection=24056'))
    await vi.waitUntil(() => asked.length > 1)
    await screen.findByText('2 submissions from 1 provider')
    expect(asked).toEqual([
      [one!.reference, { riskCode: '01' }],
      ['24056', {}],
    ])
  })

  it('brings its filters back where the address names none, until they are cleared', async () => {
    const preferences = createPreferences()
    const first = await open('/inspector?view=heat&from=2024-10-01', { preferences })
    await first.user.click(screen.getByRole('button', { name: 'All Provider' }))
    await first.user.click(await screen.findByRole('option', { name: '0001 - University of Ashby' }))
    const expected = { instId: '0001', from: '2024-10-01' }
    await waitFor(() => expect(first.queries.at(-1)).toEqual(expected))

    cleanup()
    const back = await open(undefined, { preferences })
    // The first question is asked with them already.
    expect(back.queries[0]).toEqual(expected)
    await waitFor(() => expect(back.address()).toBe('/inspector?view=heat&provider=0001&from=2024-10-01'))
    await back.user.click(screen.getByRole('button', { name: 'Clear all filters' }))
    await waitFor(() => expect(back.queries.at(-1)).toEqual({}))
    expect(back.address()).toBe('/inspector?view=heat')
    expect(screen.queryByRole('button', { name: 'Clear all filters' })).toBeNull()
  })
})

describe('conformance', () => {
  const deviation: DeviationWire = {
    submissionId,
    sequence: 2,
    event: 'FILE_STORED',
    fromStatusId: id('UPLOADING'),
    toStatusId: id('APPROVED'),
    reason: 'The chart leads to "Uploaded", but the history goes to "Approved".',
  }

  it('replays part after part, lists what deviates, and leads to the moment', async () => {
    const parts = [
      { submissions: 500, events: 9000, deviations: [], next: submissionId, total: 501 },
      { submissions: 1, events: 4, deviations: [deviation], next: null, total: 501 },
    ]
    const queries: unknown[] = []
    await show(<ConformanceView />, {
      answers: {
        'GET /inspection/conformance': (({ query }) => {
          queries.push(query)
          return parts[queries.length - 1]
        }) satisfies Answer,
      },
    })
    expect(await screen.findByText('1 deviation')).toBeDefined()
    expect(queries).toEqual([{}, { after: submissionId }])
    expect(screen.getByText(/^Replayed 9,004 events of 501 submissions/)).toBeDefined()
    expect(screen.getByRole('row', { name: /The chart leads to "Uploaded"/ })).toBeDefined()
    expect(screen.getByRole('link', { name: /6a453e0a|00000001/ }).getAttribute('href')).toContain(
      `submission=${submissionId}&at=2`,
    )
  })

  it('says that the history follows the chart only when all of it was replayed', async () => {
    const { user } = await show(<ConformanceView />, { answers: {} })
    expect(await screen.findByText('The replay of the history did not finish.')).toBeDefined()
    expect(screen.queryByText('The history matches the chart')).toBeNull()
    // Nothing was replayed: nothing is known of deviations.
    expect(screen.queryByText(/No deviation|^Replayed/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Replay again' })).toBeDefined()
  })
})
