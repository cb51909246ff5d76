import { lazy, Suspense } from 'react'
import { auditKindNames } from '../../../domain/auditKinds.ts'
import { listAuditLines, listAuditOrganisations } from '../../../domain/wire/audit.ts'
import { useAction, usePageTitle, useResource, useServices, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Skeleton } from '../../../ui/index.ts'
import { Chain } from './Chain.tsx'
import { AuditView } from './view.tsx'

// Checks proofs with code that is larger than the page.
const EntryPanel = lazy(async () => ({ default: (await import('./EntryPanel.tsx')).EntryPanel }))

const outcomes = ['done', 'refused'] as const
const filters = ['outcome', 'kind', 'organisation', 'from', 'to', 'by']
const wholeDay = /^\d{4}-\d\d-\d\d$/

/** Route `/management/audit`: for administrators. */
export function Component() {
  const t = useMessages('management.audit')
  usePageTitle(t('title'))
  const { blob, saveBlob } = useServices()
  const table = useTable('audit', tableDefaults({ pageSize: 25 }), { page: 'audit', filters })
  const { limit, offset } = table.parameters
  const chosenOf = (name: string): string | undefined => table.state.filters[name]?.[0]
  const dayOf = (name: string): string | undefined => {
    const day = chosenOf(name)
    return day !== undefined && wholeDay.test(day) ? day : undefined
  }
  const chosen = {
    search: table.state.search ?? '',
    outcome: outcomes.find(one => one === chosenOf('outcome')),
    kind: auditKindNames.find(one => one === chosenOf('kind')),
    organisation: chosenOf('organisation'),
    from: dayOf('from'),
    to: dayOf('to'),
    by: chosenOf('by') === 'all' ? ('all' as const) : ('people' as const),
  }
  const { search, outcome, kind, organisation, from, to, by } = chosen
  const query = {
    by,
    ...(search === '' ? {} : { search }),
    ...(outcome ? { outcome } : {}),
    ...(kind ? { kind } : {}),
    ...(organisation ? { organisation } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
  const lines = useResource(listAuditLines, {
    query: { ...query, limit: String(limit), offset: String(offset) },
  })
  const organisations = useResource(listAuditOrganisations, {})
  const save = useAction((_: null) => blob(listAuditLines, { query }, 'text/csv'), {
    onDone: (_, file) => saveBlob('audit.csv', file),
  })
  return (
    <AuditView
      lines={lines}
      table={table}
      chosen={chosen}
      organisations={organisations.data?.organisations ?? []}
      onSave={() => save.run(null)}
      isSaving={save.isRunning}
      problem={save.problem}
      chain={<Chain />}
      entry={line => (
        <Suspense fallback={<Skeleton label={t('proof.loading')} />}>
          <EntryPanel line={line} />
        </Suspense>
      )}
    />
  )
}
