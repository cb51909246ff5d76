import { Suspense, use } from 'react'
import { useLocation, useParams } from 'react-router'
import { PageTitle } from '../../hooks/index.ts'
import { useMessages } from '../../messages/index.ts'
import { hiddenClass, LinkButton, Page, PageHeader, Skeleton } from '../../ui/index.ts'
import { addressOf, isOnlineValidation, listPath, rootPath } from '../common/address.ts'
import { MissingSubmission, SubmissionFailure } from '../common/SubmissionFailure.tsx'
import { useSubmissionAt } from '../common/useSubmissionAt.ts'
import { loadChart } from './charts.ts'
import { History } from './history/View.tsx'

/**
 * Route `lifecycle` of a submission: its own history on the chart, for everybody who may see the submission. An address that
 * says anything else of it than it is has none, as on its other pages (decisions §12).
 */
export function Component() {
  const t = useMessages('inspector')
  const { pathname } = useLocation()
  const params = useParams()
  // Fetched while the submission is.
  const chart = loadChart('submissionLifecycle')
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
      <Suspense fallback={<Skeleton shape="card" label={t('loading')} />}>
        <OwnHistory chart={chart} submission={address.submissionId} />
      </Suspense>
    </Page>
  )
}

function OwnHistory({ chart, submission }: { chart: ReturnType<typeof loadChart>; submission: string }) {
  return <History chart={use(chart)} submission={submission} isFixed />
}
