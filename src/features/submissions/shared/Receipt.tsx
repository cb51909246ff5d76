import { formatDateTime, formatUploaded } from '../../../domain/dates.ts'
import { type Outlook, outlookOf } from '../../../domain/outlook.ts'
import { isAwaitingApproval, type StatusName, statusNameOf } from '../../../domain/status.ts'
import type { SubmissionWire } from '../../../domain/wire/submissions.ts'
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
import { receiptTexts as words } from './receiptTexts.ts'

export interface ReceiptProps {
  submission: SubmissionWire
  onPrint: () => void
}

/** What was done and when, who acts next, and the hash of the very file: to be kept or printed. */
export function Receipt({ submission, onPrint }: ReceiptProps) {
  const outlook = outlookOf(statusNameOf(submission.status.id))
  return (
    <Card
      title={words.title}
      actions={
        <span data-screen-only>
          <Button size="small" onPress={onPrint}>
            {words.print}
          </Button>
        </span>
      }
    >
      <Stack gap={4}>
        <DescriptionList items={itemsOf(submission, outlook)} />
      </Stack>
    </Card>
  )
}

const itemsOf = (submission: SubmissionWire, { status, awaits, next }: Outlook): Description[] => [
  {
    id: 'reference',
    term: words.reference,
    value: <CopyId value={submission.uuid} label={words.reference} />,
  },
  { id: 'status', term: words.status, value: <SubmissionStatus status={status.name} variant="plain" /> },
  {
    id: 'provider',
    term: words.provider,
    value: `${submission.provider.name} (${submission.provider.instId})`,
  },
  {
    id: 'collection',
    term: words.collection,
    value: `${submission.collection.name} (${submission.collection.reference})`,
  },
  { id: 'file', term: words.fileName, value: submission.fileName },
  { id: 'uploaded', term: words.uploaded, value: `${formatUploaded(submission.uploaded)} UTC` },
  ...(submission.studentCount === null
    ? []
    : [{ id: 'students', term: words.students, value: formatCount(submission.studentCount) }]),
  ...(submission.fileHash === null
    ? []
    : [{ id: 'hash', term: words.hash, value: <code>{submission.fileHash}</code> }]),
  ...milestones(submission),
  { id: 'awaiting', term: words.awaiting, value: awaits.name },
  ...(next === undefined ? [] : [{ id: 'next', term: words.next, value: words.nextSteps[next] }]),
]

/** The moments that count, from the history: submitted, approved, sign-off requested, signed off. */
const milestones = ({ stateHistory }: SubmissionWire): Description[] => {
  const names = stateHistory.map(({ StatusId, Actioned }) => ({
    name: statusNameOf(StatusId),
    Actioned,
  }))
  const at = (test: (name: StatusName) => boolean, from: 'first' | 'last') =>
    (from === 'first' ? names.find(({ name }) => test(name)) : names.findLast(({ name }) => test(name)))
      ?.Actioned
  const found: [string, string, string | undefined][] = [
    ['submitted', words.submitted, at(isAwaitingApproval, 'first')],
    ['approved', words.approved, at(name => name === 'APPROVED', 'last')],
    ['requested', words.signOffRequested, at(name => name === 'PROVIDER_SIGNOFF', 'last')],
    ['signed-off', words.signedOff, at(name => name === 'SIGNED_OFF', 'last')],
  ]
  return found.flatMap(([id, term, instant]) =>
    instant === undefined ? [] : [{ id, term, value: formatDateTime(instant) }],
  )
}
