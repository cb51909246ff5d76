import { cancelDpsTask, type DpsSubmission } from '../../../domain/wire/pseudonymisation.ts'
import { useAction, usePageTitle, useServices, useTable, useViewer } from '../../../hooks/index.ts'
import { usePseudonymisation } from '../../../hooks/pseudonymisation.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { DataPseudonymisationView } from './view.tsx'

/** Route `/management/data-pseudonymisation` (specification 1 §2): for the role anon-data-user, and for administrators, who reset. */
export function Component() {
  const t = useMessages('management.data-pseudonymisation')
  usePageTitle(t('title'))
  const { may } = useViewer()
  const { call } = useServices()
  const table = useTable('pseudonymisation', tableDefaults({ pageSize: 100 }))
  const { page, pageSize, search } = table.state
  const { rows, list } = usePseudonymisation({
    query: {
      page: String(page),
      pageSize: String(pageSize),
      ...(search === '' ? {} : { search }),
    },
  })
  const cancel = useAction(({ uuid }: DpsSubmission) => call(cancelDpsTask, { path: { uuid } }), {
    onDone: list.refresh,
  })
  return (
    <DataPseudonymisationView
      list={list}
      table={table}
      rows={rows}
      cancel={cancel}
      mayAnonymise={may('management.data-pseudonymisation')}
      mayReset={may('management.reset-pseudonymisation')}
    />
  )
}
