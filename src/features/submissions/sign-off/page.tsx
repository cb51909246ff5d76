import { useMachine } from '@xstate/react'
import { statusOf } from '../../../domain/status.ts'
import { requestSignOffForm } from '../../../domain/wire/files.ts'
import { type SubmissionWire, updateState } from '../../../domain/wire/submissions.ts'
import { attached, PageTitle, useAction, useServices, useViewer } from '../../../hooks/index.ts'
import { consentMachine } from '../../../machines/consent/index.ts'
import { explain, type Facts } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { isMonitoring, pagePath } from '../../common/address.ts'
import { type SubmissionPageContext, useSubmissionPage } from '../shared/page.ts'
import { SignOffView } from './view.tsx'

/** Route `signoff` of a submission. */
export function Component() {
  const page = useSubmissionPage()
  if (!page.submission || !page.facts) return null
  return <SignOff page={page} submission={page.submission} facts={page.facts} />
}

interface SignOffProps {
  page: SubmissionPageContext
  submission: SubmissionWire
  facts: Facts
}

function SignOff({ page, submission, facts }: SignOffProps) {
  const layoutMessages = useMessages('submissions.layout')
  const t = useMessages('submissions.sign-off')
  const { address, status } = page
  const { actor, refusal } = useViewer()
  const { call, download } = useServices()
  const [consent, send] = useMachine(consentMachine, attached)
  const termsAccepted = consent.matches('given')
  const ask = (isAccepted: boolean) =>
    explain(status, facts, { type: 'REQUEST_SIGN_OFF', actor, termsAccepted: isAccepted })
  const request = useAction(
    () =>
      call(updateState, {
        path: { id: submission.uuid },
        body: { action: 'Provider sign-off', statusId: statusOf('PROVIDER_SIGNOFF').id, termsAccepted },
      }),
    { onDone: (_, answer) => page.replace(answer) },
  )
  const form = useAction((hash: string) => call(requestSignOffForm, { path: { id: hash } }), {
    onDone: (_, { data }) => download(data),
  })
  return (
    <>
      <PageTitle title={layoutMessages('pages.signoff')} />
      <SignOffView
        submission={submission}
        explanation={ask(termsAccepted)}
        refusal={ask(true).refusal?.reason}
        hasAcceptedTerms={termsAccepted}
        onTerms={isAccepted => send({ type: isAccepted ? 'TERMS_ACCEPTED' : 'TERMS_WITHDRAWN' })}
        onRequest={() => request.run(undefined)}
        isRequesting={request.isRunning}
        problem={request.problem}
        onDownloadForm={() => submission.fileHash !== null && form.run(submission.fileHash)}
        isDownloading={form.isRunning}
        downloadProblem={form.problem}
        downloadRefusal={refusal('collections.sign-off-form')}
        approvalHref={pagePath(address, 'approval')}
        home={
          isMonitoring(address)
            ? { href: '/monitoring', label: t('toMonitoring') }
            : { href: '/', label: t('toDashboard') }
        }
        onPrint={() => window.print()}
      />
    </>
  )
}
