import { landingPage } from '../../domain/landingPage.ts'
import { statusById } from '../../domain/status.ts'
import type { AwaitingMe } from '../../domain/wire/collections.ts'
import { useViewer } from '../../hooks/index.ts'
import { useMessages } from '../../messages/index.ts'
import { KeyLink } from '../../ui/index.ts'
import { pagePath } from './address.ts'

/** The key that goes on to the next submission, on the monitoring page as beside a submission. */
export const nextKey = 'a'

interface NextSubmissionProps {
  collection: { id: string; reference: string }
  next: AwaitingMe
}

/** The way to a submission that awaits the viewer, at the page where one acts on it. */
export function NextSubmission({ collection: { id, reference }, next }: NextSubmissionProps) {
  const t = useMessages('decision')
  const { isStatutoryCustomer } = useViewer()
  const status = statusById(next.status.id)?.name
  const to = {
    area: 'monitoring',
    reference,
    collectionId: id,
    instId: next.instId,
    submissionId: next.submissionId,
  } as const
  return (
    <KeyLink
      href={pagePath(to, status ? landingPage(status, { isStatutoryCustomer }) : 'reports')}
      shortcut={nextKey}
      aria-label={t('next.of', { provider: next.publishedName, status: next.status.name })}
    >
      {t('next')}
    </KeyLink>
  )
}
