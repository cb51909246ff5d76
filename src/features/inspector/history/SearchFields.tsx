import { exactStatusLabel } from '../../../domain/labels.ts'
import { statuses } from '../../../domain/status.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, DateField, Row, Select } from '../../../ui/index.ts'
import { lifecycleEvents } from '../question/events.ts'
import { FindField } from './FindField.tsx'
import { labelOf } from './labels.ts'
import type { SubmissionFilters } from './submissionFilters.ts'

const all = 'all'

interface SearchFieldsProps {
  filters: SubmissionFilters
}

/** Finds submissions by provider, file, id or person, and by what happened to them on which day. */
export function SearchFields({ filters }: SearchFieldsProps) {
  const t = useMessages('inspector.history')
  const text = useText()
  const { values, clear } = filters
  const choose = (name: 'was' | 'did' | 'day') => (value: string) =>
    filters.choose(name, value === all || value === '' ? undefined : value)
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
        onChange={choose('was')}
      />
      <Select
        label={t('find.event')}
        options={[
          { id: all, label: t('find.all') },
          ...lifecycleEvents.map(event => ({ id: event, label: labelOf(text, event) })),
        ]}
        value={values.did ?? all}
        onChange={choose('did')}
      />
      <DateField label={t('find.day')} value={values.day ?? ''} onChange={choose('day')} />
      {Object.keys(values).length > 0 && (
        <Button variant="quiet" onPress={clear}>
          {t('find.clear')}
        </Button>
      )}
    </Row>
  )
}
