import { useSelector } from '@xstate/react'
import { Outlet, useLocation, useParams } from 'react-router'
import { type SubmissionPage, statusById } from '../../../domain/status.ts'
import type { SubmissionWire } from '../../../domain/wire/submissions.ts'
import { PageTitle, useServices, useSession, useViewer } from '../../../hooks/index.ts'
import { useStepper } from '../../../hooks/stepper.ts'
import { selectOrganisations } from '../../../machines/session/index.ts'
import { stepStates } from '../../../machines/stepper/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import {
  addressOf,
  isOnlineValidation,
  listPath,
  pageOf,
  pagePath,
  type SubmissionAddress,
  withSubmission,
} from '../../common/address.ts'
import type { SubmissionPageContext } from '../shared/page.ts'
import { LayoutFailure, NoCollection } from './LayoutFailure.tsx'
import { trailOf } from './trail.ts'
import { newUploadRefusal, useSubmissionData } from './useSubmissionData.ts'
import { SubmissionLayoutView } from './view.tsx'
import { mayView } from './visiblePages.ts'

/** The route around every page of a submission, in the provider's family and in the monitoring mirror. */
export function Component() {
  const { pathname } = useLocation()
  const params = useParams()
  const address = addressOf(pathname, params)
  return <Layout key={address.submissionId} address={address} pathname={pathname} />
}

interface LayoutProps {
  address: SubmissionAddress
  pathname: string
}

function Layout({ address, pathname }: LayoutProps) {
  const t = useMessages('submissions.layout')
  const { actor, isStatutoryCustomer, may } = useViewer()
  const { navigate } = useServices()
  const organisations = useSelector(useSession(), selectOrganisations)
  const mode = isOnlineValidation(address) ? 'ovt' : 'live'
  const shown = pageOf(pathname, address.submissionId)
  const data = useSubmissionData(address, mode)
  const submission = data.submission.data
  // A new submission has an address before it exists; while its upload runs, the answer may come and go.
  if (!submission && shown !== 'upload') {
    return <LayoutFailure submission={data.submission} listHref={listPath(address)} />
  }
  if (data.submission.status === 'failed' && !data.isNew) {
    return <LayoutFailure submission={data.submission} listHref={listPath(address)} />
  }
  if (data.isNew && data.gap) {
    const listHref = listPath(address)
    return data.gap.failure ? (
      <LayoutFailure submission={data.gap.failure} listHref={listHref} />
    ) : (
      <NoCollection listHref={listHref} />
    )
  }

  const steps = stepStates({
    status: data.status,
    history: historyOf(submission),
    quality: data.quality,
    mode,
    isStatutoryCustomer,
  }).filter(step => mayView(step.id, mode, may))
  const mayUpload = may(
    mode === 'ovt' ? 'online-validation.online-validation' : 'collections.upload-submission-file',
  )
  const context: SubmissionPageContext = {
    address,
    instId: data.instId,
    mode,
    submission,
    isNew: data.isNew,
    status: data.status,
    facts: data.facts,
    collection: data.collection,
    steps,
    commit: data.commit,
    newUpload: mayUpload
      ? {
          refusal: data.facts && newUploadRefusal(data.facts, actor),
          onStart: () => navigate(pagePath(withSubmission(address, crypto.randomUUID()), 'upload')),
        }
      : undefined,
    replace: data.submission.replace,
    refresh: data.submission.refresh,
  }
  return (
    <>
      {shown === undefined && <PageTitle title={t('submission')} />}
      {submission && <AutomaticNavigation address={address} submission={submission} shown={shown} />}
      <SubmissionLayoutView
        address={address}
        submission={submission}
        collectionName={submission?.collection.name ?? data.collection?.name ?? ''}
        providerName={
          submission?.provider.name ?? organisations.find(({ id }) => id === data.instId)?.name ?? ''
        }
        instId={data.instId}
        steps={steps}
        shown={shown}
        disallowsCreateIssues={data.collection?.disallowCreateIssues ?? false}
        trail={trailOf(t, address, shown, pathname)}
      >
        {shown === undefined || mayView(shown, mode, may) ? <Outlet context={context} /> : <AccessDenied />}
      </SubmissionLayoutView>
    </>
  )
}

const historyOf = (submission: SubmissionWire | undefined) =>
  (submission?.stateHistory ?? []).flatMap(({ StatusId }) => statusById(StatusId)?.name ?? [])

interface AutomaticNavigationProps {
  address: SubmissionAddress
  submission: SubmissionWire
  shown: SubmissionPage | undefined
}

/** Goes where the stepper leads: to the current step, on with the submission, to its re-processed copy. */
function AutomaticNavigation({ address, submission, shown }: AutomaticNavigationProps) {
  const t = useMessages('submissions.layout')
  const { isStatutoryCustomer } = useViewer()
  const { navigate } = useServices()
  useStepper(
    {
      submissionId: submission.uuid,
      status: statusById(submission.status.id)?.name ?? 'UNKNOWN',
      mode: isOnlineValidation(address) ? 'ovt' : 'live',
      isStatutoryCustomer,
      shown,
      copiedTo: submission.copiedTo,
    },
    {
      onDestination: ({ submissionId, step }) => {
        if (submissionId !== submission.uuid) {
          notify({ tone: 'neutral', title: t('copied.title'), text: t('copied.text') })
        }
        navigate(pagePath(withSubmission(address, submissionId), step), { replace: shown === undefined })
      },
    },
  )
  return null
}
