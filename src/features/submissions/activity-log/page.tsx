import { useParams } from 'react-router'
import { getCollection, listProviderActivityLog } from '../../../domain/wire/collections.ts'
import { PageTitle, useResource, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { ActivityLogView } from './view.tsx'

/** Route `/submissions/:reference/activity-log`. */
export function Component() {
  const manageMessages = useMessages('submissions.manage')
  const { actor } = useViewer()
  const reference = useParams().reference ?? ''
  const table = useTable('providerActivityLog', tableDefaults())
  const { limit, offset } = table.parameters
  const collection = useResource(getCollection, { path: { reference } })
  const log = useResource(
    listProviderActivityLog,
    {
      path: { instId: actor.organisationId },
      query: { collectionReference: reference, limit: String(limit), offset: String(offset) },
    },
    { refreshOn: message => message.type === 'FILE_EVENT' },
  )
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
