import { listDownloads } from '../../../domain/wire/deliveries.ts'
import { useAction, usePageTitle, useResource, useServices, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { DownloadsLogView } from './view.tsx'

/** Route `/delivery/downloads-log` (specification 1 §2, §6): for the agency. */
export function Component() {
  const t = useMessages('deliveries')
  usePageTitle(t('log.title'))
  const table = useTable('downloadsLog', tableDefaults({ pageSize: 25 }))
  const { limit, offset } = table.parameters
  const { blob, saveBlob } = useServices()
  const search = table.state.search ?? ''
  const narrowed = search === '' ? {} : { search }
  const list = useResource(listDownloads, {
    query: { limit: String(limit), offset: String(offset), ...narrowed },
  })
  const save = useAction((_: null) => blob(listDownloads, { query: narrowed }, 'text/csv'), {
    onDone: (_, csv) => saveBlob('downloads.csv', csv),
  })
  return <DownloadsLogView list={list} table={table} save={save} />
}
