import { loggedAt, uploadedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { type RecordDescription, unitsOf } from '../../../domain/record.ts'
import {
  hasArrived,
  isAwaitingApproval,
  isSignedOff,
  type StatusName,
  shownStatus,
} from '../../../domain/status.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { expects, type Standing } from '../../../machines/submission-lifecycle/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  CopyId,
  type Description,
  DescriptionList,
  formatCount,
  Stack,
} from '../../../ui/index.ts'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { standingItems } from '../../common/standingItems.ts'

export interface ReceiptProps {
  submission: KnownSubmission
  record: RecordDescription | null | undefined
  /** Who acts next, for this reader. */
  standing: Standing
  onPrint: () => void
}

/** What was done and when, who acts next, and the hash of the very file: to be kept or printed. */
export function Receipt({ submission, record, standing, onPrint }: ReceiptProps) {
  const t = useMessages('submissions.layout')
  const text = useText()
  return (
    <Card
      title={t('receipt.title')}
      actions={
        <span data-screen-only>
          <Button size="small" onPress={onPrint}>
            {t('receipt.print')}
          </Button>
        </span>
      }
    >
      <Stack gap={4}>
        <DescriptionList items={itemsOf(t, text, submission, record, standing)} />
      </Stack>
    </Card>
  )
}

const itemsOf = (
  t: Translate<'submissions.layout'>,
  text: ToText,
  submission: KnownSubmission,
  record: ReceiptProps['record'],
  standing: Standing,
): Description[] => [
  {
    id: 'reference',
    term: t('receipt.reference'),
    value: <CopyId value={submission.submissionId} label={t('receipt.reference')} isWhole />,
  },
  {
    id: 'status',
    term: t('receipt.status'),
    value: <SubmissionStatus status={shownStatus(submission.status).name} variant="plain" />,
  },
  {
    id: 'provider',
    term: t('receipt.provider'),
    value: `${submission.provider.name} (${submission.provider.instId})`,
  },
  {
    id: 'collection',
    term: t('receipt.collection'),
    value: `${submission.collection.name} (${submission.collection.reference})`,
  },
  { id: 'file', term: t('receipt.fileName'), value: shownFileName(submission.fileName) },
  ...(hasArrived(submission.status)
    ? [{ id: 'uploaded', term: t('receipt.uploaded'), value: text(uploadedAt(submission.uploaded)) }]
    : []),
  ...(submission.studentCount === null
    ? []
    : [{ id: 'students', term: unitsOf(record).unitsLabel, value: formatCount(submission.studentCount) }]),
  ...(submission.fileHash === null
    ? []
    : [{ id: 'hash', term: t('receipt.hash'), value: <code>{submission.fileHash}</code> }]),
  ...milestones(t, text, submission),
  ...standingItems(text, standing),
]

/** The moments that count, from the history: submitted, approved, sign-off requested, signed off. */
const milestones = (
  t: Translate<'submissions.layout'>,
  text: ToText,
  { history }: KnownSubmission,
): Description[] => {
  const at = (test: (status: StatusName) => boolean, from: 'first' | 'last') =>
    (from === 'first'
      ? history.find(({ status }) => test(status))
      : history.findLast(({ status }) => test(status))
    )?.at
  const found: [string, string, string | undefined][] = [
    ['submitted', t('receipt.submitted'), at(isAwaitingApproval, 'first')],
    ['approved', t('receipt.approved'), at(name => expects(name, 'REQUEST_SIGN_OFF'), 'last')],
    ['requested', t('receipt.signOffRequested'), at(name => expects(name, 'SIGN_OFF'), 'last')],
    ['signed-off', t('receipt.signedOff'), at(isSignedOff, 'first')],
  ]
  return found.flatMap(([id, term, instant]) =>
    instant === undefined ? [] : [{ id, term, value: text(loggedAt(instant)) }],
  )
}
