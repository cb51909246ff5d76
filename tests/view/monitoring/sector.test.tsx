import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { SectorReportWire, SectorWire } from '../../../src/domain/wire/sector.ts'
import { Component as Sector } from '../../../src/features/monitoring/sector/page.tsx'
import { collection } from '../submissions/fixtures.ts'
import { analyst, show } from '../support/services.tsx'

const count = (id: string, now: number | null, before: number | null = null) => ({
  id,
  providers: now === null ? 0 : 1,
  now,
  before,
})
const sector: SectorWire = {
  isRounded: false,
  before: { reference: '22056', name: 'Student 2022/23' },
  providersSeen: 3,
  total: { providers: 2, now: 1_234, before: 1_100 },
  countries: [count('E', 1_000, 900), count('W', 234, 200)],
  regions: [count('East Midlands', 1_000, 900), count('Wales', 234, 200)],
  providers: [
    { ...count('0001', 1_000, 900), name: 'University of Ashby', country: 'E', region: 'East Midlands' },
    { ...count('0003', 234, 200), name: 'Cardigan Bay University', country: 'W', region: 'Wales' },
    { ...count('0004', null), name: 'Dunmore College', country: 'N', region: 'Northern Ireland' },
  ],
  reports: [
    { code: 'SEN1', title: 'Student numbers', chapter: 'Students' },
    { code: 'QUA1', title: 'Class of degree', chapter: 'Qualifications' },
  ],
}
const report: SectorReportWire = {
  code: 'SEN1',
  title: 'Student numbers',
  details: '',
  isRounded: false,
  providers: 2,
  hasBefore: true,
  measure: { kind: 'percent', decimals: 1, suffix: '%' },
  rowsLabel: 'Level',
  rows: [
    { code: 'FIRST', label: 'First degree' },
    { code: '*', label: 'Total' },
  ],
  columns: [{ code: 'FT', label: 'Full-time' }],
  cells: [[{ now: 62.5, before: null }], [{ now: 100, before: 100 }]],
}

const open = (given: { sector?: SectorWire; at?: string } = {}) =>
  show(
    <Routes>
      <Route path="/monitoring/:reference/sector" element={<Sector />} />
    </Routes>,
    {
      at: given.at ?? '/monitoring/23056/sector',
      user: analyst,
      answers: {
        'GET /collections/{reference}': collection(),
        'GET /collections/{reference}/sector': given.sector ?? sector,
        'GET /collections/{reference}/sector/reports/{reportCode}': ({ path, query }: never) => ({
          ...report,
          ...((query as { country?: string }).country === 'W' ? { providers: 1 } : {}),
          code: (path as { reportCode: string }).reportCode,
        }),
      },
    },
  )

describe('the sector', () => {
  it('counts students of the providers, this year and last, with a table for each picture', async () => {
    const user = userEvent.setup()
    await open()
    const tiles = await screen.findByRole('list', { name: 'Sector summary' })
    expect(tiles.textContent).toContain('of 3 providers')
    expect(tiles.textContent).toContain('1,234')
    expect(tiles.textContent).toContain('signed off in Student 2022/23')
    const providers = screen.getByRole('table', { name: 'Students by provider' })
    expect(within(providers).getByRole('row', { name: /Cardigan/ }).textContent).toBe(
      'Cardigan Bay University234200WalesWales',
    )
    expect(within(providers).getByRole('row', { name: /Dunmore/ }).textContent).toContain('----')
    const countries = screen.getByRole('figure', { name: 'Students by country' })
    await user.click(within(countries).getByRole('button', { name: 'Show as table' }))
    expect(within(countries).getByRole('row', { name: /England/ }).textContent).toBe(
      'EnglandStudents1,000900',
    )
    expect(screen.getByRole('link', { name: 'Student 2023/24' }).getAttribute('href')).toBe(
      '/monitoring/23056',
    )
  })

  it('shows a credibility table with what is not told as --, over a part where one is chosen', async () => {
    await open()
    const table = await screen.findByRole('table', { name: 'Student numbers' })
    expect(within(table).getByRole('row', { name: /First degree/ }).textContent).toContain(
      '62.5% (last year --)',
    )
    expect(screen.getAllByText(/For 2 providers/).length).toBeGreaterThan(0)
  })

  it('takes its choices from the address', async () => {
    await open({ at: '/monitoring/23056/sector?country=W&report=QUA1&standing=PROCESSED' })
    expect((await screen.findAllByText(/For 1 provider/)).length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'Download Class of degree as CSV' })).toBeTruthy()
  })

  it('says when the figures are rounded, and when nothing is counted yet', async () => {
    await open({
      sector: { ...sector, isRounded: true, total: { providers: 0, now: null, before: null }, before: null },
    })
    expect(await screen.findByText('Numbers are rounded to the nearest 5')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Nothing to show yet' })).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })
})
