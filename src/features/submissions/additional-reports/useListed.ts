import { useAction, useServices, useTable } from '../../../hooks/index.ts'
import type { Result } from '../../../machines/support/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import type { ListDownload } from './RowsTable.tsx'

/** The table of an additional report as the address has it, and what it asks of the server. */
export const useListTable = () => {
  const table = useTable('additionalReports', tableDefaults())
  const { sort } = table.state
  const order = sort
    ? {
        sortField: sort.column,
        sortOrder: sort.direction === 'ascending' ? ('ASC' as const) : ('DESC' as const),
      }
    : {}
  const { limit, offset } = table.parameters
  return { table, order, page: { limit: String(limit), offset: String(offset), ...order } }
}

/** All rows of a list as a file that the reader saves. */
export const useListDownload = (fetchFile: () => Promise<Result<Blob>>, fileName: string): ListDownload => {
  const { saveBlob } = useServices()
  const csv = useAction((_: 'all') => fetchFile(), { onDone: (_, content) => saveBlob(fileName, content) })
  return { onPress: () => csv.run('all'), isPending: csv.isRunning, problem: csv.problem }
}
