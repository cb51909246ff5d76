import { Breadcrumbs, Page, PageHeader } from '../../../ui/index.ts'
import { ActivityLogTable, type ActivityLogTableProps } from '../../common/ActivityLogTable.tsx'
import { texts as layoutTexts } from '../layout/texts.ts'
import { texts as manageTexts } from '../manage/texts.ts'

const words = manageTexts.activity

export interface ActivityLogViewProps extends Pick<ActivityLogTableProps, 'log' | 'table' | 'onTableChange'> {
  /** Name of the collection, or its reference while that is on its way. */
  collection: string
}

/** What happened in a provider's collection (specification 2 §2.13). */
export function ActivityLogView({ collection, ...log }: ActivityLogViewProps) {
  return (
    <Page
      breadcrumbs={
        <Breadcrumbs
          label={layoutTexts.breadcrumbs}
          crumbs={[{ id: 'list', label: layoutTexts.submissions, href: '/submissions' }]}
        />
      }
      header={<PageHeader title={words.title} meta={`${collection} · ${words.london}`} />}
    >
      <ActivityLogTable
        id="activity-log"
        {...log}
        addressOf={({ collectionId }, submissionId) => ({ area: 'submissions', collectionId, submissionId })}
      />
    </Page>
  )
}
