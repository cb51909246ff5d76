import { useLocation, useParams } from 'react-router'
import { PageTitle } from '../../hooks/index.ts'
import { chartOf } from '../../machines/inspection/chart.ts'
import { submissionLifecycle } from '../../machines/submission-lifecycle/index.ts'
import { useMessages } from '../../messages/index.ts'
import { hiddenClass, LinkButton, Page, PageHeader } from '../../ui/index.ts'
import { addressOf, isOnlineValidation, listPath, rootPath } from '../common/address.ts'
import { MissingSubmission, SubmissionFailure } from '../common/SubmissionFailure.tsx'
import { useSubmissionAt } from '../common/useSubmissionAt.ts'
import { History } from './history/View.tsx'

const chart = chartOf(submissionLifecycle)

/**
 * Route `lifecycle` of a submission: its own history on the chart, for everybody who may see the submission. An address that
 * says anything else of it than it is has none, as on its other pages (decisions §12).
 */
export function Component() {
  const t = useMessages('inspector')
  const { pathname } = useLocation()
  const params = useParams()
  const address = addressOf(pathname, params)
  const { page, askAgain } = useSubmissionAt({
    address,
    mode: isOnlineValidation(address) ? 'ovt' : 'live',
    named: params.instId,
    place: { page: undefined, isAllowed: true },
  })
  const listHref = listPath(address)
  if (page.matches({ loaded: 'notBegun' })) return <MissingSubmission listHref={listHref} />
  if (!page.matches({ loaded: 'there' }))
    return <SubmissionFailure page={page} onRetry={askAgain} listHref={listHref} />
  return (
    <Page
      header={
        <PageHeader
          title={t('lifecycle.title')}
          actions={
            <LinkButton href={rootPath(address)} icon="arrowLeft">
              {t('lifecycle.back')}
            </LinkButton>
          }
        >
          {t('lifecycle.lead')}
        </PageHeader>
      }
    >
      <PageTitle title={t('lifecycle.title')} />
      <h2 className={hiddenClass}>{t('views.history')}</h2>
      <History chart={chart} submission={address.submissionId} isFixed />
    </Page>
  )
}
