import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { monitoringCells } from '../../../server/http/routes/monitoringCells.ts'
import { loggedAt } from '../../../src/domain/dates.ts'
import { inEnglish } from '../../../src/model/everyMessage.ts'
import { collection } from '../submissions/fixtures.ts'
import { monitoringRow } from '../support/monitoring.ts'
import { openMonitoring } from '../support/monitoringPage.tsx'
import { studentRecord } from '../support/services.tsx'

/* The monitoring table and its export say the same of the same rows, in the same order (specification 2 §2.5). */

const deadline = '2024-12-24'
const now = new Date('2024-11-01T12:00:00Z')
const rows = [
  monitoringRow('0004', 'SC_APPROVAL', { issueCount: 1234 }, { statusSince: '2024-10-20T12:00:00Z' }),
  // A nil return that was taken back, by a server whose clock is ahead.
  monitoringRow(
    '0001',
    'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT',
    {},
    { isNilReturn: true, studentCount: null, statusSince: '2024-11-02T12:00:00Z' },
  ),
  monitoringRow('0003', undefined),
]

/** A cell of the file as the screen writes it: instants in London, numbers in groups of three. */
const shown = (heading: string, cell: string | number | null): string => {
  if (heading === 'Last submission') return inEnglish(loggedAt(cell === null ? null : String(cell)))
  if (cell === null && heading === 'Silent for') return '–'
  if (cell === null && heading === 'Last reminded') return 'Never'
  return typeof cell === 'number' ? cell.toLocaleString('en-GB') : (cell ?? '')
}

it('says on the screen and in the file the same of a nil return that was taken back', async () => {
  const { table } = await openMonitoring(
    // With the column that is hidden at first.
    { at: '/monitoring/23056?ss.hide=' },
    {
      'GET /collections/{reference}': collection({ submissionDeadline: deadline }),
      'GET /collections/{reference}/submissions': { submissions: rows },
    },
  )
  const file = monitoringCells(rows, { language: 'en', record: studentRecord, now, deadline })
  const headings = file.headings.map(({ heading }) => heading.replace(' (UTC)', ''))
  const written = file.cells.map(cells =>
    headings.map((heading, at) => [heading, shown(heading, cells[at] ?? null)]),
  )
  const [, ...drawn] = within(table).getAllByRole('row')
  const read = drawn.map(row =>
    [...row.querySelectorAll<HTMLElement>(':is([data-label], [scope=row])')]
      .map(cell => [cell.dataset.label ?? 'Provider', cell.textContent])
      .filter(([heading]) => headings.includes(heading ?? '')),
  )
  expect(read).toEqual(written)
  const taken = Object.fromEntries(read[1] ?? [])
  expect([taken['Submission state'], taken['Days in state']]).toEqual([
    'Resubmission required - historic amendment (Nil return)',
    '0',
  ])
})
