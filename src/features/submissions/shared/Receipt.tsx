import { awaitingParty } from '../../../domain/awaitingParty.ts'
import { formatDateTime, formatUploaded } from '../../../domain/dates.ts'
import { isAwaitingApproval, isSignedOff, type StatusName, statusById } from '../../../domain/status.ts'
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
  const status = statusById(submission.status.id)?.name ?? 'UNKNOWN'
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
        <DescriptionList items={itemsOf(submission, status)} />
      </Stack>
    </Card>
  )
}

const itemsOf = (submission: SubmissionWire, status: StatusName): Description[] => [
  {
    id: 'reference',
    term: words.reference,
    value: <CopyId value={submission.uuid} label={words.reference} />,
  },
  { id: 'status', term: words.status, value: <SubmissionStatus status={status} variant="plain" /> },
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
  { id: 'awaiting', term: words.awaiting, value: awaitingParty(status).name },
  ...(nextWords(status) === undefined ? [] : [{ id: 'next', term: words.next, value: nextWords(status) }]),
]

/** The moments that count, from the history: submitted, approved, sign-off requested, signed off. */
const milestones = ({ stateHistory }: SubmissionWire): Description[] => {
  const names = stateHistory.map(({ StatusId, Actioned }) => ({
    name: statusById(StatusId)?.name ?? ('UNKNOWN' as const),
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

const nextWords = (status: StatusName): string | undefined => {
  if (isSignedOff(status)) return words.nextSteps.SIGNED_OFF
  return status in words.nextSteps ? words.nextSteps[status as keyof typeof words.nextSteps] : undefined
}
