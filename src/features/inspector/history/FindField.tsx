import { useMessages } from '../../../messages/index.ts'
import { SearchField } from '../../../ui/index.ts'
import type { SubmissionFilters } from './submissionFilters.ts'

/** Finds submissions by provider, file, id or person. */
export function FindField({ filters: { search } }: { filters: SubmissionFilters }) {
  const t = useMessages('inspector.history')
  return (
    <SearchField
      label={t('find.text')}
      placeholder={t('find.hint')}
      isPageSearch
      value={search.typed}
      onChange={search.type}
      onSearch={search.searchNow}
    />
  )
}
