import { useNoticeList } from '../../hooks/notices.ts'
import { useMessages } from '../../messages/index.ts'
import { Card, Link } from '../../ui/index.ts'
import { WhenLoaded } from '../common/Loaded.tsx'
import { NoticeList } from '../common/NoticeList.tsx'

/** Notices in sight; the rest is on their own page. */
const shownLines = '6'

/** What others did that concerns the viewer's organisation, newest first. */
export function News() {
  const t = useMessages('dashboard')
  const notices = useNoticeList({ query: { limit: shownLines, offset: '0', fromOthers: 'true' } })
  return (
    <Card
      title={t('news.title')}
      {...(notices.data && { hint: t('news.hint', { count: notices.data.unread }) })}
      actions={<Link href="/notices">{t('news.all')}</Link>}
    >
      <WhenLoaded resource={notices} loading={t('loading')} failed={t('news.failed')} sketch="rows">
        {({ notices: list }) =>
          list.length === 0 ? <p>{t('news.none')}</p> : <NoticeList label={t('news.title')} notices={list} />
        }
      </WhenLoaded>
    </Card>
  )
}
