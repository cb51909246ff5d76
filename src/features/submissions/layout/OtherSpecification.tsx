import { hasTag, type SubmissionPage, statusNameOf } from '../../../domain/status.ts'
import type { SubmissionWire } from '../../../domain/wire/submissions.ts'
import { useMessages } from '../../../messages/index.ts'
import { Banner } from '../../../ui/index.ts'

export interface OtherSpecificationProps {
  submission: Pick<SubmissionWire, 'status' | 'specification' | 'collection'>
  shown: SubmissionPage | undefined
}

/** Above results that stand, though the collection has another specification by now (decisions §10). */
export function OtherSpecification({ submission, shown }: OtherSpecificationProps) {
  const t = useMessages('submissions.layout')
  const { status, specification: processed, collection } = submission
  const current = collection.specification
  if (shown !== 'processing' && shown !== 'reports') return null
  if (!processed || !current || processed === current || hasTag(statusNameOf(status.id), 'busy')) return null
  return <Banner tone="neutral" title={t('otherSpecification', { processed, current })} />
}
