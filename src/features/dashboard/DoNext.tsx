import { useSelector } from '@xstate/react'
import { calendarDay } from '../../domain/dates.ts'
import { daysUntil } from '../../domain/deadline.ts'
import { reminderDue } from '../../domain/notice.ts'
import { mayEnter } from '../../domain/permissions.ts'
import { notUrgentRules, taskReason, taskTitle } from '../../domain/taskLabels.ts'
import type { TaskGroup } from '../../domain/tasks.ts'
import type { ResponseOf } from '../../domain/wire/call.ts'
import type { listTasks, Task } from '../../domain/wire/tasks.ts'
import { type Resource, useAddress, useServices, useViewer } from '../../hooks/index.ts'
import { useSession } from '../../hooks/session.ts'
import { selectOrganisationName } from '../../machines/session/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../messages/index.ts'
import { Badge, Card, CardText, type IconName, Link, Stack, TaskList, type Tone } from '../../ui/index.ts'
import { issuePath, pagePath } from '../common/address.ts'
import { WhenLoaded } from '../common/Loaded.tsx'

/** Tasks in sight at first. */
const shownFirst = 7

const looks: Readonly<Record<TaskGroup, { icon: IconName; tone: Tone }>> = {
  submission: { icon: 'upload', tone: 'attention' },
  transfer: { icon: 'swap', tone: 'attention' },
  approval: { icon: 'clock', tone: 'waiting' },
  issue: { icon: 'comment', tone: 'waiting' },
  'signed-form': { icon: 'pencil', tone: 'attention' },
  error: { icon: 'stop', tone: 'failed' },
}

/** Own acts on the submission have signs of their own. */
const lookOf = ({ action, group }: Task): { icon: IconName; tone: Tone } => {
  if (action === 'correct') return { icon: 'stop', tone: 'failed' }
  if (action === 'submit') return { icon: 'arrowRight', tone: 'attention' }
  if (action === 'requestSignOff' || action === 'returnForm') return { icon: 'pencil', tone: 'attention' }
  return looks[group]
}

const dueOf = (
  due: string | null,
  t: Translate<'tasks'>,
  text: ToText,
  now: Date,
): { day: string; left: string; isNear: boolean } | undefined => {
  if (due === null) return undefined
  const days = daysUntil(due, now)
  return {
    day: text(calendarDay(due)),
    left: days < 0 ? t('late', { days: -days }) : t('left', { days }),
    isNear: days < 0 || reminderDue(days) !== undefined,
  }
}

/** What the viewer can do now in all collections, most urgent first (decisions §16 "Tasks"). */
export function DoNext({ tasks }: { tasks: Resource<ResponseOf<typeof listTasks>> }) {
  const t = useMessages('tasks')
  const text = useText()
  const { now } = useServices()
  const { principal, may } = useViewer()
  const [address] = useAddress()
  const isWhole = address.get('whole') === '1'
  const total = tasks.data?.pagingMetadata.totalResultsCount ?? 0
  const hasIssues = mayEnter(principal, '/issues') && may('collections.view-issue')
  const isReader = !may('collections.comment-on-issue') && !may('collections.upload-submission-file')
  const organisation = useSelector(useSession(), selectOrganisationName)
  const notUrgent = (tasks.data?.tasks ?? []).flatMap(task => {
    const rules = notUrgentRules(task)
    const { id, collection, submissionId } = task
    return rules > 0 && submissionId
      ? [
          {
            id,
            rules,
            collection: collection.name,
            page: pagePath({ area: 'submissions', collectionId: collection.id, submissionId }, 'reports'),
          },
        ]
      : []
  })
  return (
    <Card
      title={t('title')}
      padding="none"
      hint={total > 0 && t('order')}
      actions={
        <>
          {total > 0 && <Badge>{total}</Badge>}
          {hasIssues && <Link href={issuePath()}>{t('issues')}</Link>}
        </>
      }
      footer={
        (total > shownFirst || notUrgent.length > 0) && (
          <Stack gap={2}>
            {notUrgent.map(({ id, rules, collection, page }) => (
              <p key={id}>
                {t('notUrgent', { rules, collection })} <Link href={page}>{t('notUrgent.open')}</Link>
              </p>
            ))}
            {total > shownFirst && (
              <Link href={isWhole ? '?' : '?whole=1'}>
                {isWhole ? t('fewer', { count: shownFirst }) : t('all', { count: total })}
              </Link>
            )}
          </Stack>
        )
      }
    >
      <WhenLoaded resource={tasks} loading={t('loading')} failed={t('failed')} sketch="rows">
        {({ tasks: list }) =>
          list.length === 0 ? (
            <CardText>{isReader ? t('guest', { organisation: organisation ?? '' }) : t('none')}</CardText>
          ) : (
            <TaskList
              label={t('title')}
              tasks={(isWhole ? list : list.slice(0, shownFirst)).map(task => ({
                id: task.id,
                ...lookOf(task),
                title: text(taskTitle(task)),
                href: task.page,
                reason: text(taskReason(task, new Date(now()))),
                about: task.collection.name,
                due: dueOf(task.due, t, text, new Date(now())),
              }))}
            />
          )
        }
      </WhenLoaded>
    </Card>
  )
}
