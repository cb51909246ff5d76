import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ChartEntry } from '../../../src/domain/wire/chartHistories.ts'
import { loadChart } from '../../../src/features/inspector/charts.ts'
import { View as ConformanceView } from '../../../src/features/inspector/records/ConformanceView.tsx'
import { View as HeatView } from '../../../src/features/inspector/records/HeatView.tsx'
import { View as HistoryView } from '../../../src/features/inspector/records/HistoryView.tsx'
import { View as TimeView } from '../../../src/features/inspector/records/TimeView.tsx'
import { View as WhatIfView } from '../../../src/features/inspector/records/WhatIfView.tsx'
import { View as WhyView } from '../../../src/features/inspector/records/WhyView.tsx'
import { type Answers, analyst, show } from '../support/services.tsx'

/** The views of charts other than the lifecycle, for an API key that was made and is active. */

const chart = await loadChart('apiKey')
const subject = '0b7c5f0e-0000-4000-8000-000000000001'

const made: ChartEntry = {
  sequence: 1,
  event: 'MAKE',
  from: 'none',
  to: 'active',
  actor: { kind: 'user', name: 'Thomas Whitby', organisationId: '0001', organisationType: 'provider' },
  occurredAt: '2024-11-01T09:00:00Z',
  payload: {},
  facts: { hasRoom: true, isOver: false },
  checks: [{ guard: 'hasRoom', kind: 'condition', holds: true, sentence: 'There is room for another key.' }],
  effects: ['noteUse'],
}
const record = {
  subject,
  name: 'Nightly export, University of Ashby',
  state: 'active',
  since: made.occurredAt,
  events: 1,
}
const history = { ...record, entries: [made], factsAfter: { hasRoom: true, isOver: false } }
const figures = {
  records: 30,
  states: [
    { state: 'active', current: 4, visits: 30, median: 86_400, p95: 172_800, longest: 432_000 },
    { state: 'revoked', current: 26, visits: 26, median: 10, p95: 20, longest: 30 },
  ],
  transitions: [{ event: 'MAKE', from: 'none', to: 'active', count: 30 }],
}

const ofRecord = `?chart=apiKey&subject=${subject}`

const open = (element: React.ReactNode, at: string, more: Answers = {}) =>
  show(element, {
    at: `/inspector${at}`,
    user: analyst,
    answers: {
      'GET /inspection/charts/{chartId}/figures': figures,
      'GET /inspection/charts/{chartId}/records': { total: 1, records: [record] },
      'GET /inspection/charts/{chartId}/history': history,
      'GET /inspection/charts/{chartId}/conformance': { records: 2, events: 3, deviations: [] },
      ...more,
    },
  })

const rowOf = (table: HTMLElement, name: string | RegExp): string =>
  within(table).getByRole('row', { name }).textContent ?? ''

describe('the records of another chart', () => {
  it('are chosen from a list', async () => {
    await open(<HistoryView chart={chart} />, '?chart=apiKey')
    const link = await screen.findByRole('link', { name: record.name })
    expect(link.getAttribute('href')).toContain(`subject=${subject}`)
    expect(screen.getByRole('searchbox', { name: 'Search' })).toBeTruthy()
  })

  it('show each event with its guards and what followed', async () => {
    await open(<HistoryView chart={chart} />, ofRecord)
    expect(await screen.findByRole('heading', { name: 'Make' })).toBeTruthy()
    expect(screen.getByText('Thomas Whitby')).toBeTruthy()
    expect(rowOf(screen.getByRole('table', { name: 'Guards' }), /hasRoom/)).toContain(
      'There is room for another key.',
    )
    expect(screen.getByText('noteUse')).toBeTruthy()
  })

  it('are compared with the stays of others', async () => {
    await open(<TimeView chart={chart} />, ofRecord)
    const table = await screen.findByRole('table', { name: 'Time in each state, compared with others' })
    // 30 stays of others are enough for a 95th percentile.
    await waitFor(() => expect(rowOf(table, /^Active/)).toMatch(/Longer than 95%|Typical/))
  })

  it('are counted by state, and a number leads to those behind it', async () => {
    await open(<HeatView chart={chart} />, '?chart=apiKey')
    const table = await screen.findByRole('table', { name: /^30 records by state/ })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map(row => row.textContent?.split(/\d/)[0])).toEqual(['Active', 'Revoked'])
    // Nobody waits for a key that was revoked.
    expect(rows[1]?.textContent).toContain('Final')
    fireEvent.click(within(table).getByRole('link', { name: /^4: In the state "Active" now/ }))
    expect(await screen.findByRole('heading', { name: 'In the state "Active" now' })).toBeTruthy()
  })

  it('are replayed', async () => {
    await open(<ConformanceView chart={chart} />, '?chart=apiKey')
    expect(await screen.findByText('The history matches the chart')).toBeTruthy()
    expect(screen.getByText('Replayed 3 events of 2 records.')).toBeTruthy()
  })
})

describe('questions about a record', () => {
  it('say for each event and person whether it may happen, and why not', async () => {
    await open(<WhyView chart={chart} />, `${ofRecord}&who=provider.sign-off`)
    const table = await screen.findByRole('table', { name: 'Every event of the chart' })
    expect(rowOf(table, /^Revoke/)).toContain('It goes to "Revoked".')
    expect(rowOf(table, /^Make/)).toContain('Not possible now (409)')
    expect(rowOf(table, /^Expire/)).toContain('Forbidden (403)')
  })

  it('refuse a person without the right', async () => {
    await open(<WhyView chart={chart} />, `${ofRecord}&who=agency.analyst`)
    const table = await screen.findByRole('table', { name: 'Every event of the chart' })
    expect(rowOf(table, /^Revoke/)).toContain('Forbidden (403)')
  })

  it('simulate one step after the other, and undo them', async () => {
    await open(<WhatIfView chart={chart} />, `${ofRecord}&who=provider.sign-off`)
    fireEvent.click(await screen.findByRole('button', { name: 'Take: Revoke' }))
    await waitFor(() => expect(screen.getByText(/Active → Revoked/)).toBeTruthy())
    expect(screen.queryByRole('button', { name: 'Take: Revoke' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Undo the last step' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Take: Revoke' })).toBeTruthy())
  })

  it('cannot be asked in a state that the chart no longer has', async () => {
    await open(<WhyView chart={chart} />, ofRecord, {
      'GET /inspection/charts/{chartId}/history': { ...history, state: 'PAUSED' },
    })
    expect(await screen.findByText(/no longer has the state "Paused"/)).toBeTruthy()
  })
})
