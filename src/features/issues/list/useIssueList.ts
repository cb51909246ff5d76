import { issueStatuses } from '../../../domain/issue.ts'
import { limits } from '../../../domain/limits.ts'
import { listProviders } from '../../../domain/wire/collections.ts'
import { issueFilters, listIssues } from '../../../domain/wire/issueList.ts'
import { useResource, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'

const defaults = tableDefaults({ filters: { status: ['open'] } })

/** Statuses that are asked for together. */
export const statusGroups = ['open', 'closed'] as const

/** A value of a filter where it is one of those that the call takes. */
const oneOf = <Value extends string>(values: readonly Value[], value: string | undefined) =>
  values.find(each => each === value)

/** The list of issues as the address narrows it, what it is narrowed to, and how that is changed. */
export const useIssueList = () => {
  const t = useMessages('issues')
  const { isProvider } = useViewer()
  const table = useTable('issues', defaults, { page: 'issues', filters: ['show', 'status', 'provider'] })
  const { state } = table
  const filter = oneOf(issueFilters, state.filters.show?.[0])
  const status = oneOf([...statusGroups, ...issueStatuses], state.filters.status?.[0])
  const rule = state.search.slice(0, limits.searchText)
  const providers = useResource(listProviders, isProvider ? undefined : {})
  const instId = isProvider ? undefined : state.filters.provider?.[0]
  const issues = useResource(
    listIssues,
    {
      query: {
        ...(filter ? { filter } : {}),
        ...(status ? { status } : {}),
        ...(rule ? { rule } : {}),
        ...(instId === undefined ? {} : { instId }),
        limit: String(table.parameters.limit),
        offset: String(table.parameters.offset),
      },
    },
    { refreshOn: message => message.type === 'ISSUE_STATUS' },
  )
  const named = (providers.data?.providers ?? []).map(({ instId: id, publishedName }) => ({
    id,
    label: t('list.providerOf', { id, name: publishedName }),
  }))
  return {
    table,
    issues,
    filter,
    status,
    rule,
    instId,
    /** Providers to choose from; none for a provider, who sees its own issues only. */
    providers: named,
    isNarrowed: filter !== undefined || rule !== '' || status !== undefined || instId !== undefined,
  }
}
export type IssueList = ReturnType<typeof useIssueList>
