import { pageSizes } from '../../../domain/limits.ts'
import { listStudents } from '../../../domain/wire/students.ts'
import { PageTitle, useResource, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { pagePath } from '../../common/address.ts'
import { useSubmissionPage } from '../shared/page.ts'
import { StudentsView } from './view.tsx'

const defaults = tableDefaults({ pageSize: pageSizes[1] })

/** Route `reports/students` of a submission. */
export function Component() {
  const t = useMessages('submissions.students')
  const text = useText()
  const { address, instId, mode } = useSubmissionPage()
  const { refusal } = useViewer()
  const table = useTable('students', defaults)
  const { state, parameters } = table
  const refused = refusal(
    mode === 'ovt'
      ? 'online-validation.reports-validation-details-ovt'
      : 'collections.reports-validation-details',
  )
  const students = useResource(
    listStudents,
    refused === undefined
      ? {
          path: { id: address.submissionId },
          query: {
            instId,
            limit: String(parameters.limit),
            offset: String(parameters.offset),
            ...(state.search === '' ? {} : { search: state.search }),
          },
        }
      : undefined,
  )
  return (
    <>
      <PageTitle title={t('title')} />
      <StudentsView
        address={address}
        students={students}
        search={state.search}
        typed={table.typed}
        onType={table.type}
        onSearch={table.search}
        table={state}
        onTableChange={table.change}
        refusal={text(refused)}
        reportHref={pagePath(address, 'reports')}
      />
    </>
  )
}
