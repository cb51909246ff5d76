import { isAdditionalReport } from '../../domain/additionalReports.ts'
import { loggedAt } from '../../domain/dates.ts'
import type { NoticeKind } from '../../domain/notice.ts'
import { mayEnter } from '../../domain/permissions.ts'
import type { UserPrincipal } from '../../domain/principal.ts'
import type { NoticeWire } from '../../domain/wire/notices.ts'
import { useViewer } from '../../hooks/index.ts'
import { useNotices } from '../../hooks/notices.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { EventList, type IconName, type Tone } from '../../ui/index.ts'
import { additionalReportPath, issuePath, rootPath, transfersPath } from './address.ts'

/** The page that a notice is about; undefined if the reader may not see it. */
const noticeLink = (
  { kind, issueId, submissionId, collection, provider, mode, code }: NoticeWire,
  reader: UserPrincipal,
): string | undefined => {
  if (issueId !== undefined) return mayEnter(reader, '/issues') ? issuePath(issueId) : undefined
  // A notice about several issues leads to their list.
  if (kind === 'issueRaised' || kind === 'issueAnswered')
    return mayEnter(reader, '/issues') ? issuePath() : undefined
  if (kind === 'webhookSwitchedOff') return mayEnter(reader, '/suppliers') ? '/suppliers' : undefined
  if (kind === 'deliveryReady') return mayEnter(reader, '/delivery') ? '/delivery' : undefined
  if (code !== undefined && isAdditionalReport(code)) {
    if (!mayEnter(reader, '/submissions')) return '/'
    return submissionId === undefined
      ? transfersPath(collection.id)
      : additionalReportPath({ area: 'submissions', collectionId: collection.id, submissionId }, code)
  }
  const isProvider = reader.organisationType === 'provider'
  const area = mode === 'ovt' ? 'online-validation' : 'submissions'
  if (submissionId !== undefined && isProvider)
    return mayEnter(reader, `/${area}`)
      ? rootPath({ area, collectionId: collection.id, submissionId })
      : undefined
  if (isProvider)
    return ([`/${area}`, '/submissions', '/online-validation'] as const).find(path => mayEnter(reader, path))
  if (!mayEnter(reader, '/monitoring')) return undefined
  return submissionId !== undefined && provider
    ? rootPath({
        area: 'monitoring',
        reference: collection.reference,
        collectionId: collection.id,
        instId: provider.instId,
        submissionId,
      })
    : `/monitoring/${collection.reference}`
}

const looks: Readonly<Record<NoticeKind, { icon: IconName; tone: Tone }>> = {
  formRefused: { icon: 'warning', tone: 'attention' },
  processingFinished: { icon: 'check', tone: 'good' },
  processingStopped: { icon: 'stop', tone: 'failed' },
  decisionAwaited: { icon: 'clock', tone: 'waiting' },
  approved: { icon: 'check', tone: 'good' },
  declined: { icon: 'warning', tone: 'attention' },
  resubmissionRequired: { icon: 'warning', tone: 'attention' },
  signedOff: { icon: 'check', tone: 'good' },
  issueRaised: { icon: 'comment', tone: 'attention' },
  issueAnswered: { icon: 'comment', tone: 'waiting' },
  transferAsked: { icon: 'upload', tone: 'attention' },
  transferAnswered: { icon: 'check', tone: 'neutral' },
  transferMessage: { icon: 'comment', tone: 'attention' },
  agencyReminder: { icon: 'bell', tone: 'attention' },
  deadlineNear: { icon: 'calendar', tone: 'attention' },
  collectionOpened: { icon: 'info', tone: 'neutral' },
  collectionChanged: { icon: 'info', tone: 'neutral' },
  webhookSwitchedOff: { icon: 'stop', tone: 'failed' },
  deliveryReady: { icon: 'download', tone: 'good' },
}

/** Notices, each with a way to what it tells of. Who has seen one on the screen has read it. */
export function NoticeList({ label, notices }: { label: string; notices: readonly NoticeWire[] }) {
  const t = useMessages('common')
  const text = useText()
  const { principal, isProvider } = useViewer()
  const { markRead } = useNotices()
  const hintOf = ({ provider, earlier }: NoticeWire): string | undefined =>
    [
      ...(isProvider || !provider ? [] : [`${provider.instId} ${provider.name}`]),
      ...(earlier > 0 ? [t('notice.earlier', { count: earlier })] : []),
    ].join(' · ') || undefined
  return (
    <EventList
      label={label}
      onSeen={ids => markRead(ids)}
      events={notices.map(notice => ({
        id: notice.id,
        ...looks[notice.kind],
        title: notice.title,
        hint: hintOf(notice),
        at: text(loggedAt(notice.at)),
        href: noticeLink(notice, principal),
        mark: notice.isRead ? undefined : t('new'),
        onPress: notice.isRead ? undefined : () => markRead([notice.id]),
      }))}
    />
  )
}
