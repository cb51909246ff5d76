import { useNotices } from '../../hooks/notices.ts'
import { useMessages } from '../../messages/index.ts'
import { CountLink } from '../../ui/index.ts'

/** The bell: how many notices are unread, and the way to them (decisions §14). */
export function Bell({ isCurrent }: { isCurrent: boolean }) {
  const t = useMessages('shell')
  const { unread } = useNotices()
  return (
    <CountLink
      href="/notices"
      icon="bell"
      label={t('notices', { unread })}
      count={unread}
      isCurrent={isCurrent}
    />
  )
}
