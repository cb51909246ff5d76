import { limits, pageSizes } from '../../../domain/limits.ts'
import { listStudents } from '../../../domain/wire/students.ts'
import { useResource, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'

const defaults = tableDefaults({ pageSize: pageSizes[1] })

/**
 * The list of students as the address has it: search, page and size. `beside`: with the one before and the one after the
 * page, for going on from one of its students.
 */
export const useStudentList = (
  of: { submissionId: string; instId: string; isAllowed: boolean },
  beside: 0 | 1 = 0,
) => {
  const table = useTable('students', defaults)
  const { state, parameters } = table
  const before = Math.min(beside, parameters.offset)
  const limit = parameters.limit < 0 ? limits.pageLimit : parameters.limit
  const offset = parameters.offset - before
  const students = useResource(
    listStudents,
    of.isAllowed
      ? {
          path: { id: of.submissionId },
          query: {
            instId: of.instId,
            limit: String(Math.min(limits.pageLimit, limit + before + beside)),
            offset: String(offset),
            ...(state.search === '' ? {} : { search: state.search }),
          },
        }
      : undefined,
  )
  return {
    table,
    students,
    /** Students before the first that is loaded. */
    offset,
    /** The page that a student of this place, from 0, is on; as the end of an address. */
    queryAt: (place: number) => table.queryOf({ ...state, page: Math.floor(place / limit) + 1 }),
  }
}
