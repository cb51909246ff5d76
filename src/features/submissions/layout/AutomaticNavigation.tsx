import type { SubmissionPage } from '../../../domain/status.ts'
import { useGoOnce, useLeading, useStepper } from '../../../hooks/stepper.ts'
import type { SubmissionHandle } from '../../../hooks/submission.ts'
import { useMessages } from '../../../messages/index.ts'
import { Banner, Button, LinkButton, notify, Row } from '../../../ui/index.ts'
import { pagePath, type SubmissionAddress, withSubmission } from '../../common/address.ts'

/** Goes where the stepper leads: to the current step, to the next one, to a re-processed copy. */
export const useAutomaticNavigation = (
  actor: SubmissionHandle['actor'],
  address: SubmissionAddress,
  shown: SubmissionPage | undefined,
): void => {
  const t = useMessages('submissions.layout')
  const goOnce = useGoOnce()
  useLeading(actor, ({ submissionId, step }) => {
    if (submissionId !== actor.getSnapshot().context.known?.submissionId) {
      notify({ tone: 'neutral', title: t('copied.title'), text: t('copied.text') })
    }
    goOnce(pagePath(withSubmission(address, submissionId), step), { replace: shown === undefined })
  })
}

interface EndOfProcessingProps extends Pick<SubmissionHandle, 'page'> {
  address: SubmissionAddress
  shown: SubmissionPage | undefined
}

/** Announces the end of a processing that the user is watching, and stays for a moment. */
export function EndOfProcessing({ address, page, shown }: EndOfProcessingProps) {
  const t = useMessages('submissions.layout')
  const { isReady, stay } = useStepper({ page })
  if (shown !== 'processing' || !page.matches({ work: 'reading' })) return null
  return (
    <Banner
      tone="good"
      title={t('ready.title')}
      announced="status"
      actions={
        <Row gap={2}>
          {isReady && <Button onPress={stay}>{t('ready.stay')}</Button>}
          <LinkButton href={pagePath(address, 'reports')} variant="primary" iconEnd="arrowRight">
            {t('ready.action')}
          </LinkButton>
        </Row>
      }
    >
      {t(isReady ? 'ready.moving' : 'ready.text')}
    </Banner>
  )
}
