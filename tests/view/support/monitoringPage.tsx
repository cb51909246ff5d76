import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { Component as CollectionMonitoring } from '../../../src/features/monitoring/CollectionMonitoring.tsx'
import { Toasts } from '../../../src/ui/index.ts'
import { collection } from '../submissions/fixtures.ts'
import { monitoringRow } from './monitoring.ts'
import { type ShownOptions, show } from './services.tsx'

const first = [
  monitoringRow('0001', 'ANALYST_APPROVAL', { issueCount: 3 }),
  monitoringRow('0002', 'SC_APPROVAL', { regulatorCode: '5002', issueCount: 12 }),
  monitoringRow('0003', undefined),
  monitoringRow('0004', 'SIGNED_OFF'),
]

/**
 * The monitoring page of a collection with four providers, once their table is there; `rows.now` is what the next call for them
 * answers, `calls` answers further calls.
 */
export const openMonitoring = async (options: ShownOptions = {}, calls: Record<string, unknown> = {}) => {
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
