import { listAuditLines } from '../../../domain/wire/audit.ts'
import { usePageTitle, useResource, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { ProofPanel } from './ProofPanel.tsx'
import { AuditView } from './view.tsx'

const outcomes = ['done', 'refused'] as const
const outcomeOf = (chosen: readonly string[] | undefined) => outcomes.find(one => one === chosen?.[0])

/** Route `/management/audit`: for administrators. */
export function Component() {
  const t = useMessages('management.audit')
  usePageTitle(t('title'))
  const table = useTable('audit', tableDefaults({ pageSize: 25 }), { page: 'audit', filters: ['outcome'] })
  const { limit, offset } = table.parameters
  const search = table.state.search ?? ''
  const outcome = outcomeOf(table.state.filters.outcome)
  const lines = useResource(listAuditLines, {
    query: {
      limit: String(limit),
      offset: String(offset),
      ...(search === '' ? {} : { search }),
      ...(outcome ? { outcome } : {}),
    },
  })
  return (
    <AuditView lines={lines} table={table} outcome={outcome} proof={line => <ProofPanel line={line} />} />
  )
}
