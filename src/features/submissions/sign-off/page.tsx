import { lazy, Suspense } from 'react'
import { stepLabel } from '../../../domain/labels.ts'
import { requestSignOffForm } from '../../../domain/wire/files.ts'
import { useFormFile } from '../../../hooks/formFile.ts'
import { PageTitle, useAction, useAddress, useServices, useViewer } from '../../../hooks/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { type Facts, standingOf } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText, withMessages } from '../../../messages/index.ts'
import { isMonitoring, pagePath } from '../../common/address.ts'
import { type SubmissionPageContext, useSubmissionPage } from '../shared/page.ts'
import { useTerms } from '../shared/Terms.tsx'
import { FormChecks } from './FormChecks.tsx'
import { FormPreview } from './FormPreview.tsx'
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
  const decides = page.page.matches({ work: 'signingOff' }) && may('monitoring.sign-off-submission')
  const [parameters] = useAddress()
  const returned = signedForm?.form.data
  const forms = returned?.signedForm ? [returned.signedForm, ...returned.earlier] : []
  const shown = forms.find(({ id }) => id === parameters.get('form')) ?? forms[0]
  const file = useFormFile(
    decides && shown ? { submissionId: submission.submissionId, formId: shown.id } : undefined,
  )
  return (
    <>
      <PageTitle title={text(stepLabel('signoff'))} />
      <SignOffView
        submission={submission}
        page={page.page}
        record={page.record}
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
              chosen={shown}
              preview={
                decides &&
                shown && (
                  <FormPreview forms={forms} shown={shown.id} hrefOf={id => `?form=${id}`} file={file} />
                )
              }
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
          decides && (
            <Suspense>
              <SignOffDecision
                submission={submission}
                standing={standing}
                checks={
                  <FormChecks
                    file={shown && file}
                    issued={returned?.issued ?? []}
                    signedHash={shown?.signature?.formHash}
                  />
                }
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
