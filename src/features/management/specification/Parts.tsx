import type { Table } from '../../../hooks/index.ts'
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
  Stack,
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
}

/** The rules or the derived fields of a specification: filtered by name, opened one by one, paged. */
export function Parts({ current, href, counts, table, counted, filteredTotal, items }: PartsProps) {
  const t = useMessages('management.specification')
  const { state } = table
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
        {items.length === 0 ? (
          <EmptyState title={t('none')} level={0} />
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
          page={state.page}
          pageSize={state.pageSize}
          total={filteredTotal}
          onChange={table.change}
        />
      </Stack>
    </Card>
  )
}
