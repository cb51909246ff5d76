import { lazy, type ReactNode, Suspense } from 'react'
import type { SubmissionPageSnapshot } from '../../../machines/submission-page/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { ConfirmDialog, EmptyState, LinkButton, LinkTabs, Row, Stack } from '../../../ui/index.ts'
import type { Loaded } from '../../common/Loaded.tsx'
import type { PreviousSubmission } from '../shared/CompareChoice.tsx'
import type { AdditionalListProps } from './AdditionalList.tsx'
import type { CredibilityListProps } from './ReportLists.tsx'
import { ReportSection, type ReportSectionProps } from './ReportSection.tsx'
import { ReportStrip } from './ReportStrip.tsx'
import type { QualitySection } from './sections.ts'
import { useAgainst } from './useAgainst.ts'
import type { QualityReportData } from './useQualityReport.ts'
import type { WorkbookHandle } from './useWorkbooks.ts'

// Few ask for a workbook; the report does without its code.
const WorkbookDialog = lazy(async () => ({
  default: (await import('./WorkbookDialog.tsx')).WorkbookDialog,
}))

// Nor does one who only reads explain.
const ExplainDialog = lazy(async () => ({ default: (await import('./ExplainDialog.tsx')).ExplainDialog }))

// The page opens with the quality report; the other parts come when they are chosen.
const CredibilityList = lazy(async () => ({ default: (await import('./ReportLists.tsx')).CredibilityList }))
const AdditionalList = lazy(async () => ({
  default: (await import('./AdditionalList.tsx')).AdditionalList,
}))
const PreviousSubmissions = lazy(async () => ({
  default: (await import('./PreviousSubmissions.tsx')).PreviousSubmissions,
}))

export interface QualityViewProps {
  page: SubmissionPageSnapshot
  /** Whether the quality report is there. */
  isReported: boolean
  shown: QualitySection
  hrefOfSection: (section: QualitySection) => string
  report: Omit<ReportSectionProps, 'previous' | 'lastYear' | 'report'> & {
    report: ReportSectionProps['report'] & Pick<QualityReportData, 'hrefOfFacet'>
  }
  previous: Loaded<PreviousSubmission[]>
  lastYear: ReportSectionProps['lastYear']
  /** What a regulator decides on; nothing for everybody else. */
  summary: ReactNode
  /** Agency staff see the earlier uploads as a list. */
  showsPrevious: boolean
  credibility: CredibilityListProps | undefined
  additional: AdditionalListProps | undefined
  /** The question before the detailed results, which hold personal data. */
  detailed: {
    isOpen: boolean
    isPending: boolean
    error: string | undefined
    onConfirm: () => void
    onCancel: () => void
  }
  workbooks: WorkbookHandle
  processingHref: string
  uploadHref: string
  /** The findings on one page, while they are open. */
  sheet: ReactNode
  navigation: ReactNode
}

/** Quality Assurance: what the rules and the reports say of the file (specification 2 §2.9). */
export function QualityView(props: QualityViewProps) {
  const layoutMessages = useMessages('submissions.layout')
  const t = useMessages('submissions.quality')
  const { page, detailed } = props
  if (page.hasTag('withoutFile')) {
    const isReceiving = page.matches({ work: 'receiving' })
    const noFile = layoutMessages(props.report.reader === 'provider' ? 'noFile' : 'noFileOfProvider')
    return (
      <EmptyState
        title={isReceiving ? layoutMessages('receiving.title') : noFile}
        level={2}
        icon="upload"
        actions={<LinkButton href={props.uploadHref}>{layoutMessages('goToUpload')}</LinkButton>}
      >
        {isReceiving && layoutMessages('receiving.text')}
      </EmptyState>
    )
  }
  if (!props.isReported) {
    const isStopped = page.hasTag('stopped')
    return (
      <EmptyState
        title={t('notReady.title')}
        level={2}
        icon={isStopped ? 'stop' : 'clock'}
        actions={<LinkButton href={props.processingHref}>{t('notReady.toProcessing')}</LinkButton>}
      >
        {isStopped ? t('notReady.stopped') : t('notReady.text')}
      </EmptyState>
    )
  }
  return (
    <Stack gap={3}>
      <Row gap={4} justify="between">
        {/* The summary and the list of additional reports have their own headings. */}
        {props.shown === 'summary' || props.shown === 'additional' ? (
          <span />
        ) : (
          <Strip {...props.report} lastYear={props.lastYear} />
        )}
        <Sections {...props} />
      </Row>
      <Suspense>
        <Section {...props} />
      </Suspense>
      {props.navigation}
      <ConfirmDialog
        title={t('report.detailedDialog.title')}
        isOpen={detailed.isOpen}
        confirmLabel={t('report.detailedDialog.confirm')}
        cancelLabel={t('report.detailedDialog.cancel')}
        isPending={detailed.isPending}
        error={detailed.error}
        onConfirm={detailed.onConfirm}
        onCancel={detailed.onCancel}
      >
        <p>{t('report.detailedDialog.text')}</p>
      </ConfirmDialog>
      {props.report.explaining?.isOpen && (
        <Suspense>
          <ExplainDialog choice={props.report.explaining} submissionId={props.report.address.submissionId} />
        </Suspense>
      )}
      {props.sheet}
      {props.workbooks.kind !== undefined && (
        <Suspense>
          <WorkbookDialog handle={props.workbooks} />
        </Suspense>
      )}
    </Stack>
  )
}

function Strip({ report, lastYear }: QualityViewProps['report'] & Pick<QualityViewProps, 'lastYear'>) {
  const against = useAgainst(report.comparedWith, lastYear)
  if (!report.resource.data) return <span />
  return (
    <ReportStrip
      rules={report.rules}
      outside={report.outside}
      standings={report.standings}
      against={against}
      hrefOfFacet={report.hrefOfFacet}
    />
  )
}

/** The way to the other parts; online validation has the quality report alone. */
function Sections({
  shown,
  hrefOfSection,
  summary,
  credibility,
  additional,
  showsPrevious,
}: QualityViewProps) {
  const t = useMessages('submissions.quality')
  const issues = credibility?.chapters.data?.reduce((sum, chapter) => sum + chapter.chapterFailureCount, 0)
  const sections: QualitySection[] = [
    ...(summary ? (['summary'] as const) : []),
    'quality',
    ...(credibility ? (['credibility'] as const) : []),
    ...(additional ? (['additional'] as const) : []),
    ...(showsPrevious ? (['previous'] as const) : []),
  ]
  if (sections.length < 2) return null
  return (
    <LinkTabs
      label={t('sections.label')}
      tabs={sections.map(id => ({
        id,
        label: t(`sections.${id}`),
        href: hrefOfSection(id),
        isCurrent: id === shown,
        ...(id === 'credibility' && issues !== undefined ? { count: issues } : {}),
      }))}
    />
  )
}

function Section({
  shown,
  summary,
  report,
  previous,
  lastYear,
  credibility,
  additional,
  showsPrevious,
}: QualityViewProps) {
  if (shown === 'summary' && summary) return summary
  if (shown === 'credibility' && credibility) return <CredibilityList {...credibility} />
  if (shown === 'additional' && additional) return <AdditionalList {...additional} />
  if (shown === 'previous' && showsPrevious)
    return <PreviousSubmissions address={report.address} previous={previous} />
  return (
    <ReportSection
      {...report}
      previous={previous.status === 'loading' ? [] : previous.data}
      lastYear={lastYear}
    />
  )
}
