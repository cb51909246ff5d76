import type { ReactNode } from 'react'
import { formatUploaded } from '../../../domain/dates.ts'
import type { Problem } from '../../../domain/problem.ts'
import { isHandedOver, statusById } from '../../../domain/status.ts'
import type { CommitAllowedStatus, SubmissionWire } from '../../../domain/wire/submissions.ts'
import type { Explanation } from '../../../machines/submission-lifecycle/index.ts'
import {
  Banner,
  Button,
  Card,
  Checkbox,
  Columns,
  DescriptionList,
  formatCount,
  LinkButton,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { ActionFailure, type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { BulletList } from '../shared/BulletList.tsx'
import { ReasonText } from '../shared/ReasonText.tsx'
import { texts } from './texts.ts'

export interface SubmitViewProps {
  submission: SubmissionWire
  commit: Loaded<CommitAllowedStatus>
  /** What the lifecycle says to SUBMIT with the box as it is now. */
  explanation: Explanation
  /** What stands against it besides the box; undefined when nothing does. */
  refusal: string | undefined
  hasAcceptedTerms: boolean
  onTerms: (isAccepted: boolean) => void
  onSubmit: () => void
  isSubmitting: boolean
  /** Why the last try was refused or failed. */
  problem: Problem | undefined
  approvalHref: string
  navigation: ReactNode
}

/** Submit: what is handed over, what stands against it, the terms (specification 2 §2.12, §5, §8). */
export function SubmitView(props: SubmitViewProps) {
  const { commit, explanation, navigation } = props
  const status = statusById(props.submission.status.id)?.name ?? 'UNKNOWN'
  return (
    <Stack gap={4}>
      {!explanation.isExpected && isHandedOver(status) ? (
        <Banner
          tone="good"
          title={texts.done.title}
          actions={<LinkButton href={props.approvalHref}>{texts.toApproval}</LinkButton>}
        >
          {texts.done.text}
        </Banner>
      ) : (
        <WhenLoaded resource={commit} loading={texts.checking} failed={texts.commitFailed}>
          {answer => <Form {...props} status={answer} />}
        </WhenLoaded>
      )}
      {navigation}
    </Stack>
  )
}

function Form(props: SubmitViewProps & { status: CommitAllowedStatus }) {
  const { submission, explanation, hasAcceptedTerms, status, problem, refusal } = props
  return (
    <Stack gap={4}>
      {refusal !== undefined && <Refusal reason={refusal} reasons={status.commitNotAllowedReasons} />}
      {refusal === undefined && <Warning {...status.submissionStatuses} />}
      <Columns layout="halves">
        <Card title={texts.what}>
          <DescriptionList items={itemsOf(submission)} />
        </Card>
        <Card title={texts.termsTitle}>
          <Stack gap={4}>
            <p>{texts.lead}</p>
            <Checkbox
              isSelected={hasAcceptedTerms}
              onChange={props.onTerms}
              isDisabled={props.isSubmitting}
              disabledReason={refusal}
            >
              {texts.terms}
            </Checkbox>
            {problem && (
              <ActionFailure title={texts.dialogFailed} problem={problem}>
                {problem.detail}
              </ActionFailure>
            )}
            <Row gap={2}>
              <Button
                variant="primary"
                isPending={props.isSubmitting}
                disabledReason={refusal ?? explanation.refusal?.reason}
                onPress={props.onSubmit}
              >
                {texts.submit}
              </Button>
            </Row>
          </Stack>
        </Card>
      </Columns>
    </Stack>
  )
}

function Refusal({ reason, reasons }: { reason: string; reasons: readonly string[] }) {
  // The chart's sentence for blockers lists them in one line; the server's own list may carry links.
  if (reason.startsWith(texts.reasons) && reasons.length > 0) {
    return (
      <Banner tone="failed" title={texts.reasons}>
        <BulletList items={reasons.map(each => ({ id: each, content: <ReasonText>{each}</ReasonText> }))} />
      </Banner>
    )
  }
  return <Banner tone="failed" title={reason} />
}

function Warning({ openIssues, ruleFailures }: CommitAllowedStatus['submissionStatuses']) {
  if (openIssues === 0 && ruleFailures === 0) return null
  const { both, issues, rules, text } = texts.warning
  const title =
    openIssues > 0 && ruleFailures > 0
      ? both(openIssues, ruleFailures)
      : openIssues > 0
        ? issues(openIssues)
        : rules(ruleFailures)
  return (
    <Banner tone="attention" title={title}>
      {text}
    </Banner>
  )
}

const itemsOf = (submission: SubmissionWire) => [
  { id: 'file', term: texts.fileName, value: submission.fileName },
  { id: 'uploaded', term: texts.uploaded, value: formatUploaded(submission.uploaded) },
  ...(submission.studentCount === null
    ? []
    : [{ id: 'students', term: texts.students, value: formatCount(submission.studentCount) }]),
  ...(submission.fileHash === null
    ? []
    : [{ id: 'hash', term: texts.hash, value: <code>{submission.fileHash}</code> }]),
]
