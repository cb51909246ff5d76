import { hasTag, type SubmissionPage } from '../../../domain/status.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Banner } from '../../../ui/index.ts'

export interface OtherSpecificationProps {
  submission: Pick<KnownSubmission, 'status' | 'specification' | 'collection'>
  shown: SubmissionPage | undefined
}

/** Above results that stand, though the collection has another specification by now (decisions §10). */
export function OtherSpecification({ submission, shown }: OtherSpecificationProps) {
  const t = useMessages('submissions.layout')
  const { status, specification: processed, collection } = submission
  const current = collection.specification
  if (shown !== 'processing' && shown !== 'reports') return null
  if (!processed || !current || processed === current || hasTag(status, 'busy')) return null
  return <Banner tone="neutral" title={t('otherSpecification', { processed, current })} />
}
