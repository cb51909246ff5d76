import type { Heat } from '../../../domain/wire/inspection.ts'
import type { AddressFilters } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { DateField, Row } from '../../../ui/index.ts'
import { Choice } from './Choice.tsx'

export interface RareFiltersProps {
  choices: Heat['choices']
  filters: AddressFilters
}

/** Filters that few choose, with the code of the fields for days: fetched when they are first opened. */
export function RareFilters({ choices, filters }: RareFiltersProps) {
  const t = useMessages('inspector.heat')
  const dayField = (label: string, name: 'from' | 'to') => (
    <DateField
      label={label}
      value={filters.values[name] ?? ''}
      onChange={value => filters.choose(name, value || undefined)}
    />
  )
  return (
    <Row gap={3} align="end">
      <Choice filters={filters} name="risk" ids={choices.riskCodes} />
      <Choice filters={filters} name="specification" ids={choices.specifications} />
      {dayField(t('filters.from'), 'from')}
      {dayField(t('filters.to'), 'to')}
    </Row>
  )
}
