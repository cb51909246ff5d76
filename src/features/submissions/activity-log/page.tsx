import { useParams } from 'react-router'
import { getCollection, listProviderActivityLog } from '../../../domain/wire/collections.ts'
import { isFileListBehind } from '../../../domain/wire/fileEvents.ts'
import { PageTitle, useResource, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Breadcrumbs, Page, PageHeader } from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { ActivityLogTable, type ActivityLogTableProps } from '../../common/ActivityLogTable.tsx'
import { isAbsent } from '../../common/Loaded.tsx'
import { NotFoundPage } from '../../common/NotFound.tsx'

/** Route `/submissions/:reference/activity-log`. */
export function Component() {
  const manageMessages = useMessages('submissions.manage')
  const layoutMessages = useMessages('submissions.layout')
  const { principal, may } = useViewer()
  const maySee = may('collections.collection-activity-log-provider-view')
  const reference = useParams().reference ?? ''
  const table = useTable('providerActivityLog', tableDefaults())
  const { limit, offset } = table.parameters
  const collection = useResource(getCollection, maySee ? { path: { reference } } : undefined, {
    refreshOn: message => message.type === 'COLLECTION' && message.reference === reference,
  })
  const log = useResource(
    listProviderActivityLog,
    maySee
      ? {
          path: { instId: principal.organisationId },
          query: { collectionReference: reference, limit: String(limit), offset: String(offset) },
        }
      : undefined,
    {
      refreshOn: message =>
        message.type === 'FILE_EVENT' &&
        message.instId === principal.organisationId &&
        // Until the collection's id is known it may be this one.
        isFileListBehind(collection.data?.id ?? message.collectionId, message),
    },
  )
  if (!maySee) {
    return (
      <Page header={<PageHeader title={manageMessages('activity.title')} />}>
        <AccessDenied permission="collections.collection-activity-log-provider-view" />
      </Page>
    )
  }
  if (isAbsent(collection)) {
    return (
      <NotFoundPage
        problem={collection.problem}
        title={manageMessages('activity.notFound.title')}
        back={{ href: '/submissions', label: layoutMessages('submissions') }}
      >
        {manageMessages('activity.notFound.text')}
      </NotFoundPage>
    )
  }
  return (
    <>
      <PageTitle title={manageMessages('activity.title')} />
      <ActivityLogView
        collection={collection.data?.name ?? reference}
        log={log}
        table={table.state}
        onTableChange={table.change}
      />
    </>
  )
}

interface ActivityLogViewProps extends Pick<ActivityLogTableProps, 'log' | 'table' | 'onTableChange'> {
  /** Name of the collection, or its reference until the name is loaded. */
  collection: string
}

/** What happened in a provider's collection (specification 2 §2.13). */
function ActivityLogView({ collection, ...log }: ActivityLogViewProps) {
  const layoutMessages = useMessages('submissions.layout')
  const manageMessages = useMessages('submissions.manage')
  return (
    <Page
      breadcrumbs={
        <Breadcrumbs
          label={layoutMessages('breadcrumbs')}
          crumbs={[{ id: 'list', label: layoutMessages('submissions'), href: '/submissions' }]}
        />
      }
      header={<PageHeader title={manageMessages('activity.title')} meta={collection} />}
    >
      <ActivityLogTable
        id="activity-log"
        {...log}
        addressOf={({ collectionId }, submissionId) => ({ area: 'submissions', collectionId, submissionId })}
      />
    </Page>
  )
}
