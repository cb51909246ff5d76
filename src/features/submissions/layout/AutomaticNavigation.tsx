import type { SubmissionPage } from '../../../domain/status.ts'
import { useViewer } from '../../../hooks/index.ts'
import { type SteppedSubmission, useGoOnce, useStepper } from '../../../hooks/stepper.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import type { SubmissionPageSnapshot } from '../../../machines/submission-page/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Banner, Button, LinkButton, notify, Row } from '../../../ui/index.ts'
import { isOnlineValidation, pagePath, type SubmissionAddress, withSubmission } from '../../common/address.ts'

interface AutomaticNavigationProps {
  address: SubmissionAddress
  actor: SteppedSubmission['actor']
  submission: KnownSubmission
  page: SubmissionPageSnapshot
  shown: SubmissionPage | undefined
}

/**
 * Goes where the stepper leads: to the current step, on with the submission, to its re-processed copy. At the end of a
 * processing that is in sight it says so, and stays for a moment.
 */
export function AutomaticNavigation({ address, actor, submission, page, shown }: AutomaticNavigationProps) {
  const t = useMessages('submissions.layout')
  const { isStatutoryCustomer } = useViewer()
  const goOnce = useGoOnce()
  const { isReady, stay } = useStepper(
    {
      actor,
      submission,
      mode: isOnlineValidation(address) ? 'ovt' : 'live',
      isStatutoryCustomer,
      shown,
    },
    {
      onDestination: ({ submissionId, step }) => {
        if (submissionId !== submission.submissionId) {
          notify({ tone: 'neutral', title: t('copied.title'), text: t('copied.text') })
        }
        goOnce(pagePath(withSubmission(address, submissionId), step), { replace: shown === undefined })
      },
    },
  )
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
