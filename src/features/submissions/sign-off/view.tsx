import type { ReactNode } from 'react'
import { signOffDay } from '../../../domain/dates.ts'
import { stepLabel } from '../../../domain/labels.ts'
import type { Problem } from '../../../domain/problem.ts'
import { product } from '../../../domain/product.ts'
import { signOffRefusal } from '../../../machines/approval-chain/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { expects, standstill } from '../../../machines/submission-lifecycle/index.ts'
import type { SubmissionPageSnapshot } from '../../../machines/submission-page/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, Card, Columns, EmptyState, LinkButton, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { Term } from '../../common/Term.tsx'
import { Receipt } from '../shared/Receipt.tsx'
import { Terms, type TermsHandle } from '../shared/Terms.tsx'

export interface SignOffViewProps extends TermsHandle {
  submission: KnownSubmission
  page: SubmissionPageSnapshot
  onDownloadForm: () => void
  isDownloading: boolean
  downloadProblem: Problem | undefined
  /** Why the form cannot be downloaded by this viewer; undefined when it can. */
  downloadRefusal: string | undefined
  approvalHref: string
  /** Where those go who have finished: the dashboard, or monitoring. */
  home: { href: string; label: string }
  /** The signed copy of the form, from the request of the sign-off on; nothing for those who may not read it. */
  signedForm: ReactNode
  onPrint: () => void
}

/** Sign Off: request, form, done (specification 2 §2.12, §5). */
export function SignOffView(props: SignOffViewProps) {
  const t = useMessages('submissions.sign-off')
  const text = useText()
  const { submission, page, onPrint } = props
  if (page.matches({ work: 'signedOff' })) {
    return (
      <Done {...props} title={t('signedOff.title')} lead={t('signedOff.text')} tone="good">
        <LinkButton href={props.home.href} variant="primary">
          {props.home.label}
        </LinkButton>
      </Done>
    )
  }
  if (page.matches({ work: 'signingOff' })) {
    return (
      <Done
        {...props}
        title={t('requested.title')}
        lead={
          text(standstill(submission.status, submission.facts)) ??
          t('requested.text', { product: product.name })
        }
        tone="attention"
      >
        <Button
          variant="primary"
          icon="download"
          isPending={props.isDownloading}
          disabledReason={submission.fileHash === null ? t('noForm') : props.downloadRefusal}
          onPress={props.onDownloadForm}
        >
          {t('download')}
        </Button>
      </Done>
    )
  }
  if (page.matches({ work: 'approved' })) {
    return (
      <Columns layout="halves">
        <RequestForm {...props} />
        <Receipt submission={submission} onPrint={onPrint} />
      </Columns>
    )
  }
  return (
    <EmptyState
      title={t('notYet.title')}
      level={2}
      icon="lock"
      actions={<LinkButton href={props.approvalHref}>{t('notYet.toApproval')}</LinkButton>}
    >
      {text(signOffRefusal)}
    </EmptyState>
  )
}

interface DoneProps extends SignOffViewProps {
  title: string
  lead: string
  tone: 'good' | 'attention'
  children: ReactNode
}

function Done({ submission, title, lead, tone, onPrint, downloadProblem, signedForm, children }: DoneProps) {
  const t = useMessages('submissions.sign-off')
  const text = useText()
  const requested = submission.history.findLast(({ status }) => expects(status, 'SIGN_OFF'))
  return (
    <Stack gap={4}>
      <Banner tone={tone} title={title} announced="status" actions={children}>
        {lead}
        {requested && (
          <p>
            {t('date')} {text(signOffDay(requested.at))}
          </p>
        )}
      </Banner>
      <ActionFailure title={t('downloadFailed')} problem={downloadProblem} />
      {signedForm ? (
        <Columns>
          {signedForm}
          <Receipt submission={submission} onPrint={onPrint} />
        </Columns>
      ) : (
        <Receipt submission={submission} onPrint={onPrint} />
      )}
    </Stack>
  )
}

function RequestForm(props: SignOffViewProps) {
  const text = useText()
  const t = useMessages('submissions.sign-off')
  const { refusal } = props
  return (
    <Card
      title={text(stepLabel('signoff'))}
      explanation={
        <Term id="signOff" isMark>
          {text(stepLabel('signoff'))}
        </Term>
      }
    >
      <Stack gap={4}>
        {refusal !== undefined && <Banner tone="failed" title={text(refusal)} />}
        <p>{t('lead')}</p>
        <Terms {...props} event="REQUEST_SIGN_OFF" terms={t('terms')} failed={t('requestFailed')} />
      </Stack>
    </Card>
  )
}
