import type { CredibilityCell, CredibilityReport } from '../../../domain/wire/reports.ts'
import { Disclosure } from '../../../ui/accordion/index.ts'
import { Button, LinkButton } from '../../../ui/button/index.ts'
import { type DataColumn, DataTable, type TableState } from '../../../ui/data-table/index.ts'
import { Dialog } from '../../../ui/dialog/index.ts'
import { Row, Stack } from '../../../ui/layout/index.ts'
import { Skeleton } from '../../../ui/skeleton/index.ts'
import { EmptyState } from '../../../ui/states/index.ts'
import { Tabs } from '../../../ui/tabs/index.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { hasComparison, Legend, ReportGrid, type ReportTab } from './ReportGrid.tsx'
import { texts } from './texts.ts'

export interface DrillDown {
  Headers: string[]
  Data: (string | null)[][]
  UpperNotes: string
}

export interface CredibilityViewProps {
  report: Loaded<CredibilityReport>
  backHref: string
  /** Name of the tab in sight; the first one without it. */
  tab: string | undefined
  onTab: (name: string) => void
  /** Whether the viewer may see the records behind a cell (specification 2 §5). */
  mayDrillDown: boolean
  drillDown: {
    /** Id of the cell whose records are open. */
    cellId: string | undefined
    records: Loaded<{ drillDown: DrillDown; total: number }>
    table: TableState
    onTableChange: (change: Partial<TableState>) => void
    onOpen: (cellId: string) => void
    onClose: () => void
  }
  /** The report came with an error of its own; the dialog that says so was closed. */
  isErrorSeen: boolean
  onErrorSeen: () => void
}

/** A credibility report (specification 2 §2.11). */
export function CredibilityView(props: CredibilityViewProps) {
  const { report, backHref } = props
  if (report.data) return <Report {...props} data={report.data} />
  if (report.status !== 'failed') return <Skeleton shape="rows" lines={6} label={texts.loading} />
  return (
    <LoadFailure
      title={texts.failed}
      level={2}
      problem={report.problem}
      onRetry={report.retry}
      retryLabel={texts.tryAgain}
      actions={
        <LinkButton href={backHref} icon="arrowLeft">
          {texts.back}
        </LinkButton>
      }
    />
  )
}

function Report(props: CredibilityViewProps & { data: CredibilityReport }) {
  const { data, backHref, isErrorSeen, onErrorSeen } = props
  const { Title, UpperNotes, LowerNotes, ReportCode } = data.ReportMetadata
  return (
    <Stack gap={4}>
      <Row justify="between" align="start">
        <h2>
          {Title} ({ReportCode})
        </h2>
        <LinkButton href={backHref} icon="arrowLeft">
          {texts.backToReports}
        </LinkButton>
      </Row>
      <Notes text={UpperNotes} />
      <Guidance report={data} />
      <ReportTabs {...props} />
      <Notes text={LowerNotes} />
      <DrillDownDialog {...props} />
      <Dialog
        title={texts.errorDialog.title}
        isOpen={data.Error === true && !isErrorSeen}
        onClose={onErrorSeen}
        actions={<Button onPress={onErrorSeen}>{texts.errorDialog.close}</Button>}
      >
        <p>{data.ErrorMsg || texts.errorDialog.text}</p>
      </Dialog>
    </Stack>
  )
}

/** Notes come as lines of plain text. */
function Notes({ text }: { text: string }) {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  if (lines.length === 0) return null
  return (
    <Stack gap={1}>
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
    </Stack>
  )
}

function Guidance({ report }: { report: CredibilityReport }) {
  const { Details, WhatToLookOutFor, Tips } = report.ReportMetadata
  const parts = [
    { title: texts.notes.lookOut, text: WhatToLookOutFor },
    { title: texts.notes.details, text: Details },
    { title: texts.notes.tips, text: Tips },
  ].filter(part => part.text !== '')
  if (parts.length === 0) return null
  return (
    <Stack gap={1}>
      {parts.map(part => (
        <Disclosure key={part.title} title={part.title}>
          <Notes text={part.text} />
        </Disclosure>
      ))}
    </Stack>
  )
}

function ReportTabs(props: CredibilityViewProps & { data: CredibilityReport }) {
  const { data, tab, onTab, mayDrillDown, drillDown } = props
  const canOpen = mayDrillDown && data.ReportMetadata.DrilldownAvailable
  const panel = (part: ReportTab) => (
    <Stack gap={3}>
      {hasComparison(part) && <p>{texts.failures(part.Failures)}</p>}
      <Legend tab={part} />
      <ReportGrid
        title={part.TabName}
        tab={part}
        onDrillDown={canOpen ? cell => drillDown.onOpen(cell.Id) : undefined}
      />
    </Stack>
  )
  const [first] = data.Tabs
  if (!first) return <EmptyState title={texts.none} />
  if (data.Tabs.length === 1) return panel(first)
  return (
    <Tabs
      label={texts.tabs}
      tabs={data.Tabs.map(part => ({
        id: part.TabName,
        label: part.TabName,
        count: part.Failures,
        panel: panel(part),
      }))}
      value={data.Tabs.find(part => part.TabName === tab)?.TabName ?? first.TabName}
      onChange={onTab}
    />
  )
}

function DrillDownDialog({ data, drillDown }: CredibilityViewProps & { data: CredibilityReport }) {
  const { cellId, records, table } = drillDown
  const words = texts.drillDown
  const content = records.data
  return (
    <Dialog
      title={words.title(cellId === undefined ? '' : cellName(data, cellId))}
      isOpen={cellId !== undefined}
      onClose={drillDown.onClose}
      size="large"
      actions={<Button onPress={drillDown.onClose}>{texts.errorDialog.close}</Button>}
    >
      <Stack gap={3}>
        {content && <Notes text={content.drillDown.UpperNotes} />}
        <DataTable
          id="drill-down"
          caption={words.caption}
          isCaptionHidden
          columns={columnsOf(content?.drillDown.Headers ?? [])}
          rows={(content?.drillDown.Data ?? []).map((values, position) => ({ values, position }))}
          rowId={row => String(row.position)}
          state={table}
          onChange={drillDown.onTableChange}
          serverTotal={content?.total ?? 0}
          status={records.status}
          empty={<EmptyState title={words.none} level={0} />}
          failure={
            <LoadFailure title={words.failed} problem={records.problem} onRetry={records.retry} level={0} />
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
export const cellName = (report: CredibilityReport, cellId: string): string => {
  for (const tab of report.Tabs) {
    for (const row of tab.DataRows) {
      const at = row.findIndex((cell: CredibilityCell) => cell.Id === cellId)
      if (at >= 0) return [row[0]?.Label, tab.HeaderRow[at]?.Label].filter(Boolean).join(', ')
    }
  }
  return cellId
}
