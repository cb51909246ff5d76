import { useMessages } from '../../../messages/index.ts'
import { Breadcrumbs, Page, PageHeader } from '../../../ui/index.ts'
import { ActivityLogTable, type ActivityLogTableProps } from '../../common/ActivityLogTable.tsx'

export interface ActivityLogViewProps extends Pick<ActivityLogTableProps, 'log' | 'table' | 'onTableChange'> {
  /** Name of the collection, or its reference while that is on its way. */
  collection: string
}

/** What happened in a provider's collection (specification 2 §2.13). */
export function ActivityLogView({ collection, ...log }: ActivityLogViewProps) {
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
      header={
        <PageHeader
          title={manageMessages('activity.title')}
          meta={`${collection} · ${manageMessages('activity.london')}`}
        />
      }
    >
      <ActivityLogTable
        id="activity-log"
        {...log}
        addressOf={({ collectionId }, submissionId) => ({ area: 'submissions', collectionId, submissionId })}
      />
    </Page>
  )
}
