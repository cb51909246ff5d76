import { PageTitle, useTable } from '../../hooks/index.ts'
import { useNoticeList, useNotices } from '../../hooks/notices.ts'
import { tableDefaults } from '../../machines/table-state/index.ts'
import { useMessages } from '../../messages/index.ts'
import {
  Button,
  Card,
  EmptyState,
  Link,
  Page,
  PageHeader,
  Pagination,
  Row,
  Select,
  Skeleton,
  Stack,
  useLastPage,
} from '../../ui/index.ts'
import { WhenLoaded } from '../common/Loaded.tsx'
import { NoticeList } from '../common/NoticeList.tsx'
import { useTasks } from '../common/useTasks.ts'

const defaults = tableDefaults({ pageSize: 25 })
const shows = ['all', 'unread'] as const

/** How many tasks the viewer has, as their dashboard lists them. */
function Tasks() {
  const t = useMessages('notices')
  const total = useTasks({ limit: '1' }).data?.pagingMetadata.totalResultsCount ?? 0
  return total > 0 && <Link href="/">{t('tasks', { count: total })}</Link>
}

/** Route `/notices`: what concerns the viewer's organisation, the newest first (decisions §14). */
export function Component() {
  const t = useMessages('notices')
  const { unread, markRead } = useNotices()
  const table = useTable('notices', defaults)
  const { page, pageSize, filters } = table.state
  const isUnreadOnly = filters.show?.[0] === 'unread'
  const list = useNoticeList({
    query: {
      limit: String(table.parameters.limit),
      offset: String(table.parameters.offset),
      ...(isUnreadOnly ? { unread: 'true' } : {}),
    },
  })
  // Of those that are not read yet, a page goes as its notices are read.
  useLastPage(
    {
      page,
      pageSize,
      total: list.data?.pagingMetadata.totalResultsCount ?? 0,
      isAnswered: list.status === 'ready' && list.data?.notices.length === 0,
    },
    table.change,
  )
  return (
    <Page
      header={
        <PageHeader
          title={t('title')}
          meta={<span role="status">{t('unread', { count: unread })}</span>}
          actions={
            <>
              <Tasks />
              <Button
                onPress={() => markRead()}
                disabledReason={unread === 0 ? t('allRead') : undefined}
                icon="check"
              >
                {t('markAll')}
              </Button>
            </>
          }
        />
      }
    >
      <PageTitle title={t('title')} />
      <Stack gap={4}>
        <Row>
          <Select
            label={t('show.label')}
            value={isUnreadOnly ? 'unread' : 'all'}
            onChange={value => table.filter('show', value === 'all' ? [] : [value])}
            options={shows.map(id => ({ id, label: t(`show.${id}`) }))}
          />
        </Row>
        <WhenLoaded resource={list} loading={t('loading')} failed={t('failed')} sketch="rows" level={2}>
          {({ notices, pagingMetadata: { totalResultsCount: total } }) =>
            total === 0 ? (
              <EmptyState title={isUnreadOnly ? t('allRead') : t('empty')} icon="bell" level={2}>
                {!isUnreadOnly && t('emptyHint')}
              </EmptyState>
            ) : (
              <Stack gap={4}>
                <Card>
                  {notices.length === 0 ? (
                    <Skeleton shape="rows" label={t('loading')} />
                  ) : (
                    <NoticeList label={t('title')} notices={notices} />
                  )}
                </Card>
                <Pagination
                  label={t('title')}
                  page={page}
                  pageSize={pageSize}
                  total={total}
                  onChange={table.change}
                />
              </Stack>
            )
          }
        </WhenLoaded>
      </Stack>
    </Page>
  )
}
