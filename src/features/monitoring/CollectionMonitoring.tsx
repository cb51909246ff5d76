import { useParams } from 'react-router'
import { additionalReportsNoticeReference } from '../../domain/collection.ts'
import { formatPeriod } from '../../domain/dates.ts'
import { type CollectionWire, getCollection } from '../../domain/wire/collections.ts'
import { PageTitle, useResource, useTable, useViewer } from '../../hooks/index.ts'
import { tableDefaults } from '../../machines/table-state/index.ts'
import { useMessages } from '../../messages/index.ts'
import { Accordion, Banner, Breadcrumbs, LinkButton, Page, PageHeader } from '../../ui/index.ts'
import { WhenLoaded } from '../common/Loaded.tsx'
import { ActivityLog } from './ActivityLog.tsx'
import { CollectionStateTag } from './CollectionStateTag.tsx'
import { StepSummary } from './StepSummary.tsx'
import { SubmissionSummary } from './SubmissionSummary.tsx'

/** Route `/monitoring/:reference` (specification 2 §2.5). */
export function Component() {
  const t = useMessages('monitoring')
  const reference = useParams().reference ?? ''
  const collection = useResource(getCollection, { path: { reference } })
  return (
    <WhenLoaded
      resource={collection}
      loading={t('sections.submissions')}
      failed={collection.problem?.kind === 'not-found' ? t('collection.notFound') : t('collection.failed')}
      level={1}
    >
      {loaded => <Collection collection={loaded} />}
    </WhenLoaded>
  )
}

function Collection({ collection }: { collection: CollectionWire }) {
  const t = useMessages('monitoring')
  const { isAgency } = useViewer()
  const sections = useTable('milestones', tableDefaults({ expanded: ['submissions'] }))
  const { name, reference, referencePeriodStart, referencePeriodEnd, state } = collection
  const agencyOnly = [
    {
      id: 'ovt',
      title: t('sections.ovt'),
      children: () => <SubmissionSummary collection={collection} mode="ovt" />,
    },
    { id: 'activity', title: t('sections.activity'), children: () => <ActivityLog reference={reference} /> },
  ]
  return (
    <Page
      breadcrumbs={
        <Breadcrumbs
          label={t('breadcrumbs')}
          crumbs={[{ id: 'list', label: t('collections.title'), href: '/monitoring' }]}
        />
      }
      banner={
        reference === additionalReportsNoticeReference && (
          <Banner tone="neutral" title={t('collection.additionalReports')} />
        )
      }
      header={
        <PageHeader
          title={name}
          status={<CollectionStateTag state={state.name} />}
          meta={`${t('collection.period')} ${formatPeriod(referencePeriodStart, referencePeriodEnd)} · ${reference}`}
          actions={
            <LinkButton href="/monitoring" icon="arrowLeft">
              {t('collection.back')}
            </LinkButton>
          }
        />
      }
    >
      <PageTitle title={name} />
      <Accordion
        expanded={sections.state.expanded}
        onChange={expanded => sections.change({ expanded })}
        items={[
          { id: 'steps', title: t('sections.steps'), children: () => <StepSummary reference={reference} /> },
          {
            id: 'submissions',
            title: t('sections.submissions'),
            children: () => <SubmissionSummary collection={collection} mode="live" />,
          },
          ...(isAgency ? agencyOnly : []),
        ]}
      />
    </Page>
  )
}
