import { useParams } from 'react-router'
import { getStudent } from '../../../domain/wire/students.ts'
import { PageTitle, useResource, useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { studentsPath } from '../../common/address.ts'
import { useSubmissionPage } from '../shared/page.ts'
import { StudentView } from './view.tsx'

/** Route `reports/students/:student` of a submission. */
export function Component() {
  const t = useMessages('submissions.students')
  const text = useText()
  const { student = '' } = useParams()
  const { address, instId, mode } = useSubmissionPage()
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
  return (
    <>
      <PageTitle title={t('student')} />
      <StudentView
        address={address}
        student={found}
        refusal={text(refused)}
        backHref={studentsPath(address)}
      />
    </>
  )
}
