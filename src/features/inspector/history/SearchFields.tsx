import { exactStatusLabel } from '../../../domain/labels.ts'
import { type StatusName, statuses, statusOf } from '../../../domain/status.ts'
import { type Table, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, DateField, Row, SearchField, Select } from '../../../ui/index.ts'
import { lifecycleEvents } from '../question/events.ts'
import { labelOf } from './labels.ts'

/** The search and the filters of the list of submissions, in the address. */
export const useSubmissionFilters = (): Table => useTable('inspectedSubmissions', tableDefaults())

const isStatus = (name: string | undefined): name is StatusName =>
  statuses.some(status => status.name === name)

/** The text to search for as the server takes it. */
export const searchOf = ({ state: { search } }: Pick<Table, 'state'>): string | undefined =>
  search.trim() || undefined

/** Search and filters as the server takes them. */
export const queryOf = (table: Pick<Table, 'state'>): Record<string, string | undefined> => {
  const { was, did, day } = table.state.filters
  return {
    search: searchOf(table),
    visited: isStatus(was?.[0]) ? String(statusOf(was[0]).id) : undefined,
    event: did?.[0],
    day: day?.[0],
  }
}

const all = 'all'

interface SearchFieldsProps {
  table: Table
}

/** Finds submissions by provider, file, id or person. */
export function FindField({ table }: SearchFieldsProps) {
  const t = useMessages('inspector.history')
  return (
    <SearchField
      label={t('find.text')}
      placeholder={t('find.hint')}
      isPageSearch
      value={table.typed}
      onChange={table.type}
      onSearch={table.search}
    />
  )
}

/** Finds submissions by provider, file, id or person, and by what happened to them on which day. */
export function SearchFields({ table }: SearchFieldsProps) {
  const t = useMessages('inspector.history')
  const text = useText()
  const { filters, search } = table.state
  const choose = (name: 'was' | 'did' | 'day') => (value: string) =>
    table.filter(name, value === all || value === '' ? [] : [value])
  const isChosen = search !== '' || Object.values(filters).some(values => values.length > 0)
  return (
    <Row gap={3} align="end">
      <FindField table={table} />
      <Select
        label={t('find.status')}
        options={[
          { id: all, label: t('find.all') },
          ...statuses.map(({ name }) => ({ id: name, label: text(exactStatusLabel(name)) })),
        ]}
        value={filters.was?.[0] ?? all}
        onChange={choose('was')}
      />
      <Select
        label={t('find.event')}
        options={[
          { id: all, label: t('find.all') },
          ...lifecycleEvents.map(event => ({ id: event, label: labelOf(text, event) })),
        ]}
        value={filters.did?.[0] ?? all}
        onChange={choose('did')}
      />
      <DateField label={t('find.day')} value={filters.day?.[0] ?? ''} onChange={choose('day')} />
      {isChosen && (
        <Button
          variant="quiet"
          onPress={() => {
            table.search('')
            table.clearFilters()
          }}
        >
          {t('find.clear')}
        </Button>
      )}
    </Row>
  )
}
