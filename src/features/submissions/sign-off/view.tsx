import type { ReactNode } from 'react'
import { formatSignOffDate } from '../../../domain/dates.ts'
import type { Problem } from '../../../domain/problem.ts'
import { isSignedOff, statusById } from '../../../domain/status.ts'
import type { SubmissionWire } from '../../../domain/wire/submissions.ts'
import { signOffRefusal } from '../../../machines/approval-chain/index.ts'
import type { Explanation } from '../../../machines/submission-lifecycle/index.ts'
import {
  Banner,
  Button,
  Card,
  Checkbox,
  Columns,
  EmptyState,
  LinkButton,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { Receipt } from '../shared/Receipt.tsx'
import { texts } from './texts.ts'

export interface SignOffViewProps {
  submission: SubmissionWire
  /** What the lifecycle says to REQUEST_SIGN_OFF with the box as it is now. */
  explanation: Explanation
  /** What stands against it besides the box; undefined when nothing does. */
  refusal: string | undefined
  hasAcceptedTerms: boolean
  onTerms: (isAccepted: boolean) => void
  onRequest: () => void
  isRequesting: boolean
  /** Why the last try was refused or failed. */
  problem: Problem | undefined
  onDownloadForm: () => void
  isDownloading: boolean
  downloadProblem: Problem | undefined
  /** Why the form cannot be downloaded by this viewer; undefined when it can. */
  downloadRefusal: string | undefined
  approvalHref: string
  /** Where those go who have finished: the dashboard, or monitoring. */
  home: { href: string; label: string }
  onPrint: () => void
}

/** Sign Off: request, form, done (specification 2 §2.12, §5). */
export function SignOffView(props: SignOffViewProps) {
  const { submission, onPrint } = props
  const status = statusById(submission.status.id)?.name ?? 'UNKNOWN'
  if (isSignedOff(status)) {
    return (
      <Done {...props} title={texts.signedOff.title} text={texts.signedOff.text} tone="good">
        <LinkButton href={props.home.href} variant="primary">
          {props.home.label}
        </LinkButton>
      </Done>
    )
  }
  if (status === 'PROVIDER_SIGNOFF') {
    return (
      <Done {...props} title={texts.requested.title} text={texts.requested.text} tone="attention">
        <Button
          variant="primary"
          icon="download"
          isPending={props.isDownloading}
          disabledReason={submission.fileHash === null ? texts.noForm : props.downloadRefusal}
          onPress={props.onDownloadForm}
        >
          {texts.download}
        </Button>
      </Done>
    )
  }
  if (status === 'APPROVED') {
    return (
      <Columns layout="halves">
        <RequestForm {...props} />
        <Receipt submission={submission} onPrint={onPrint} />
      </Columns>
    )
  }
  return (
    <EmptyState
      title={texts.notYet.title}
      level={2}
      icon="lock"
      actions={<LinkButton href={props.approvalHref}>{texts.notYet.toApproval}</LinkButton>}
    >
      {signOffRefusal}
    </EmptyState>
  )
}

interface DoneProps extends SignOffViewProps {
  title: string
  text: string
  tone: 'good' | 'attention'
  children: ReactNode
}

function Done({ submission, title, text, tone, onPrint, downloadProblem, children }: DoneProps) {
  const requested = submission.stateHistory.findLast(
    ({ StatusId }) => statusById(StatusId)?.name === 'PROVIDER_SIGNOFF',
  )
  return (
    <Stack gap={4}>
      <Banner tone={tone} title={title} announced="status" actions={children}>
        {text}
        {requested && (
          <p>
            {texts.date} {formatSignOffDate(requested.Actioned)}
          </p>
        )}
      </Banner>
      {downloadProblem && <ActionFailure title={texts.downloadFailed} problem={downloadProblem} />}
      <Receipt submission={submission} onPrint={onPrint} />
    </Stack>
  )
}

function RequestForm(props: SignOffViewProps) {
  const { explanation, hasAcceptedTerms, problem, refusal } = props
  return (
    <Card title={texts.title}>
      <Stack gap={4}>
        {refusal !== undefined && <Banner tone="failed" title={refusal} />}
        <p>{texts.lead}</p>
        <Checkbox
          isSelected={hasAcceptedTerms}
          onChange={props.onTerms}
          isDisabled={props.isRequesting}
          disabledReason={refusal}
        >
          {texts.terms}
        </Checkbox>
        {problem && (
          <ActionFailure title={texts.requestFailed} problem={problem}>
            {problem.detail}
          </ActionFailure>
        )}
        <Row gap={2}>
          <Button
            variant="primary"
            isPending={props.isRequesting}
            disabledReason={refusal ?? explanation.refusal?.reason}
            onPress={props.onRequest}
          >
            {texts.request}
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}
