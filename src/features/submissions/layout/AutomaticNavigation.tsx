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

/** How the router follows the page's actor: to the next step, to a re-processed copy, to the address of a submission that has begun. */
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
