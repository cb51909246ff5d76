import { useParams } from 'react-router'
import { neighboursOf } from '../../../domain/neighbours.ts'
import { unitsOf } from '../../../domain/record.ts'
import { getStudent, type StudentWire } from '../../../domain/wire/students.ts'
import { PageTitle, useResource, useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { studentsPath } from '../../common/address.ts'
import { useSubmissionPage } from '../shared/page.ts'
import { useStudentList } from '../students/useStudentList.ts'
import { StudentView } from './view.tsx'

/** Route `reports/students/:student` of a submission. */
export function Component() {
  const t = useMessages('submissions.students')
  const text = useText()
  const { student = '' } = useParams()
  const { address, instId, mode, record } = useSubmissionPage()
  const { refusal } = useViewer()
  const refused = refusal(
    mode === 'ovt'
      ? 'online-validation.reports-validation-details-ovt'
      : 'collections.reports-validation-details',
  )
  const found = useResource(
    getStudent,
    refused === undefined ? { path: { id: address.submissionId, student }, query: { instId } } : undefined,
  )
  const list = useStudentList(
    { submissionId: address.submissionId, instId, isAllowed: refused === undefined },
    1,
  )
  // The answers name the unit as well: these pages need no answer about the collection.
  const named = found.data ?? list.students.data ?? record
  const beside = neighboursOf(list.students.data?.students ?? [], one => String(one.student) === student)
  const to = (one: StudentWire | undefined, step: number) =>
    one && {
      href: `${studentsPath(address, one.student)}${list.queryAt(list.offset + (beside?.place ?? 0) - 1 + step)}`,
      name: one.identifier ?? t('list.unnamed'),
    }
  return (
    <>
      <PageTitle title={unitsOf(named).unitLabel} />
      <StudentView
        address={address}
        record={named}
        student={found}
        refusal={text(refused)}
        backHref={`${studentsPath(address)}${list.table.queryOf(list.table.state)}`}
        neighbours={
          beside && {
            previous: to(beside.previous, -1),
            next: to(beside.next, 1),
            place: list.offset + beside.place,
            total: list.students.data?.pagingMetadata.totalResultsCount ?? 0,
          }
        }
      />
    </>
  )
}
