import { lazy, Suspense } from 'react'
import type { Heat } from '../../../domain/wire/inspection.ts'
import type { AddressFilters } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Row, Select, Skeleton, Stack } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { Choice } from './Choice.tsx'
import { type Measure, measures } from './marks.ts'
import { type Picture, pictures } from './pictures.ts'

const RareFilters = lazy(async () => ({ default: (await import('./RareFilters.tsx')).RareFilters }))

export interface FiltersProps {
  choices: Heat['choices']
  filters: AddressFilters
  measure: Measure
  picture: Picture
}

/** Filters in one row, those that few choose in another that opens, and what the picture shows. */
export function Filters({ choices, filters, measure, picture }: FiltersProps) {
  const t = useMessages('inspector.heat')
  const { go, parameter } = useInspectorAddress()
  const { values, clear } = filters
  const isChosen = ['risk', 'specification', 'from', 'to'].some(name => values[name] !== undefined)
  const isOpen = isChosen || parameter('more') !== undefined
  const names = new Map(choices.providers.map(({ instId, name }) => [instId, name]))
  return (
    <Stack gap={3}>
      <Row gap={3} align="end">
        <Choice
          filters={filters}
          name="provider"
          ids={[...names.keys()]}
          labelOf={id => `${id} - ${names.get(id)}`}
        />
        <Choice filters={filters} name="regulator" ids={choices.regulators} />
        <Select
          label={t('filters.by')}
          options={measures.map(id => ({ id, label: t(`measures.${id}`) }))}
          value={measure}
          onChange={by => go({ by }, { replace: true })}
        />
        <Select
          label={t('pictures.label')}
          options={pictures.map(id => ({ id, label: t(`pictures.${id}`) }))}
          value={picture}
          onChange={chosen => go({ picture: chosen === pictures[0] ? undefined : chosen }, { replace: true })}
        />
        {!isChosen && (
          <Button
            icon={isOpen ? 'chevronDown' : 'chevronRight'}
            onPress={() => go({ more: isOpen ? undefined : 'yes' }, { replace: true })}
          >
            {isOpen ? t('filters.fewer') : t('filters.more')}
          </Button>
        )}
        {Object.keys(values).length > 0 && (
          <Button variant="quiet" onPress={clear}>
            {t('filters.clear')}
          </Button>
        )}
      </Row>
      {isOpen && (
        <Suspense fallback={<Skeleton lines={1} label={t('filters.loading')} />}>
          <RareFilters choices={choices} filters={filters} />
        </Suspense>
      )}
    </Stack>
  )
}
