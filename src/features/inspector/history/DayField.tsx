import { useMessages } from '../../../messages/index.ts'
import { DateField } from '../../../ui/index.ts'
import type { SubmissionFilters } from './submissionFilters.ts'

/** The day on which something happened to a submission. */
export function DayField({ filters: { values, choose } }: { filters: SubmissionFilters }) {
  const t = useMessages('inspector.history')
  return (
    <DateField
      label={t('find.day')}
      value={values.day ?? ''}
      onChange={day => choose('day', day || undefined)}
    />
  )
}
