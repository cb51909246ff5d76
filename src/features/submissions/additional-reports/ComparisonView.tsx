import type { ChangedFigure } from '../../../domain/wire/additionalReports.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Button,
  type DataColumn,
  DataTable,
  EmptyState,
  Link,
  Row,
  Stack,
  type TableState,
} from '../../../ui/index.ts'
import { ActionFailure, type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { PreviousChoice, type PreviousChoiceProps } from '../shared/CompareChoice.tsx'
import type { ListDownload } from './RowsTable.tsx'

export interface ComparisonViewProps {
  choice: PreviousChoiceProps
  /** What differs from the chosen one. */
  figures: Loaded<{ figures: ChangedFigure[]; total: number }>
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  /** Address of a report with this comparison. */
  reportHref: (reportCode: string) => string
  download: ListDownload
}

/** COMPARISON: every figure of the credibility reports that differs between two uploads. */
export function ComparisonView(props: ComparisonViewProps) {
  const t = useMessages('submissions.additional-reports')
  const { choice, figures, download } = props
  if (choice.previous.length === 0) {
    return (
      <EmptyState title={t('comparison.noPrevious.title')} icon="info">
        {t('comparison.noPrevious.text')}
      </EmptyState>
    )
  }
  return (
    <Stack gap={4}>
      <p>{t('comparison.about')}</p>
      <Row gap={3} align="end" justify="between">
        <PreviousChoice {...choice} />
        {figures.data && figures.data.total > 0 && (
          <Button icon="download" isPending={download.isPending} onPress={download.onPress}>
            {t('download')}
          </Button>
        )}
      </Row>
      <ActionFailure title={t('downloadFailed')} problem={download.problem} />
      {choice.previousId === undefined ? (
        <EmptyState title={t('comparison.choose')} icon="info" />
      ) : (
        <Figures {...props} />
      )}
    </Stack>
  )
}

function Figures({ figures, table, onTableChange, reportHref }: ComparisonViewProps) {
  const t = useMessages('submissions.additional-reports')
  return (
    <DataTable
      id="comparison"
      caption={t('comparison.caption')}
      isCaptionHidden
      columns={useColumns(reportHref)}
      rows={(figures.data?.figures ?? []).map((figure, position) => ({ ...figure, position }))}
      rowId={row => String(row.position)}
      state={table}
      onChange={onTableChange}
      serverTotal={figures.data?.total ?? 0}
      status={figures.status}
      empty={<EmptyState title={t('comparison.same')} level={0} />}
      failure={<LoadFailure title={t('none')} problem={figures.problem} onRetry={figures.retry} level={0} />}
    />
  )
}

type FigureRow = ChangedFigure & { position: number }

const useColumns = (reportHref: (code: string) => string): DataColumn<FigureRow>[] => {
  const t = useMessages('submissions.additional-reports')
  return [
    {
      id: 'report',
      header: t('comparison.columns.report'),
      isRowHeader: true,
      width: 'wide',
      cell: ({ ReportCode, Title }) => (
        <Link href={reportHref(ReportCode)}>
          {Title} ({ReportCode})
        </Link>
      ),
    },
    { id: 'row', header: t('comparison.columns.row'), value: figure => figure.row },
    { id: 'column', header: t('comparison.columns.column'), value: figure => figure.column },
    {
      id: 'current',
      header: t('comparison.columns.current'),
      kind: 'number',
      cell: ({ current }) => current,
    },
    {
      id: 'previous',
      header: t('comparison.columns.previous'),
      kind: 'number',
      cell: ({ previous }) => previous,
    },
    {
      id: 'difference',
      header: t('comparison.columns.difference'),
      kind: 'number',
      cell: ({ difference }) => difference,
    },
    {
      id: 'percent',
      header: t('comparison.columns.percent'),
      kind: 'number',
      cell: ({ percent }) => (percent === null ? '--' : `${percent}%`),
    },
  ]
}
