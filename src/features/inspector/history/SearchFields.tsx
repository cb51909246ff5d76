import { lazy, Suspense } from 'react'
import { exactStatusLabel } from '../../../domain/labels.ts'
import { statuses } from '../../../domain/status.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Row, Select, Skeleton } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { lifecycleEvents } from '../question/events.ts'
import { FindField } from './FindField.tsx'
import { labelOf } from './labels.ts'
import type { SubmissionFilters } from './submissionFilters.ts'

const DayField = lazy(async () => ({ default: (await import('./DayField.tsx')).DayField }))

const all = 'all'

/** Finds submissions by provider, file, id or person, and by what happened to them on which day. */
export function SearchFields({ filters }: { filters: SubmissionFilters }) {
  const t = useMessages('inspector.history')
  const text = useText()
  const { parameter, go } = useInspectorAddress()
  const { values, clear } = filters
  const choose = (name: 'was' | 'did') => (value: string) =>
    filters.choose(name, value === all ? undefined : value)
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
      {values.day === undefined && parameter('byDay') === undefined ? (
        <Button icon="chevronRight" onPress={() => go({ byDay: 'yes' }, { replace: true })}>
          {t('find.byDay')}
        </Button>
      ) : (
        <Suspense fallback={<Skeleton lines={1} label={t('loading')} />}>
          <DayField filters={filters} />
        </Suspense>
      )}
      {Object.keys(values).length > 0 && (
        <Button variant="quiet" onPress={clear}>
          {t('find.clear')}
        </Button>
      )}
    </Row>
  )
}
