import type { ReactNode } from 'react'
import { referencePeriod } from '../../../domain/dates.ts'
import { type SubmissionMode, statusById } from '../../../domain/status.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Accordion, EmptyState, Page, PageHeader, Stack, StatusTag } from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { Term } from '../../common/Term.tsx'
import { CollectionSection, type CollectionSectionProps } from './CollectionSection.tsx'

export interface ManageSubmissionsViewProps {
  mode: SubmissionMode
  /** Those who only validate online see no submissions, and the other way round. */
  mayView: boolean
  collections: Loaded<CollectionWire[]>
  /** The sections, drawn when the collections are there. */
  children: (collections: CollectionWire[]) => ReactNode
}

/** Manage Submissions, or the Online Validation Tool: a section for each collection (specification 2 §2.6). */
export function ManageSubmissionsView({ mode, mayView, collections, children }: ManageSubmissionsViewProps) {
  const t = useMessages('submissions.manage')
  if (!mayView) {
    return (
      <Page header={<PageHeader title={t(`${mode}.title`)} />}>
        <AccessDenied />
      </Page>
    )
  }
  return (
    <Page
      header={
        <PageHeader
          title={t(`${mode}.title`)}
          explanation={
            <Term id={mode === 'ovt' ? 'ovt' : 'submission'} isMark>
              {t(`${mode}.title`)}
            </Term>
          }
        >
          {t(`${mode}.lead`)}
        </PageHeader>
      }
    >
      <WhenLoaded
        resource={collections}
        loading={t('loadingCollections')}
        failed={t('collectionsFailed')}
        level={2}
      >
        {list =>
          list.length === 0 ? (
            <EmptyState title={t('noCollections.title')} level={2} icon="file">
              {t(`${mode}.noCollections`)}
            </EmptyState>
          ) : (
            <Stack gap={3}>{children(list)}</Stack>
          )
        }
      </WhenLoaded>
    </Page>
  )
}

export interface CollectionAccordionProps extends CollectionSectionProps {
  isExpanded: boolean
  onExpand: (isExpanded: boolean) => void
}

/** The section of one collection: its latest status stays in sight while it is closed. */
export function CollectionAccordion({ isExpanded, onExpand, ...section }: CollectionAccordionProps) {
  const t = useMessages('submissions.manage')
  const text = useText()
  const { collection, submissions } = section
  const rows = submissions.data
  const latest = rows?.find(row => row.IsLatest) ?? rows?.[0]
  const status = latest && statusById(latest.Status.Id)?.name
  const period = text(referencePeriod(collection.referencePeriodStart, collection.referencePeriodEnd))
  const count = t('submissionCount', { count: rows?.length ?? collection.collectionSubmissionCount })
  return (
    <Accordion
      items={[
        {
          id: collection.reference,
          title: collection.name,
          // Of online validation there is one file, and another while it is sent: it says nothing to count them.
          hint: section.area === 'submissions' ? `${period} · ${count}` : period,
          summary: status ? (
            <SubmissionStatus status={status} />
          ) : (
            rows && <StatusTag tone="neutral">{t('notStarted')}</StatusTag>
          ),
          children: () => <CollectionSection {...section} />,
        },
      ]}
      expanded={isExpanded ? [collection.reference] : []}
      onChange={open => onExpand(open.length > 0)}
    />
  )
}
