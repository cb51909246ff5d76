import type { Table } from '../../../hooks/index.ts'
import type { ResourceStatus } from '../../../machines/resource/index.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Accordion,
  type AccordionItem,
  Button,
  Card,
  EmptyState,
  LinkTabs,
  Pagination,
  Row,
  SearchField,
  Skeleton,
  Stack,
  useLastPage,
} from '../../../ui/index.ts'

export interface PartsProps {
  current: 'rules' | 'fields'
  /** Address of the specification. */
  href: string
  counts: { rules: number; fields: number }
  table: Pick<Table, 'state' | 'change' | 'typed' | 'draft' | 'search'>
  /** "23 of 211 rules". */
  counted: string
  filteredTotal: number
  items: readonly AccordionItem[]
  /** Said while they load. */
  loading: string
  status: ResourceStatus
}

/** The rules or the derived fields of a specification: filtered by name, opened one by one, paged. */
export function Parts(props: PartsProps) {
  const t = useMessages('management.specification')
  const { current, href, counts, table, counted, filteredTotal, items, loading, status } = props
  const { state } = table
  const { page, pageSize } = state
  const isAnswered = status === 'ready' && items.length === 0
  useLastPage({ page, pageSize, total: filteredTotal, isAnswered }, table.change)
  return (
    <Card>
      <Stack gap={4}>
        <LinkTabs
          label={t('tabs')}
          tabs={[
            { id: 'rules', label: t('rules'), count: counts.rules, href, isCurrent: current === 'rules' },
            {
              id: 'fields',
              label: t('fields'),
              count: counts.fields,
              href: `${href}?tab=fields`,
              isCurrent: current === 'fields',
            },
          ]}
        />
        <Row gap={2} align="end" justify="between">
          <Row gap={2} align="end">
            <SearchField
              label={t('filter')}
              value={table.typed}
              onChange={table.draft}
              onSearch={table.search}
              isPageSearch
            />
            <Button onPress={() => table.search(table.typed)}>{t('search')}</Button>
            <Button variant="quiet" onPress={() => table.search('')}>
              {t('clear')}
            </Button>
          </Row>
          <span role="status">{counted}</span>
        </Row>
        {filteredTotal === 0 ? (
          <EmptyState title={t('none')} level={0} />
        ) : items.length === 0 ? (
          <Skeleton shape="rows" label={loading} />
        ) : (
          <Accordion
            level={2}
            items={items}
            expanded={state.expanded}
            onChange={expanded => table.change({ expanded })}
          />
        )}
        <Pagination
          label={t('paging')}
          page={page}
          pageSize={pageSize}
          total={filteredTotal}
          onChange={table.change}
        />
      </Stack>
    </Card>
  )
}
