import type { SubmissionMode } from '../../domain/status.ts'
import { useTable } from '../../hooks/index.ts'
import { tableDefaults } from '../../machines/table-state/index.ts'
import { filterNames } from '../common/monitoringRows.ts'

const latestFirst = { column: 'last-submission', direction: 'descending' } as const
const defaults = {
  // The same in every row: for who sorts or exports.
  live: tableDefaults({ sort: latestFirst, pageSize: 'all', hidden: ['days-to-deadline', 'days-in-state'] }),
  /** On a phone the rows are cards: all of them would be a very long page. */
  narrow: tableDefaults({
    sort: latestFirst,
    pageSize: 10,
    hidden: ['days-to-deadline', 'days-in-state', 'progress', 'last-reminded'],
  }),
  ovt: tableDefaults({ sort: latestFirst }),
}
const isNarrow = (): boolean => matchMedia('(width < 48rem)').matches

const names = { live: 'submissionsSummary', ovt: 'ovtSummary' } as const

/**
 * The state of the Submission Summary of a collection, held by one actor: the page hands that of the live one to the table and
 * to the picture of the steps, which narrows it.
 */
export const useSummaryTable = (reference: string, mode: SubmissionMode) => {
  const name = names[mode]
  const usual = isNarrow() && mode === 'live' ? defaults.narrow : defaults[mode]
  return {
    name,
    usual,
    table: useTable(name, usual, { page: `${name} ${reference}`, filters: filterNames }),
  }
}
export type SummaryTable = ReturnType<typeof useSummaryTable>
