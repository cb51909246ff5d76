import { shortId } from '../../domain/limits.ts'
import { useMessages } from '../../messages/index.ts'
import { Breadcrumbs, type Crumb } from '../../ui/index.ts'
import { isNew, isOnlineValidation, listPath, rootPath, type SubmissionAddress } from './address.ts'

export interface SubmissionCrumbsProps {
  address: SubmissionAddress
  providerName: string
  instId: string
  /** Crumbs below the submission, the page in sight last. */
  trail?: readonly Crumb[]
}

/** From the list down to the submission, and to the page below it (specification 2 §2.2). */
export function SubmissionCrumbs({ address, providerName, instId, trail = [] }: SubmissionCrumbsProps) {
  const t = useMessages('submissions.layout')
  const list = { id: 'list', href: listPath(address) }
  return (
    <Breadcrumbs
      label={t('breadcrumbs')}
      crumbs={[
        ...('reference' in address
          ? [
              { id: 'monitoring', label: t('monitoring'), href: '/monitoring' },
              { ...list, label: address.reference },
            ]
          : [{ ...list, label: t(isOnlineValidation(address) ? 'onlineValidation' : 'submissions') }]),
        { id: 'provider', label: t('provider', { name: providerName, instId }) },
        // One that is new is named by the heading alone.
        ...(isNew(address)
          ? []
          : [{ id: 'submission', label: shortId(address.submissionId), href: rootPath(address) }]),
        ...trail,
      ]}
    />
  )
}
