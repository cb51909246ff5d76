import { type StatusName, statuses, statusOf } from '../../../domain/status.ts'
import { type AddressFilters, useAddressFilters } from '../../../hooks/index.ts'
import { useTypedSearch } from '../../../hooks/typedSearch.ts'

/** The filters of the list of submissions, which the address holds, and the search, which it does not. */
export interface SubmissionFilters extends AddressFilters {
  search: ReturnType<typeof useTypedSearch>
}

export const useSubmissionFilters = (): SubmissionFilters => ({
  ...useAddressFilters('inspectorSubmissions', ['was', 'did', 'day']),
  search: useTypedSearch(),
})

const isStatus = (name: string | undefined): name is StatusName =>
  statuses.some(status => status.name === name)

/** The text to search for as the server takes it. */
export const searchOf = ({ search: { search } }: SubmissionFilters): string | undefined =>
  search.trim() || undefined

/** Search and filters as the server takes them. */
export const queryOf = (filters: SubmissionFilters): Record<string, string | undefined> => {
  const { was, did, day } = filters.values
  return {
    search: searchOf(filters),
    visited: isStatus(was) ? String(statusOf(was).id) : undefined,
    event: did,
    day,
  }
}
