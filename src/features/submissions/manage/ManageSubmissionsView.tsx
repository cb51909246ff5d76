import { formatPeriod } from '../../../domain/dates.ts'
import { statusById } from '../../../domain/status.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { Accordion } from '../../../ui/accordion/index.ts'
import { Page } from '../../../ui/app-frame/index.ts'
import { StatusTag } from '../../../ui/badge/index.ts'
import { PageHeader } from '../../../ui/page-header/index.ts'
import { EmptyState } from '../../../ui/states/index.ts'
import { type Loaded, WhenLoaded } from '../shared/Loaded.tsx'
import { SubmissionStatus } from '../shared/SubmissionStatus.tsx'
import { CollectionSection, type CollectionSectionProps } from './CollectionSection.tsx'
import { texts } from './texts.ts'

export interface ManageSubmissionsViewProps {
  collections: Loaded<CollectionWire[]>
  /** Ids of the open sections. */
  expanded: readonly string[]
  onExpand: (expanded: string[]) => void
  /** What the section of a collection needs besides the collection itself. */
  section: (collection: CollectionWire) => Omit<CollectionSectionProps, 'collection'>
}

/** Manage Submissions: a section for each collection (specification 2 §2.6). */
export function ManageSubmissionsView(props: ManageSubmissionsViewProps) {
  const { collections, expanded, onExpand, section } = props
  return (
    <Page header={<PageHeader title={texts.title}>{texts.lead}</PageHeader>}>
      <WhenLoaded
        resource={collections}
        loading={texts.loadingCollections}
        failed={texts.collectionsFailed}
        level={2}
      >
        {list =>
          list.length === 0 ? (
            <EmptyState title={texts.noCollections.title} level={2} icon="file">
              {texts.noCollections.text}
            </EmptyState>
          ) : (
            <Accordion
              items={list.map(collection => itemOf(collection, section(collection)))}
              expanded={expanded}
              onChange={onExpand}
            />
          )
        }
      </WhenLoaded>
    </Page>
  )
}

const itemOf = (collection: CollectionWire, section: Omit<CollectionSectionProps, 'collection'>) => {
  const rows = section.submissions.data
  const latest = rows?.find(row => row.IsLatest) ?? rows?.[0]
  const status = latest && statusById(latest.Status.Id)?.name
  return {
    id: collection.reference,
    title: collection.name,
    hint: `${formatPeriod(collection.referencePeriodStart, collection.referencePeriodEnd)} · ${texts.submissionCount(rows?.length ?? collection.collectionSubmissionCount)}`,
    summary: status ? (
      <SubmissionStatus status={status} />
    ) : rows ? (
      <StatusTag tone="neutral">{texts.notStarted}</StatusTag>
    ) : undefined,
    children: () => <CollectionSection collection={collection} {...section} />,
  }
}
