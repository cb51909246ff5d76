import type { SubmissionPage } from '../../../domain/status.ts'
import { samePage, useServices } from '../../../hooks/index.ts'
import { useGoOnce, useStepper } from '../../../hooks/stepper.ts'
import type { PageEvents, SubmissionHandle } from '../../../hooks/submission.ts'
import { useMessages } from '../../../messages/index.ts'
import { Banner, Button, LinkButton, notify, Row } from '../../../ui/index.ts'
import { pagePath, type SubmissionAddress, withSubmission } from '../../common/address.ts'

interface NavigationProps {
  address: SubmissionAddress
  shown: SubmissionPage | undefined
  pageKey: string
}

/** Moves the router as the page's actor says: to the next step, to a re-processed copy, or to the address of a new submission. */
export const useAutomaticNavigation = ({
  address,
  shown,
  pageKey,
}: NavigationProps): Pick<PageEvents, 'onDestination' | 'onBegun'> => {
  const t = useMessages('submissions.layout')
  const { navigate } = useServices()
  const goOnce = useGoOnce()
  return {
    onDestination: ({ submissionId, step }, isCopy) => {
      if (isCopy) notify({ tone: 'neutral', title: t('copied.title'), text: t('copied.text') })
      goOnce(pagePath(withSubmission(address, submissionId), step), { replace: shown === undefined })
    },
    onBegun: submissionId =>
      navigate(pagePath(withSubmission(address, submissionId), 'upload'), {
        replace: true,
        state: samePage(pageKey),
      }),
  }
}

interface EndOfProcessingProps extends Pick<SubmissionHandle, 'page'> {
  address: SubmissionAddress
  shown: SubmissionPage | undefined
}

/** Announces that the processing has ended, and offers to stay before the page moves on. */
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
