import { Suspense, use } from 'react'
import { useLocation, useParams } from 'react-router'
import { shownFileName } from '../../domain/fileName.ts'
import { PageTitle, useViewer } from '../../hooks/index.ts'
import type { SubmissionHandle } from '../../hooks/submission.ts'
import { selectSubmission } from '../../machines/submission/index.ts'
import { standingOf } from '../../machines/submission-lifecycle/index.ts'
import { useMessages } from '../../messages/index.ts'
import { hiddenClass, LinkButton, LinkTabs, Page, PageHeader, Row, Skeleton } from '../../ui/index.ts'
import { addressOf, isOnlineValidation, listPath, pagePath, rootPath } from '../common/address.ts'
import { SubmissionCrumbs } from '../common/SubmissionCrumbs.tsx'
import { MissingSubmission, SubmissionFailure } from '../common/SubmissionFailure.tsx'
import { SubmissionStatus } from '../common/SubmissionStatus.tsx'
import { SubmissionSteps } from '../common/SubmissionSteps.tsx'
import { useSubmissionData } from '../common/useSubmissionData.ts'
import { useInspectorAddress } from './address.ts'
import { loadChart } from './charts.ts'
import { useHistory } from './history/useHistory.ts'
import { History } from './history/View.tsx'
import { Tracking } from './tracking/Tracking.tsx'

/** Value of `show` in the address that shows the history on the chart. */
const chartShown = 'chart'

/**
 * Route `lifecycle` of a submission: what happened to it, as a dated list or on the chart, for everybody who may see the submission.
 * An address that says anything else of it than it is has none, as on its other pages (decisions §12).
 */
export function Component() {
  const t = useMessages('inspector')
  const words = useMessages('inspector.tracking')
  const { pathname } = useLocation()
  const params = useParams()
  const { address: shown, parameter, hrefOf } = useInspectorAddress()
  // Fetched while the submission is.
  const chart = loadChart('submissionLifecycle')
  const address = addressOf(pathname, params)
  const handle = useSubmissionData({
    address,
    mode: isOnlineValidation(address) ? 'ovt' : 'live',
    named: params.instId,
    shown: undefined,
  })
  const { page, submission, steps, askAgain } = handle
  const listHref = listPath(address)
  if (page.matches({ loaded: 'notBegun' })) return <MissingSubmission listHref={listHref} />
  if (!page.matches({ loaded: 'there' }))
    return <SubmissionFailure page={page} onRetry={askAgain} listHref={listHref} />
  // A link to a moment or a state leads to the chart.
  const isChart = parameter('show') === chartShown || shown.at !== undefined || shown.state !== undefined
  return (
    <Page
      breadcrumbs={
        submission && (
          <SubmissionCrumbs
            address={address}
            providerName={submission.provider.name}
            instId={submission.facts.instId}
          />
        )
      }
      header={
        <PageHeader
          title={t('lifecycle.title')}
          status={submission && <SubmissionStatus status={submission.status} />}
          meta={submission && `${shownFileName(submission.fileName)} · ${submission.provider.name}`}
          actions={
            <LinkButton href={rootPath(address)} icon="arrowLeft" variant="quiet">
              {t('lifecycle.back')}
            </LinkButton>
          }
        >
          {isChart && t('lifecycle.lead')}
        </PageHeader>
      }
      steps={!isChart && <SubmissionSteps address={address} steps={steps} shown={undefined} />}
    >
      <PageTitle title={t('lifecycle.title')} />
      <Row>
        <LinkTabs
          label={words('views')}
          look="segments"
          tabs={[
            {
              id: 'list',
              label: words('views.list'),
              href: hrefOf({ show: undefined, at: undefined, state: undefined }),
              isCurrent: !isChart,
            },
            {
              id: 'chart',
              label: words('views.chart'),
              href: hrefOf({ show: chartShown }),
              isCurrent: isChart,
            },
          ]}
        />
      </Row>
      {isChart ? (
        <>
          <h2 className={hiddenClass}>{t('views.history')}</h2>
          <Suspense fallback={<Skeleton shape="card" label={t('loading')} />}>
            <OwnHistory chart={chart} submission={address.submissionId} />
          </Suspense>
        </>
      ) : (
        <List handle={handle} reportsHref={pagePath(address, 'reports')} />
      )}
    </Page>
  )
}

function OwnHistory({ chart, submission }: { chart: ReturnType<typeof loadChart>; submission: string }) {
  return <History chart={use(chart)} submission={submission} isFixed />
}

function List({ handle, reportsHref }: { handle: SubmissionHandle; reportsHref: string }) {
  const { principal } = useViewer()
  const submission = selectSubmission(handle.snapshot)
  const history = useHistory(submission?.submissionId)
  if (!submission) return null
  const standing = standingOf(submission.status, submission.facts, principal)
  return (
    <Tracking
      submission={submission}
      isProcessing={handle.page.matches({ work: 'processing' })}
      history={history}
      standing={standing}
      reportsHref={reportsHref}
    />
  )
}
