import { lazy, Suspense } from 'react'
import { stepLabel } from '../../../domain/labels.ts'
import { requestSignOffForm } from '../../../domain/wire/files.ts'
import { PageTitle, useAction, useServices, useViewer } from '../../../hooks/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { type Facts, standingOf } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText, withMessages } from '../../../messages/index.ts'
import { isMonitoring, pagePath } from '../../common/address.ts'
import { type SubmissionPageContext, useSubmissionPage } from '../shared/page.ts'
import { useTerms } from '../shared/Terms.tsx'
import { SignedFormPart } from './SignedFormPart.tsx'
import { SignHere } from './SignHere.tsx'
import { useSignedForm } from './useSignedForm.ts'
import { SignOffView } from './view.tsx'

/** Comes for those who decide. */
const SignOffDecision = lazy(
  withMessages(
    async () => ({ default: (await import('./SignOffDecision.tsx')).SignOffDecision }),
    'decision',
  ),
)

/** Route `signoff` of a submission. */
export function Component() {
  const page = useSubmissionPage()
  if (!page.submission || !page.facts) return null
  return <SignOff page={page} submission={page.submission} facts={page.facts} />
}

interface SignOffProps {
  page: SubmissionPageContext
  submission: KnownSubmission
  facts: Facts
}

function SignOff({ page, submission, facts }: SignOffProps) {
  const text = useText()
  const t = useMessages('submissions.sign-off')
  const { address, status } = page
  const { principal, may, refusal } = useViewer()
  const { call, download } = useServices()
  const terms = useTerms('REQUEST_SIGN_OFF', page, submission, facts)
  const form = useAction((hash: string) => call(requestSignOffForm, { path: { id: hash } }), {
    onDone: (_, { data }) => download(data),
  })
  const standing = standingOf(status, facts, principal)
  const signedForm = useSignedForm(submission.submissionId, status, facts)
  return (
    <>
      <PageTitle title={text(stepLabel('signoff'))} />
      <SignOffView
        submission={submission}
        page={page.page}
        {...terms}
        onDownloadForm={() => submission.fileHash !== null && form.run(submission.fileHash)}
        isDownloading={form.isRunning}
        downloadProblem={form.problem}
        downloadRefusal={text(refusal('collections.sign-off-form'))}
        approvalHref={pagePath(address, 'approval')}
        home={
          isMonitoring(address)
            ? { href: '/monitoring', label: t('toMonitoring') }
            : { href: '/', label: t('toDashboard') }
        }
        standing={standing}
        signedForm={
          signedForm && (
            <SignedFormPart
              {...signedForm}
              signHere={signsInPortal => (
                <SignHere
                  submissionId={submission.submissionId}
                  status={status}
                  facts={facts}
                  signsInPortal={signsInPortal}
                  onSigned={signedForm.replace}
                />
              )}
            />
          )
        }
        decision={
          page.page.matches({ work: 'signingOff' }) &&
          may('monitoring.sign-off-submission') && (
            <Suspense>
              <SignOffDecision
                submission={submission}
                standing={standing}
                outcome={{ onAnswer: page.replace, refresh: page.refresh }}
              />
            </Suspense>
          )
        }
        onPrint={() => window.print()}
      />
    </>
  )
}
