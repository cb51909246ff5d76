import { shownFileName } from '../../../domain/fileName.ts'
import { countryLabel } from '../../../domain/labels.ts'
import type { ProviderOverviewWire } from '../../../domain/wire/providerOverview.ts'
import { PageTitle, type Table, useServices, useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Breadcrumbs,
  Card,
  Columns,
  DataTable,
  DescriptionList,
  EmptyState,
  Page,
  PageHeader,
  Stack,
} from '../../../ui/index.ts'
import { ContactsCard } from '../../common/contacts/ContactsCard.tsx'
import { collectionColumns, uploadColumns } from './columns.tsx'
import { Issues } from './Issues.tsx'
import { Notes } from './Notes.tsx'
import { Reminders } from './Reminders.tsx'
import { Trend } from './Trend.tsx'

export interface MonitoredProviderViewProps {
  overview: ProviderOverviewWire
  collections: Table
  uploads: Table
}

/** One provider: whom to write to, where it stands in every collection, its uploads, open issues and notes. */
export function MonitoredProviderView({ overview, collections, uploads }: MonitoredProviderViewProps) {
  const t = useMessages('monitoring.provider')
  const text = useText()
  const { now } = useServices()
  const viewer = useViewer()
  const { provider } = overview
  return (
    <Page
      breadcrumbs={
        <Breadcrumbs
          label={t('breadcrumbs')}
          crumbs={[{ id: 'list', label: t('monitoring'), href: '/monitoring' }]}
        />
      }
      header={<PageHeader title={provider.publishedName} meta={provider.instId} />}
    >
      <PageTitle title={provider.publishedName} />
      <Stack gap={6}>
        <Columns>
          <Details provider={provider} />
          {viewer.may('providers.contacts') && <ContactsCard instId={provider.instId} />}
        </Columns>
        <DataTable
          id="provider-collections"
          caption={t('collections.title')}
          columns={collectionColumns(t, text, provider.instId, viewer, now)}
          rows={overview.collections}
          rowId={({ collection }) => collection.id}
          rowLabel={({ collection }) => collection.name}
          state={collections.state}
          onChange={collections.change}
          stacks
          empty={<EmptyState title={t('collections.none')} level={0} />}
        />
        {viewer.may('monitoring.remind') && <Reminders overview={overview} />}
        <Trend uploads={overview.uploads} />
        <DataTable
          id="provider-uploads"
          caption={t('uploads.title')}
          columns={uploadColumns(t, text, provider.instId, viewer)}
          rows={overview.uploads}
          rowId={({ uuid }) => uuid}
          rowLabel={({ fileName }) => shownFileName(fileName)}
          state={uploads.state}
          onChange={uploads.change}
          stacks
          empty={<EmptyState title={t('uploads.none')} level={0} />}
          note={
            overview.uploadCount > overview.uploads.length &&
            t('uploads.shown', { shown: overview.uploads.length, total: overview.uploadCount })
          }
        />
        {viewer.may('collections.view-issue') && (
          <Issues issues={overview.issues} total={overview.issueCount} instId={provider.instId} />
        )}
        {viewer.may('collections.reports') && <Notes notes={overview.notes} instId={provider.instId} />}
      </Stack>
    </Page>
  )
}

function Details({ provider }: Pick<ProviderOverviewWire, 'provider'>) {
  const t = useMessages('monitoring.provider')
  const text = useText()
  return (
    <Card title={t('details.title')}>
      <DescriptionList
        items={[
          { id: 'name', term: t('details.name'), value: provider.name },
          { id: 'id', term: t('details.id'), value: <code>{provider.instId}</code> },
          { id: 'ukprn', term: t('details.ukprn'), value: <code>{provider.ukprn}</code> },
          { id: 'country', term: t('details.country'), value: text(countryLabel(provider.countryCode)) },
          { id: 'region', term: t('details.region'), value: provider.region || t('none') },
          { id: 'regulator', term: t('details.regulator'), value: provider.regulator.name },
        ]}
      />
    </Card>
  )
}
