import { useMessages } from '../../../messages/index.ts'
import { LinkTabs } from '../../../ui/index.ts'
import { pagePath, type SubmissionAddress, studentsPath } from '../../common/address.ts'

/** The two ways to look at what the rules have found: rule by rule, or student by student. */
export function ReportViews({ address, shown }: { address: SubmissionAddress; shown: 'rules' | 'students' }) {
  const t = useMessages('submissions.layout')
  return (
    <LinkTabs
      label={t('views.label')}
      look="segments"
      tabs={[
        {
          id: 'rules',
          label: t('views.rules'),
          href: pagePath(address, 'reports'),
          isCurrent: shown === 'rules',
        },
        {
          id: 'students',
          label: t('views.students'),
          href: studentsPath(address),
          isCurrent: shown === 'students',
        },
      ]}
    />
  )
}
