import { issueStatusLabel, raisedIssueStatuses } from '../../../domain/issue.ts'
import { issueFilters } from '../../../domain/wire/issueList.ts'
import { useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { ComboBox, FilterTags, Row, SearchField, Select } from '../../../ui/index.ts'
import { type IssueList, statusGroups } from './useIssueList.ts'

/** What the list can be narrowed by; only the agency and regulators choose a provider. */
export function IssueFilters({ list }: { list: IssueList }) {
  const t = useMessages('issues')
  const text = useText()
  const { isProvider } = useViewer()
  const { table, filter, status, instId, providers } = list
  const choose = (name: 'show' | 'status', value: string) =>
    table.filter(name, value === 'all' ? ['all'] : [value])
  return (
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
          options={providers}
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
          ...statusGroups.map(id => ({ id, label: t(`list.status.${id}`) })),
          ...raisedIssueStatuses().map(id => ({ id, label: text(issueStatusLabel(id)) })),
        ]}
      />
    </Row>
  )
}

/** What is typed or chosen from many, as tags that can be taken away. Nothing is drawn when there is none. */
export function ChosenIssueFilters({ list }: { list: IssueList }) {
  const t = useMessages('issues')
  const { table, rule, instId, providers } = list
  const tags = [
    ...(rule === '' ? [] : [{ id: 'rule', filter: t('list.rule'), label: rule }]),
    ...(instId === undefined
      ? []
      : [
          {
            id: 'provider',
            filter: t('list.provider'),
            label: providers.find(({ id }) => id === instId)?.label ?? instId,
          },
        ]),
  ]
  const remove = (id: string) => (id === 'rule' ? table.search('') : table.filter('provider', []))
  return (
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
