import { unitsOf } from '../../../domain/record.ts'
import { PageTitle, useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { pagePath } from '../../common/address.ts'
import { useSubmissionPage } from '../shared/page.ts'
import { useStudentList } from './useStudentList.ts'
import { StudentsView } from './view.tsx'

/** Route `reports/students` of a submission. */
export function Component() {
  const t = useMessages('submissions.students')
  const text = useText()
  const { address, instId, mode, record } = useSubmissionPage()
  const { refusal } = useViewer()
  const refused = refusal(
    mode === 'ovt'
      ? 'online-validation.reports-validation-details-ovt'
      : 'collections.reports-validation-details',
  )
  const { table, students } = useStudentList({
    submissionId: address.submissionId,
    instId,
    isAllowed: refused === undefined,
  })
  // The answer names the unit as well: this page needs no answer about the collection.
  const named = students.data ?? record
  return (
    <>
      <PageTitle title={t('title', unitsOf(named))} />
      <StudentsView
        address={address}
        record={named}
        students={students}
        search={table.state.search}
        typed={table.typed}
        onType={table.type}
        onSearch={table.search}
        table={table.state}
        listQuery={table.queryOf(table.state)}
        onTableChange={table.change}
        refusal={text(refused)}
        reportHref={pagePath(address, 'reports')}
      />
    </>
  )
}
