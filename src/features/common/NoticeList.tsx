import { loggedAt } from '../../domain/dates.ts'
import type { NoticeKind } from '../../domain/notice.ts'
import type { NoticeWire } from '../../domain/wire/notices.ts'
import { useViewer } from '../../hooks/index.ts'
import { useNotices } from '../../hooks/notices.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { EventList, type IconName, type Tone } from '../../ui/index.ts'
import { noticeLink } from './noticeLink.ts'

const looks: Readonly<Record<NoticeKind, { icon: IconName; tone: Tone }>> = {
  processingFinished: { icon: 'check', tone: 'good' },
  processingStopped: { icon: 'stop', tone: 'failed' },
  decisionAwaited: { icon: 'clock', tone: 'waiting' },
  approved: { icon: 'check', tone: 'good' },
  declined: { icon: 'warning', tone: 'attention' },
  resubmissionRequired: { icon: 'warning', tone: 'attention' },
  signedOff: { icon: 'check', tone: 'good' },
  issueRaised: { icon: 'comment', tone: 'attention' },
  issueAnswered: { icon: 'comment', tone: 'waiting' },
  deadlineNear: { icon: 'calendar', tone: 'attention' },
  collectionOpened: { icon: 'info', tone: 'neutral' },
  collectionChanged: { icon: 'info', tone: 'neutral' },
  webhookSwitchedOff: { icon: 'stop', tone: 'failed' },
  deliveryReady: { icon: 'download', tone: 'good' },
}

/** Notices, each with a way to what it tells of; who goes there has read it. */
export function NoticeList({ label, notices }: { label: string; notices: readonly NoticeWire[] }) {
  const t = useMessages('common')
  const text = useText()
  const { principal, isProvider } = useViewer()
  const { markRead } = useNotices()
  return (
    <EventList
      label={label}
      events={notices.map(notice => ({
        id: notice.id,
        ...looks[notice.kind],
        title: notice.title,
        hint:
          isProvider || !notice.provider ? undefined : `${notice.provider.instId} ${notice.provider.name}`,
        at: text(loggedAt(notice.at)),
        href: noticeLink(notice, principal),
        mark: notice.isRead ? undefined : t('unread'),
        onPress: notice.isRead ? undefined : () => markRead([notice.id]),
      }))}
    />
  )
}
