import { issueStatuses, issueStatusLabel } from '../../../domain/issue.ts'
import { limits } from '../../../domain/limits.ts'
import { listProviders } from '../../../domain/wire/collections.ts'
import { issueFilters, listIssues } from '../../../domain/wire/issues.ts'
import { PageTitle, useResource, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  ComboBox,
  DataTable,
  EmptyState,
  FilterTags,
  Page,
  PageHeader,
  Row,
  SearchField,
  Select,
  Stack,
} from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { LoadFailure } from '../../common/Loaded.tsx'
import { issueColumns } from './columns.tsx'
import { ExplainChosen } from './ExplainChosen.tsx'
import { useChoice } from './useChoice.ts'

const defaults = tableDefaults({ filters: { status: ['open'] } })
const groups = ['open', 'closed'] as const

/** Route `/issues`: the issues that the viewer may see, narrowed as the address says (decisions §11). */
export function Component() {
  const t = useMessages('issues')
  const { may } = useViewer()
  return (
    <Page header={<PageHeader title={t('title')}>{t('lead')}</PageHeader>}>
      <PageTitle title={t('title')} />
      {may('collections.view-issue') ? <Issues /> : <AccessDenied />}
    </Page>
  )
}

/** A value of a filter where it is one of those that the call takes. */
const oneOf = <Value extends string>(values: readonly Value[], value: string | undefined) =>
  values.find(each => each === value)

function Issues() {
  const t = useMessages('issues')
  const text = useText()
  const { isProvider } = useViewer()
  const table = useTable('issues', defaults, { page: 'issues', filters: ['show', 'status', 'provider'] })
  const { state } = table
  const filter = oneOf(issueFilters, state.filters.show?.[0])
  const status = oneOf([...groups, ...issueStatuses], state.filters.status?.[0])
  const rule = state.search.slice(0, limits.searchText)
  const providers = useResource(listProviders, isProvider ? undefined : {})
  const instId = isProvider ? undefined : state.filters.provider?.[0]
  const list = useResource(
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
  const { choice, explain } = useChoice(list.refresh)
  const choose = (name: 'show' | 'status', value: string) =>
    table.filter(name, value === 'all' ? ['all'] : [value])
  const named = (providers.data?.providers ?? []).map(({ instId: id, publishedName }) => ({
    id,
    label: t('list.providerOf', { id, name: publishedName }),
  }))
  const tags = [
    ...(rule === '' ? [] : [{ id: 'rule', filter: t('list.rule'), label: rule }]),
    ...(instId === undefined
      ? []
      : [
          {
            id: 'provider',
            filter: t('list.provider'),
            label: named.find(({ id }) => id === instId)?.label ?? instId,
          },
        ]),
  ]
  const remove = (id: string) => (id === 'rule' ? table.search('') : table.filter('provider', []))
  const isNarrowed = filter !== undefined || rule !== '' || status !== undefined || instId !== undefined
  return (
    <Stack gap={4}>
      {choice && explain.count > 0 && <ExplainChosen {...explain} />}
      <DataTable
        id="issues"
        caption={t('list.caption')}
        isCaptionHidden
        columns={issueColumns(t, text, isProvider, choice)}
        rows={list.data?.issues ?? []}
        rowId={issue => issue.id}
        rowLabel={issue => issue.code}
        state={state}
        onChange={table.change}
        serverTotal={list.data?.pagingMetadata.totalResultsCount ?? 0}
        status={list.status}
        hasColumnChoice
        stacks
        toolbar={
          <Row gap={3} align="end">
            <SearchField
              label={t('list.rule')}
              value={table.typed}
              onChange={table.draft}
              onSearch={table.search}
              placeholder={t('list.rulePlaceholder')}
              isPageSearch
            />
            {!isProvider && (
              <ComboBox
                label={t('list.provider')}
                placeholder={t('list.anyProvider')}
                value={instId ?? null}
                options={named}
                onChange={id => table.filter('provider', [id])}
              />
            )}
            <Select
              label={t('list.show.label')}
              value={filter ?? 'all'}
              onChange={value => choose('show', value)}
              options={(['all', ...issueFilters] as const)
                .filter(id => id !== 'assigned-to-me' || isProvider)
                .map(id => ({ id, label: t(`list.show.${id}`) }))}
            />
            <Select
              label={t('list.status.label')}
              value={status ?? 'all'}
              onChange={value => choose('status', value)}
              options={[
                { id: 'all', label: t('list.status.any') },
                ...groups.map(id => ({ id, label: t(`list.status.${id}`) })),
                ...issueStatuses
                  .filter(name => name !== 'NONE')
                  .map(id => ({ id, label: text(issueStatusLabel(id)) })),
              ]}
            />
          </Row>
        }
        tags={
          tags.length > 0 && (
            <FilterTags
              label={t('list.chosen')}
              tags={tags}
              onRemove={remove}
              onClear={() => {
                for (const { id } of tags) remove(id)
              }}
            />
          )
        }
        empty={
          <EmptyState level={0} title={isNarrowed ? t('list.noneForCriteria') : t('list.empty')}>
            {!isNarrowed && t('list.emptyHint')}
          </EmptyState>
        }
        failure={
          <LoadFailure title={t('list.failed')} problem={list.problem} onRetry={list.retry} level={0} />
        }
      />
    </Stack>
  )
}
