import { lazy, Suspense } from 'react'
import { Outlet, useLocation, useParams } from 'react-router'
import { hasReportsToCome } from '../../../domain/collection.ts'
import { PageTitle, pageKeyOf, useServices, useViewer } from '../../../hooks/index.ts'
import { usePageEvents } from '../../../hooks/submission.ts'
import {
  newUploadRefusal,
  replacedByUpload,
  selectFacts,
  selectStatus,
} from '../../../machines/submission/index.ts'
import { useMessages, useText, withMessages } from '../../../messages/index.ts'
import { Skeleton, Stack } from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import {
  addressOf,
  isOnlineValidation,
  listPath,
  newSubmissionId,
  pageOf,
  pagePath,
  type SubmissionAddress,
  withSubmission,
} from '../../common/address.ts'
import { mayDecide } from '../../common/decisions/actions.ts'
import { modes } from '../../common/modes.ts'
import { MissingSubmission, SubmissionFailure } from '../../common/SubmissionFailure.tsx'
import { useSubmissionData } from '../../common/useSubmissionData.ts'
import { pagePermissions } from '../../common/visiblePages.ts'
import type { SubmissionPageContext } from '../shared/page.ts'
import { EndOfProcessing, useAutomaticNavigation } from './AutomaticNavigation.tsx'
import { OtherSpecification } from './OtherSpecification.tsx'
import { trailOf } from './trail.ts'
import { SubmissionLayoutView } from './view.tsx'

/** The route around every page of a submission, in the provider's family and in the monitoring mirror. */
export function Component() {
  const { pathname, state } = useLocation()
  const params = useParams()
  const address = addressOf(pathname, params)
  // A submission that gets its address while its file is sent stays on the page that sends it.
  const key = pageKeyOf(state) ?? address.submissionId
  return <Layout key={key} pageKey={key} address={address} pathname={pathname} named={params.instId} />
}

/** Comes for those who decide. */
const Decisions = lazy(
  withMessages(async () => ({ default: (await import('../decisions/Decisions.tsx')).Decisions }), 'decision'),
)

interface LayoutProps {
  pageKey: string
  address: SubmissionAddress
  pathname: string
  /** Institution that the address names, if it names one. */
  named: string | undefined
}

function Layout({ pageKey, address, pathname, named }: LayoutProps) {
  const t = useMessages('submissions.layout')
  const text = useText()
  const { principal, may } = useViewer()
  const { navigate } = useServices()
  const mode = isOnlineValidation(address) ? 'ovt' : 'live'
  const shown = pageOf(pathname, address.submissionId)
  const data = useSubmissionData({ address, shown, mode, named, isLed: true })
  const { page, snapshot, submission } = data
  usePageEvents(data.actor, {
    ...useAutomaticNavigation({ address, shown, pageKey }),
    // The conditions for submitting depend on the same facts.
    onDue: data.commit.refresh,
  })
  const known = submission ?? data.beginning
  if (!known || !(page.matches({ loaded: 'there' }) || page.matches({ loaded: 'notBegun' })))
    return <SubmissionFailure page={page} onRetry={data.askAgain} listHref={listPath(address)} />
  if (!submission && shown !== 'upload') return <MissingSubmission listHref={listPath(address)} />

  const status = selectStatus(snapshot)
  const facts = selectFacts(snapshot)
  const { instId } = known.facts
  const mayUpload = may(modes[mode].upload)
  const needed = shown && pagePermissions[mode][shown]
  const context: SubmissionPageContext = {
    address,
    instId,
    mode,
    actor: data.actor,
    submission,
    snapshot,
    page,
    status,
    facts,
    allowsIssues: data.collection && !data.collection.disallowCreateIssues,
    areReportsReleased: data.collection && !hasReportsToCome(data.collection),
    record: data.collection?.record,
    deadline: data.collection?.submissionDeadline,
    collection: known.collection,
    steps: data.steps,
    commit: data.commit,
    newUpload: mayUpload
      ? {
          refusal: facts && newUploadRefusal(facts, principal),
          replaces: facts && replacedByUpload(facts),
          onStart: () => navigate(pagePath(withSubmission(address, newSubmissionId), 'upload')),
        }
      : undefined,
    replace: data.replace,
    refresh: data.refresh,
  }
  return (
    <>
      {shown === undefined && <PageTitle title={t('submission')} />}
      <SubmissionLayoutView
        address={address}
        submission={submission}
        collectionName={known.collection.name}
        providerName={submission?.provider.name ?? data.beginning?.providerName ?? ''}
        instId={instId}
        steps={data.steps}
        shown={shown}
        disallowsCreateIssues={data.collection?.disallowCreateIssues ?? false}
        trail={trailOf(t, text, address, data.collection?.record, shown, pathname)}
        decisions={
          submission &&
          address.area === 'monitoring' &&
          mayDecide(principal) && (
            <Suspense>
              <Decisions
                submission={submission}
                shown={shown}
                outcome={{ onAnswer: data.replace, refresh: data.refresh }}
              />
            </Suspense>
          )
        }
      >
        <Stack gap={4}>
          {submission && <EndOfProcessing address={address} page={page} shown={shown} />}
          {submission && <OtherSpecification submission={submission} shown={shown} />}
          {page.matches({ place: 'denied' }) ? (
            <AccessDenied {...(needed && { permission: needed })} />
          ) : (
            // What an actor tells while a page is still being fetched would otherwise take the heading away with it.
            <Suspense fallback={<Skeleton shape={shown === 'reports' ? 'report' : 'page'} />}>
              <Outlet context={context} />
            </Suspense>
          )}
        </Stack>
      </SubmissionLayoutView>
    </>
  )
}
