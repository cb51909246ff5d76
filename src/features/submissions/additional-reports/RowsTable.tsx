import type { Problem } from '../../../domain/problem.ts'
import type { ListedPage } from '../../../domain/wire/additionalReports.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Button,
  type DataColumn,
  DataTable,
  EmptyState,
  Row,
  Stack,
  type TableState,
} from '../../../ui/index.ts'
import { ActionFailure, type Loaded, LoadFailure } from '../../common/Loaded.tsx'

/** All rows of a list as a file. */
export interface ListDownload {
  onPress: () => void
  isPending: boolean
  problem: Problem | undefined
}

export interface RowsTableProps {
  id: string
  caption: string
  page: Loaded<ListedPage>
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  download: ListDownload
}

/** A page of a list whose columns the ruleset names, sorted and paged by the server. */
export function RowsTable({ id, caption, page, table, onTableChange, download }: RowsTableProps) {
  const t = useMessages('submissions.additional-reports')
  const { headers = [], rows = [], total = 0, withheld } = page.data ?? {}
  return (
    <Stack gap={3}>
      <Row justify="between" align="center">
        <h3>{caption}</h3>
        {withheld === undefined && total > 0 && (
          <Button icon="download" isPending={download.isPending} onPress={download.onPress}>
            {t('download')}
          </Button>
        )}
      </Row>
      <ActionFailure title={t('downloadFailed')} problem={download.problem} />
      <DataTable
        id={id}
        caption={caption}
        isCaptionHidden
        columns={columnsOf(headers)}
        rows={rows.map((values, position) => ({ values, position }))}
        rowId={row => String(row.position)}
        state={table}
        onChange={onTableChange}
        serverTotal={withheld === undefined ? total : 0}
        status={page.status}
        empty={<EmptyState title={withheld ?? t('noRows')} level={0} />}
        failure={<LoadFailure title={t('none')} problem={page.problem} onRetry={page.retry} level={0} />}
      />
    </Stack>
  )
}

interface ListRow {
  values: (string | null)[]
  position: number
}

const columnsOf = (headers: readonly string[]): DataColumn<ListRow>[] =>
  headers.map((header, at) => ({
    id: header,
    header,
    value: row => row.values[at] ?? '--',
    isSortable: true,
    isRowHeader: at === 0,
  }))
