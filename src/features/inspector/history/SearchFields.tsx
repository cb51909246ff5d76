import { useState } from 'react'
import { exactStatusLabel } from '../../../domain/labels.ts'
import { type StatusName, statuses, statusOf } from '../../../domain/status.ts'
import { type AddressFilters, useAddressFilters } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, DateField, Row, SearchField, Select } from '../../../ui/index.ts'
import { lifecycleEvents } from '../question/events.ts'
import { labelOf } from './labels.ts'

const filterNames = ['find', 'was', 'did', 'day'] as const

/** The filters of the list of submissions, in the address. */
export const useSubmissionFilters = (): AddressFilters =>
  useAddressFilters('inspectorSubmissions', filterNames)

const isStatus = (name: string | undefined): name is StatusName =>
  statuses.some(status => status.name === name)

/** The filters as the server takes them. */
export const queryOf = ({
  find,
  was,
  did,
  day,
}: AddressFilters['values']): Record<string, string | undefined> => ({
  search: find,
  visited: isStatus(was) ? String(statusOf(was).id) : undefined,
  event: did,
  day,
})

const all = 'all'

interface SearchFieldsProps {
  filters: AddressFilters
}

/** Finds submissions by provider, file, id or person. */
export function FindField({ filters: { values, choose } }: SearchFieldsProps) {
  const t = useMessages('inspector.history')
  const found = values.find ?? ''
  const [typed, setTyped] = useState({ text: found, after: found })
  // What was typed counts until the address names another text.
  const shown = typed.after === found ? typed.text : found
  return (
    <SearchField
      label={t('find.text')}
      placeholder={t('find.hint')}
      isPageSearch
      value={shown}
      onChange={text => setTyped({ text, after: found })}
      onSearch={text => choose('find', text.trim() || undefined)}
    />
  )
}

/** Finds submissions by provider, file, id or person, and by what happened to them on which day. */
export function SearchFields({ filters }: SearchFieldsProps) {
  const t = useMessages('inspector.history')
  const text = useText()
  const { values, choose, clear } = filters
  const chosen = (name: (typeof filterNames)[number]) => (id: string) =>
    choose(name, id === all ? undefined : id)
  return (
    <Row gap={3} align="end">
      <FindField filters={filters} />
      <Select
        label={t('find.status')}
        options={[
          { id: all, label: t('find.all') },
          ...statuses.map(({ name }) => ({ id: name, label: text(exactStatusLabel(name)) })),
        ]}
        value={values.was ?? all}
        onChange={chosen('was')}
      />
      <Select
        label={t('find.event')}
        options={[
          { id: all, label: t('find.all') },
          ...lifecycleEvents.map(event => ({ id: event, label: labelOf(text, event) })),
        ]}
        value={values.did ?? all}
        onChange={chosen('did')}
      />
      <DateField
        label={t('find.day')}
        value={values.day ?? ''}
        onChange={day => choose('day', day || undefined)}
      />
      {Object.keys(values).length > 0 && (
        <Button variant="quiet" onPress={clear}>
          {t('find.clear')}
        </Button>
      )}
    </Row>
  )
}
