import type { ReactNode } from 'react'
import { uploadedAt } from '../../../domain/dates.ts'
import { actionLabel } from '../../../domain/labels.ts'
import type { Problem } from '../../../domain/problem.ts'
import { isHandedOver, statusNameOf } from '../../../domain/status.ts'
import type { CommitAllowedStatus, SubmissionWire } from '../../../domain/wire/submissions.ts'
import type { Explanation } from '../../../machines/submission-lifecycle/index.ts'
import type { Message, ToText } from '../../../messages/index.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
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

export interface SubmitViewProps {
  submission: SubmissionWire
  commit: Loaded<CommitAllowedStatus>
  /** What the lifecycle says to SUBMIT with the box as it is now. */
  explanation: Explanation
  /** What stands against it besides the box; undefined when nothing does. */
  refusal: Message | undefined
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
  const t = useMessages('submissions.submit')
  const { commit, explanation, navigation } = props
  const status = statusNameOf(props.submission.status.id)
  return (
    <Stack gap={4}>
      {!explanation.isExpected && isHandedOver(status) ? (
        <Banner
          tone="good"
          title={t('done.title')}
          actions={<LinkButton href={props.approvalHref}>{t('toApproval')}</LinkButton>}
        >
          {t('done.text')}
        </Banner>
      ) : (
        <WhenLoaded resource={commit} loading={t('checking')} failed={t('commitFailed')}>
          {answer => <Form {...props} status={answer} />}
        </WhenLoaded>
      )}
      {navigation}
    </Stack>
  )
}

function Form(props: SubmitViewProps & { status: CommitAllowedStatus }) {
  const text = useText()
  const t = useMessages('submissions.submit')
  const { submission, explanation, hasAcceptedTerms, status, problem, refusal } = props
  return (
    <Stack gap={4}>
      {refusal !== undefined && <Refusal reason={refusal} reasons={status.commitNotAllowedReasons} />}
      {refusal === undefined && <Warning {...status.submissionStatuses} />}
      <Columns layout="halves">
        <Card title={t('what')}>
          <DescriptionList items={itemsOf(t, text, submission)} />
        </Card>
        <Card title={t('termsTitle')}>
          <Stack gap={4}>
            <p>{t('lead')}</p>
            <Checkbox
              isSelected={hasAcceptedTerms}
              onChange={props.onTerms}
              isDisabled={props.isSubmitting}
              disabledReason={text(refusal)}
            >
              {t('terms')}
            </Checkbox>
            {problem && (
              <ActionFailure title={t('dialogFailed')} problem={problem}>
                {text(problem.reason)}
              </ActionFailure>
            )}
            <Row gap={2}>
              <Button
                variant="primary"
                isPending={props.isSubmitting}
                disabledReason={text(refusal ?? explanation.refusal?.reason)}
                onPress={props.onSubmit}
              >
                {text(actionLabel('SUBMIT'))}
              </Button>
            </Row>
          </Stack>
        </Card>
      </Columns>
    </Stack>
  )
}

function Refusal({ reason, reasons }: { reason: Message; reasons: readonly string[] }) {
  const text = useText()
  const t = useMessages('submissions.submit')
  // The chart lists the blockers in one line; the server's own list may carry links.
  if (reason.code === 'hasNoBlockers.fails' && reasons.length > 0) {
    return (
      <Banner tone="failed" title={t('reasons')}>
        <BulletList items={reasons.map(each => ({ id: each, content: <ReasonText>{each}</ReasonText> }))} />
      </Banner>
    )
  }
  return <Banner tone="failed" title={text(reason)} />
}

function Warning({ openIssues = 0, ruleFailures }: CommitAllowedStatus['submissionStatuses']) {
  const t = useMessages('submissions.submit')
  if (openIssues === 0 && ruleFailures === 0) return null
  const title =
    openIssues > 0 && ruleFailures > 0
      ? t('warning.both', { issues: openIssues, rules: ruleFailures })
      : openIssues > 0
        ? t('warning.issues', { issues: openIssues })
        : t('warning.rules', { rules: ruleFailures })
  return (
    <Banner tone="attention" title={title}>
      {t('warning.text')}
    </Banner>
  )
}

const itemsOf = (t: Translate<'submissions.submit'>, text: ToText, submission: SubmissionWire) => [
  { id: 'file', term: t('fileName'), value: submission.fileName },
  { id: 'uploaded', term: t('uploaded'), value: text(uploadedAt(submission.uploaded)) },
  ...(submission.studentCount === null
    ? []
    : [{ id: 'students', term: t('students'), value: formatCount(submission.studentCount) }]),
  ...(submission.fileHash === null
    ? []
    : [{ id: 'hash', term: t('hash'), value: <code>{submission.fileHash}</code> }]),
]
