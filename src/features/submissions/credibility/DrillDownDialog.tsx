import type { Problem } from '../../../domain/problem.ts'
import type { CredibilityCell, CredibilityReport } from '../../../domain/wire/reports.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Button,
  type DataColumn,
  DataTable,
  Dialog,
  EmptyState,
  Stack,
  type TableState,
} from '../../../ui/index.ts'
import { ActionFailure, isAbsent, type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { Notes } from './Notes.tsx'

export interface DrillDown {
  Headers: string[]
  Data: (string | null)[][]
  UpperNotes: string
  /** Why no record is listed; absent where they are. */
  Withheld?: string | undefined
}

export interface DrillDownHandle {
  /** Id of the cell whose records are open. */
  cellId: string | undefined
  records: Loaded<{ drillDown: DrillDown; total: number }>
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  onOpen: (cellId: string) => void
  onClose: () => void
  /** All of the records, in the order that is shown. */
  download: { onPress: () => void; isPending: boolean; problem: Problem | undefined }
}

export interface DrillDownDialogProps {
  report: CredibilityReport
  handle: DrillDownHandle
}

/** The records behind a cell, over the report. */
export function DrillDownDialog({ report, handle }: DrillDownDialogProps) {
  const t = useMessages('submissions.credibility')
  const { cellId, records, table, download } = handle
  const content = records.data
  if (isAbsent(records))
    return (
      <Dialog
        title={t('drillDown.unknown.title')}
        isOpen={cellId !== undefined}
        onClose={handle.onClose}
        actions={<Button onPress={handle.onClose}>{t('errorDialog.close')}</Button>}
      >
        <p>{t('drillDown.unknown.text')}</p>
      </Dialog>
    )
  return (
    <Dialog
      title={t('drillDown.title', { label: cellId === undefined ? '' : cellName(report, cellId) })}
      isOpen={cellId !== undefined}
      onClose={handle.onClose}
      size="large"
      actions={
        <>
          <Button icon="download" isPending={download.isPending} onPress={download.onPress}>
            {t('drillDown.download')}
          </Button>
          <Button onPress={handle.onClose}>{t('errorDialog.close')}</Button>
        </>
      }
    >
      <Stack gap={3}>
        <ActionFailure title={t('drillDown.downloadFailed')} problem={download.problem} />
        {content && <Notes text={content.drillDown.UpperNotes} />}
        <DataTable
          id="drill-down"
          caption={t('drillDown.caption')}
          isCaptionHidden
          columns={columnsOf(content?.drillDown.Headers ?? [])}
          rows={(content?.drillDown.Data ?? []).map((values, position) => ({ values, position }))}
          rowId={row => String(row.position)}
          state={table}
          onChange={handle.onTableChange}
          serverTotal={content?.drillDown.Withheld === undefined ? (content?.total ?? 0) : 0}
          status={records.status}
          empty={<EmptyState title={content?.drillDown.Withheld ?? t('drillDown.none')} level={0} />}
          failure={
            <LoadFailure
              title={t('drillDown.failed')}
              problem={records.problem}
              onRetry={records.retry}
              level={0}
            />
          }
        />
      </Stack>
    </Dialog>
  )
}

interface RecordRow {
  values: (string | null)[]
  position: number
}

const columnsOf = (headers: readonly string[]): DataColumn<RecordRow>[] =>
  headers.map((header, at) => ({
    id: header,
    header,
    value: row => row.values[at] ?? '--',
    kind: at === 0 ? ('id' as const) : ('text' as const),
    isSortable: true,
  }))

/** Row and column of a cell, in words. */
const cellName = (report: CredibilityReport, cellId: string): string => {
  for (const tab of report.Tabs) {
    for (const row of tab.DataRows) {
      const at = row.findIndex((cell: CredibilityCell) => cell.Id === cellId)
      if (at >= 0) return [row[0]?.Label, tab.HeaderRow[at]?.Label].filter(Boolean).join(', ')
    }
  }
  return cellId
}
