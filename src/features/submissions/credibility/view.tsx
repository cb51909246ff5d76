import type { ReactNode } from 'react'
import type { CredibilityReport } from '../../../domain/wire/reports.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Button,
  Dialog,
  Disclosure,
  EmptyState,
  LinkButton,
  LinkTabs,
  Row,
  Skeleton,
  Stack,
} from '../../../ui/index.ts'
import { ActionFailure, isAbsent, type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { NotFound } from '../../common/NotFound.tsx'
import { Term } from '../../common/Term.tsx'
import { CompareChoice, type CompareChoiceProps } from '../shared/CompareChoice.tsx'
import { DrillDownDialog, type DrillDownHandle } from './DrillDownDialog.tsx'
import { Notes } from './Notes.tsx'
import { hasChart, ReportChart } from './ReportChart.tsx'
import { changedCells, hasComparison, hasDecimals, Legend, ReportGrid, shadedCells } from './ReportGrid.tsx'
import type { Explaining } from './useExplaining.ts'
import type { ReportFiles } from './useReportFiles.ts'

export interface CredibilityViewProps {
  report: Loaded<CredibilityReport>
  backHref: string
  /** The provider's note to its approvers. */
  note: ReactNode
  files: ReportFiles
  compare: CompareChoiceProps
  /** Whether the figures stand beside those of the chosen previous submission. */
  isCompared: boolean
  /** The chosen comparison is on its way, while the report as it is stays in sight. */
  isLoadingComparison: boolean
  /** Explaining a figure; undefined for those who never do. */
  explaining: Explaining | undefined
  /** Name of the tab in sight; the first one without it. */
  tab: string | undefined
  /** Address of a tab. */
  tabHref: (name: string) => string
  /** Why the viewer may not see the records behind a cell (specification 2 §5); undefined who may. */
  recordsRefusal: string | undefined
  drillDown: DrillDownHandle
  /** The report came with an error of its own; the dialog that says so was closed. */
  isErrorSeen: boolean
  onErrorSeen: () => void
}

/** A credibility report (specification 2 §2.11). */
export function CredibilityView(props: CredibilityViewProps) {
  const t = useMessages('submissions.credibility')
  const { report, backHref, compare } = props
  if (report.data) return <Report {...props} data={report.data} />
  if (isAbsent(report) && !compare.isComparing) {
    return (
      <NotFound
        title={t('notFound.title')}
        level={2}
        actions={
          <LinkButton href={backHref} icon="arrowLeft">
            {t('back')}
          </LinkButton>
        }
      >
        {t('notFound.text')}
      </NotFound>
    )
  }
  if (report.status !== 'failed') return <Skeleton shape="rows" lines={6} label={t('loading')} />
  return (
    <Stack gap={4}>
      {compare.isComparing && <CompareRow {...compare} />}
      <LoadFailure
        title={t('failed')}
        level={2}
        problem={report.problem}
        onRetry={report.retry}
        retryLabel={t('tryAgain')}
        actions={
          <LinkButton href={backHref} icon="arrowLeft">
            {t('back')}
          </LinkButton>
        }
      />
    </Stack>
  )
}

function CompareRow(props: CompareChoiceProps) {
  return (
    <Row gap={3} align="end">
      <CompareChoice {...props} />
    </Row>
  )
}

function Report(props: CredibilityViewProps & { data: CredibilityReport }) {
  const t = useMessages('submissions.credibility')
  const { data, backHref, isErrorSeen, onErrorSeen } = props
  const { Title, UpperNotes, LowerNotes, ReportCode } = data.ReportMetadata
  return (
    <Stack gap={4}>
      <Row justify="between" align="start">
        <Row gap={1}>
          <h2>
            {Title} ({ReportCode})
          </h2>
          <Term id="credibilityReport" isMark>
            {Title}
          </Term>
        </Row>
        <Row gap={2}>
          <Files {...props.files} />
          <LinkButton href={backHref} icon="arrowLeft">
            {t('backToReports')}
          </LinkButton>
        </Row>
      </Row>
      <ActionFailure title={t('files.failed')} problem={props.files.problem} />
      <Notes text={UpperNotes} />
      <Guidance report={data} />
      <CompareRow {...props.compare} />
      {props.isLoadingComparison && <p role="status">{t('compareLoading')}</p>}
      <ReportTabs {...props} />
      <Notes text={LowerNotes} />
      {props.note}
      <DrillDownDialog report={data} handle={props.drillDown} />
      <Dialog
        title={t('errorDialog.title')}
        isOpen={data.Error === true && !isErrorSeen}
        onClose={onErrorSeen}
        actions={<Button onPress={onErrorSeen}>{t('errorDialog.close')}</Button>}
      >
        <p>{data.ErrorMsg || t('errorDialog.text')}</p>
      </Dialog>
    </Stack>
  )
}

function Files({ csv, workbook }: ReportFiles) {
  const t = useMessages('submissions.credibility')
  return (
    <>
      <Button icon="download" isPending={csv.isPending} onPress={csv.onPress}>
        {t('files.csv')}
      </Button>
      <Button icon="download" isPending={workbook.isPending} onPress={workbook.onPress}>
        {t('files.workbook')}
      </Button>
    </>
  )
}

function Guidance({ report }: { report: CredibilityReport }) {
  const t = useMessages('submissions.credibility')
  const { Details, WhatToLookOutFor, Tips, StartExpanded } = report.ReportMetadata
  const parts = [
    { title: t('notes.lookOut'), text: WhatToLookOutFor },
    { title: t('notes.details'), text: Details },
    { title: t('notes.tips'), text: Tips },
  ].filter(part => part.text !== '')
  if (parts.length === 0) return null
  return (
    <Stack gap={1}>
      {parts.map(part => (
        <Disclosure key={part.title} title={part.title} startsOpen={StartExpanded}>
          <Notes text={part.text} />
        </Disclosure>
      ))}
    </Stack>
  )
}

function ReportTabs(props: CredibilityViewProps & { data: CredibilityReport }) {
  const t = useMessages('submissions.credibility')
  const { data, tab, tabHref, recordsRefusal, drillDown, isCompared } = props
  const { DrilldownAvailable } = data.ReportMetadata
  const canOpen = recordsRefusal === undefined && DrilldownAvailable
  const [first] = data.Tabs
  const part = data.Tabs.find(({ TabName }) => TabName === tab) ?? first
  if (!part) return <EmptyState title={t('none')} />
  return (
    <Stack gap={3}>
      {DrilldownAvailable && recordsRefusal !== undefined && (
        <p>{t('drillDown.refused', { reason: recordsRefusal })}</p>
      )}
      {data.Tabs.length > 1 && (
        <LinkTabs
          label={t('tabs')}
          tabs={data.Tabs.map(({ TabName, Failures }) => ({
            id: TabName,
            label: TabName,
            count: Failures,
            href: tabHref(TabName),
            isCurrent: TabName === part.TabName,
          }))}
        />
      )}
      {isCompared ? (
        <p>{t('changes', { count: changedCells(part) })}</p>
      ) : (
        // A picture says it below its title.
        hasComparison(part) && !hasChart(part) && <p>{t('shaded', shadedCells(part))}</p>
      )}
      {!isCompared && <ReportChart tab={part} decimals={hasDecimals(part)} />}
      <Legend tab={part} isCompared={isCompared} />
      <ReportGrid
        title={part.TabName}
        tab={part}
        explaining={isCompared ? undefined : props.explaining}
        onDrillDown={canOpen ? cell => drillDown.onOpen(cell.Id) : undefined}
      />
    </Stack>
  )
}
