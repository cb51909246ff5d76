import type { AddressFilters } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Select } from '../../../ui/index.ts'

export interface ChoiceProps {
  filters: AddressFilters
  name: 'provider' | 'regulator' | 'risk' | 'specification'
  ids: readonly string[]
  /** The id itself where it is left out. */
  labelOf?: (id: string) => string
}

/** A filter of one value, or all. */
export function Choice({ filters: { values, choose }, name, ids, labelOf = id => id }: ChoiceProps) {
  const t = useMessages('inspector.heat')
  return (
    <Select
      label={t(`filters.${name}`)}
      options={[{ id: 'all', label: t('filters.all') }, ...ids.map(id => ({ id, label: labelOf(id) }))]}
      value={values[name] ?? 'all'}
      onChange={id => choose(name, id === 'all' ? undefined : id)}
    />
  )
}
