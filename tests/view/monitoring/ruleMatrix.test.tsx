import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import type { RuleAcrossWire } from '../../../src/domain/wire/collectionOverview.ts'
import { Component as CollectionMonitoring } from '../../../src/features/monitoring/CollectionMonitoring.tsx'
import { collection } from '../submissions/fixtures.ts'
import { show } from '../support/services.tsx'

const at = (instId: string, isOutside: boolean, failureCount = 14) => ({
  instId,
  regulatorCode: '5016',
  isOutside,
  failureCount,
  populationCount: 100,
})
const rule = (code: string, providers: RuleAcrossWire['providers']): RuleAcrossWire => ({
  code,
  name: `Words of ${code}`,
  isOperational: false,
  checked: 2,
  failing: providers.length,
  outside: providers.filter(({ isOutside }) => isOutside).length,
  providers,
})

it('shows which rules fail at which providers as one picture, whose cells are gone through by keys and lead on', async () => {
  const { user } = await show(
    <Routes>
      <Route path="/monitoring/:reference" element={<CollectionMonitoring />} />
    </Routes>,
    {
      at: '/monitoring/23056?mi.open=rules',
      answers: {
        'GET /collections/{reference}': collection(),
        'GET /collections/{reference}/rules': {
          providers: ['0001', '0002'].map(instId => ({
            instId,
            name: `Provider ${instId}`,
            submissionUuid: `of-${instId}`,
          })),
          rules: [rule('QR.1', [at('0001', true), at('0002', true)]), rule('QR.2', [at('0001', false)])],
        },
      },
    },
  )
  const picture = await screen.findByRole('figure', { name: 'Rules by provider' })
  expect(
    within(picture).getByText(/^2 rules by 2 providers, with the most outside tolerance first/),
  ).toBeTruthy()
  const cell = within(picture).getByRole('link')
  expect(within(picture).getByRole('status').textContent).toBe(
    'Provider 0001: Words of QR.1. Outside tolerance, 14 of 100.',
  )
  expect(cell.getAttribute('href')).toBe('/monitoring/23056/c-23056/0001/of-0001/reports/quality/QR.1/5016')
  cell.focus()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(within(picture).getByRole('status').textContent).toBe('Provider 0002: Words of QR.2. No failures.')
  expect(cell.getAttribute('href')).toBe('/monitoring/23056/c-23056/0002/of-0002/reports')
  await user.click(within(picture).getByRole('button', { name: 'Show as table' }))
  const table = within(picture).getByRole('table', { name: 'Rules by provider' })
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual(['Provider 000112', 'Provider 000211'])
})

it('shows no share where more records fail than there are', async () => {
  const { user } = await show(
    <Routes>
      <Route path="/monitoring/:reference" element={<CollectionMonitoring />} />
    </Routes>,
    {
      at: '/monitoring/23056?mi.open=rules',
      answers: {
        'GET /collections/{reference}': collection(),
        'GET /collections/{reference}/rules': {
          providers: ['0001', '0002'].map(instId => ({ instId, name: instId, submissionUuid: instId })),
          rules: [rule('QR.1', [at('0001', true, 140), at('0002', true)])],
        },
      },
    },
  )
  await user.click(await screen.findByRole('button', { name: /QR\.1/ }))
  const rows = within(screen.getByRole('table', { name: 'Providers where QR.1 fails' })).getAllByRole('row')
  expect(rows.slice(1).map(({ lastElementChild }) => lastElementChild?.textContent)).toEqual([
    'Over 100%',
    '14.00%',
  ])
})

/** Cells of a table's rows by the heads of their columns. */
const byColumn = (table: HTMLElement): Record<string, string>[] => {
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map(row =>
      Object.fromEntries(
        [...row.children].map((cell, at) => [
          heads[at] ?? '',
          cell.querySelector('[role="img"]')?.getAttribute('aria-label') ?? cell.textContent,
        ]),
      ),
    )
}

it('every number of a rule is in its own column, and in its own place in the sentences', async () => {
  const { user } = await show(
    <Routes>
      <Route path="/monitoring/:reference" element={<CollectionMonitoring />} />
    </Routes>,
    {
      at: '/monitoring/23056?mi.open=rules',
      answers: {
        'GET /collections/{reference}': collection(),
        'GET /collections/{reference}/rules': {
          providers: Array.from({ length: 11 }, (_, index) => ({
            instId: `00${10 + index}`,
            name: `Provider 00${10 + index}`,
            submissionUuid: `of-00${10 + index}`,
          })),
          rules: [
            {
              ...rule('QR.1', [{ ...at('0010', true, 42), populationCount: 168 }]),
              checked: 7,
              failing: 5,
              outside: 3,
            },
          ],
        },
      },
    },
  )
  const table = await screen.findByRole('table', { name: 'Rules across providers' })
  expect(screen.getByText(/^Latest results of /).textContent).toBe(
    'Latest results of 11 providers: 1 rule fails at one or more of them.',
  )
  expect(byColumn(table)).toEqual([
    {
      Rule: 'QR.1',
      Name: 'Words of QR.1',
      Type: 'Quality',
      'Outside tolerance': '3',
      'Share of providers': 'Outside tolerance at 3 of 7 providers checked',
      'With failures': '5',
      Checked: '7',
    },
  ])
  await user.click(screen.getByRole('button', { name: /QR\.1/ }))
  expect(byColumn(screen.getByRole('table', { name: 'Providers where QR.1 fails' }))).toEqual([
    { Provider: 'Provider 0010', Tolerance: 'Outside', Failures: '42', Population: '168', Share: '25.00%' },
  ])
})
