import { loggedAt } from '../../domain/dates.ts'
import { mayEnter } from '../../domain/permissions.ts'
import { listIssues } from '../../domain/wire/issueList.ts'
import { useResource, useViewer } from '../../hooks/index.ts'
import { useNoticeList, useNotices } from '../../hooks/notices.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Badge, Card, Columns, EventList, Link } from '../../ui/index.ts'
import { issuePath } from '../common/address.ts'
import { WhenLoaded } from '../common/Loaded.tsx'
import { NoticeList } from '../common/NoticeList.tsx'

/** Lines of each list; the rest is on its own page. */
const shownLines = '6'

/** What awaits the viewer, beside what has happened since they last looked. */
export function News() {
  const { principal, may } = useViewer()
  const hasIssues = mayEnter(principal, '/issues') && may('collections.view-issue')
  return (
    <Columns>
      {hasIssues && <Awaiting />}
      <Unread />
    </Columns>
  )
}

function Awaiting() {
  const t = useMessages('dashboard')
  const text = useText()
  const issues = useResource(
    listIssues,
    { query: { filter: 'awaiting-me', limit: shownLines, offset: '0' } },
    { refreshOn: message => message.type === 'ISSUE_STATUS' },
  )
  const count = issues.data?.pagingMetadata.totalResultsCount ?? 0
  return (
    <Card
      title={t('awaiting.title')}
      hint={t('awaiting.hint')}
      actions={
        <>
          {count > 0 && <Badge>{count}</Badge>}
          <Link href={issuePath()}>{t('awaiting.all')}</Link>
        </>
      }
    >
      <WhenLoaded resource={issues} loading={t('loading')} failed={t('awaiting.failed')} sketch="rows">
        {({ issues: list }) =>
          list.length === 0 ? (
            <p>{t('awaiting.none')}</p>
          ) : (
            <EventList
              label={t('awaiting.title')}
              events={list.map(issue => ({
                id: issue.id,
                icon: 'comment',
                tone: 'attention',
                title: issue.name,
                hint: issue.code,
                at: text(loggedAt(issue.updatedAt)),
                href: issuePath(issue.id),
              }))}
            />
          )
        }
      </WhenLoaded>
    </Card>
  )
}

function Unread() {
  const t = useMessages('dashboard')
  const { unread } = useNotices()
  const notices = useNoticeList({ query: { unread: 'true', limit: shownLines, offset: '0' } })
  return (
    <Card
      title={t('news.title')}
      hint={t('news.hint', { count: unread })}
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
