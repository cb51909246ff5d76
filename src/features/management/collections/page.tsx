import { listCollections } from '../../../domain/wire/collections.ts'
import { listSpecifications } from '../../../domain/wire/specifications.ts'
import { usePageTitle, useResource, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { useCollectionProgress } from '../../common/CollectionProgress.tsx'
import { CollectionsView } from './view.tsx'

/** Route `/management/collections` (specification 1 §2). */
export function Component() {
  const t = useMessages('management.collections')
  usePageTitle(t('title'))
  const { may } = useViewer()
  const progress = useCollectionProgress()
  const table = useTable('collections', tableDefaults())
  const { limit, offset } = table.parameters
  const list = useResource(
    listCollections,
    { query: { limit: String(limit), offset: String(offset) } },
    { refreshOn: message => message.type === 'COLLECTION' },
  )
  const specifications = useResource(listSpecifications, { query: { state: ['AVAILABLE', 'IN_USE'] } })
  return (
    <CollectionsView
      list={list}
      table={table}
      specifications={specifications.data?.specifications}
      onChanged={() => {
        list.refresh()
        specifications.refresh()
      }}
      progress={progress}
      mayCreate={may('management.configure-collection')}
      mayAssign={may('management.assign-specification')}
      mayRunJobs={may('management.bulk-reprocess') || may('management.historic-amendment')}
    />
  )
}
