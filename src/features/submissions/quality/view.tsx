import type { ReactNode } from 'react'
import { hasTag, isErrorOrFailure, isWithoutFile, type StatusName } from '../../../domain/status.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import { Accordion, Badge, ConfirmDialog, EmptyState, LinkButton, Stack } from '../../../ui/index.ts'
import type { Loaded } from '../../common/Loaded.tsx'
import type { PreviousSubmission } from '../shared/CompareChoice.tsx'
import { PreviousSubmissions } from './PreviousSubmissions.tsx'
import {
  AdditionalList,
  type AdditionalListProps,
  CredibilityList,
  type CredibilityListProps,
} from './ReportLists.tsx'
import { ReportSection, type ReportSectionProps } from './ReportSection.tsx'
import { SummarySection, type SummarySectionProps } from './SummarySection.tsx'

/** Sections of the page, in order. */
export const qualitySections = ['summary', 'quality', 'credibility', 'additional'] as const
export type QualitySection = (typeof qualitySections)[number]

/** Open on the first visit. */
export const openSections: readonly QualitySection[] = ['summary', 'quality']

export interface QualityViewProps {
  status: StatusName
  expanded: readonly string[]
  onExpand: (expanded: string[]) => void
  summary: SummarySectionProps
  report: Omit<ReportSectionProps, 'previous' | 'hasData' | 'onRetry'>
  previous: Loaded<PreviousSubmission[]>
  /** Agency staff see the earlier uploads as a list. */
  showsPrevious: boolean
  credibility: CredibilityListProps | undefined
  additional: AdditionalListProps | undefined
  /** The question before the detailed results, which hold personal data. */
  detailed: {
    isAsked: boolean
    isPending: boolean
    error: string | undefined
    onConfirm: () => void
    onCancel: () => void
  }
  processingHref: string
  uploadHref: string
  navigation: ReactNode
}

/** Quality Assurance: what the rules and the reports say of the file (specification 2 §2.9). */
export function QualityView(props: QualityViewProps) {
  const layoutMessages = useMessages('submissions.layout')
  const t = useMessages('submissions.quality')
  const { status, detailed } = props
  if (isWithoutFile(status)) {
    return (
      <EmptyState
        title={layoutMessages('noFile')}
        level={2}
        icon="upload"
        actions={<LinkButton href={props.uploadHref}>{layoutMessages('goToUpload')}</LinkButton>}
      />
    )
  }
  if (!hasTag(status, 'reported')) {
    return (
      <EmptyState
        title={t('notReady.title')}
        level={2}
        icon={isErrorOrFailure(status) ? 'stop' : 'clock'}
        actions={<LinkButton href={props.processingHref}>{t('notReady.toProcessing')}</LinkButton>}
      >
        {isErrorOrFailure(status) ? t('notReady.stopped') : t('notReady.text')}
      </EmptyState>
    )
  }
  return (
    <Stack gap={4}>
      {props.showsPrevious && (
        <PreviousSubmissions address={props.report.address} previous={props.previous} />
      )}
      <Accordion items={sectionsOf(t, props)} expanded={props.expanded} onChange={props.onExpand} />
      {props.navigation}
      <ConfirmDialog
        title={t('report.detailedDialog.title')}
        isOpen={detailed.isAsked}
        confirmLabel={t('report.detailedDialog.confirm')}
        cancelLabel={t('report.detailedDialog.cancel')}
        isPending={detailed.isPending}
        error={detailed.error}
        onConfirm={detailed.onConfirm}
        onCancel={detailed.onCancel}
      >
        <p>{t('report.detailedDialog.text')}</p>
      </ConfirmDialog>
    </Stack>
  )
}

const sectionsOf = (
  t: Translate<'submissions.quality'>,
  { summary, report, previous, credibility, additional }: QualityViewProps,
) => {
  const issues = credibility?.chapters.data?.reduce((sum, chapter) => sum + chapter.chapterFailureCount, 0)
  const { data: counts, retry: retrySummary } = summary.summary
  const outside = counts?.outsideTolerance
  return [
    {
      id: 'summary',
      title: t('sections.summary'),
      children: () => <SummarySection {...summary} />,
    },
    {
      id: 'quality',
      title: t('sections.quality'),
      summary: outside !== undefined && outside > 0 && (
        <Badge tone="failed">{`${outside} ${t('report.outside').toLowerCase()}`}</Badge>
      ),
      children: () => (
        <ReportSection
          {...report}
          previous={previous.data ?? []}
          hasData={counts === undefined || counts.insideTolerance + counts.outsideTolerance > 0}
          onRetry={() => {
            retrySummary()
            report.report.retry()
          }}
        />
      ),
    },
    ...(credibility
      ? [
          {
            id: 'credibility',
            title: t('sections.credibility'),
            summary: issues !== undefined && (
              <Badge tone={issues > 0 ? 'attention' : 'neutral'}>
                {t('credibility.issues', { count: issues })}
              </Badge>
            ),
            children: () => <CredibilityList {...credibility} />,
          },
        ]
      : []),
    ...(additional
      ? [
          {
            id: 'additional',
            title: t('sections.additional'),
            children: () => <AdditionalList {...additional} />,
          },
        ]
      : []),
  ]
}
