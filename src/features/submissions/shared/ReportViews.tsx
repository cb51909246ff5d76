import { type RecordDescription, unitsOf } from '../../../domain/record.ts'
import { useMessages } from '../../../messages/index.ts'
import { LinkTabs } from '../../../ui/index.ts'
import { pagePath, type SubmissionAddress, studentsPath } from '../../common/address.ts'

export interface ReportViewsProps {
  address: SubmissionAddress
  /** The record, if it has findings by unit; undefined while nobody knows it. */
  record: Pick<RecordDescription, 'words'> | null | undefined
  shown: 'rules' | 'students'
}

/** The two ways to look at what the rules have found: rule by rule, or unit by unit, if the record tells them apart. */
export function ReportViews({ address, record, shown }: ReportViewsProps) {
  const t = useMessages('submissions.layout')
  if (!record) return null
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
          label: t('views.students', { unit: unitsOf(record).unit }),
          href: studentsPath(address),
          isCurrent: shown === 'students',
        },
      ]}
    />
  )
}
