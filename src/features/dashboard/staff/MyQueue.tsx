import { calendarDay } from '../../../domain/dates.ts'
import { daysSince } from '../../../domain/deadline.ts'
import { taskGroupLabel, taskTitle } from '../../../domain/taskLabels.ts'
import { type TaskGroup, taskGroups } from '../../../domain/tasks.ts'
import type { Task, TaskCounts } from '../../../domain/wire/tasks.ts'
import { useAddress, useServices } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Card,
  KeyLink,
  Link,
  LinkTabs,
  type PlainColumn,
  PlainTable,
  Row,
  Stack,
  StatusTag,
  type Tone,
} from '../../../ui/index.ts'
import { inspectPath, monitoredProviderPath } from '../../common/address.ts'
import { InspectLink } from '../../common/InspectLink.tsx'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useTasks } from '../../common/useTasks.ts'

type T = Translate<'dashboard.staff'>

/** Tasks in sight at first, and after "Show all". */
const shownFirst = 12
const shownAtMost = 500
/** The key that goes on to the next task, here as beside a submission. */
const nextKey = 'a'
const tones = {
  submission: 'attention',
  transfer: 'attention',
  approval: 'waiting',
  issue: 'attention',
  'signed-form': 'good',
  error: 'failed',
} as const satisfies Record<TaskGroup, Tone>

/** The viewer's tasks over all collections, by group, and all of them if that is asked for. */
export function MyQueue() {
  const t = useMessages('dashboard.staff')
  const { now } = useServices()
  const [address] = useAddress()
  const group = taskGroups.find(one => one === address.get('queue'))
  const isWhole = address.get('whole') === '1'
  const tasks = useTasks({ ...(group && { group }), limit: String(isWhole ? shownAtMost : shownFirst) })
  const { counts, oldest } = tasks.data ?? {}
  const total = counts ? taskGroups.reduce((sum, one) => sum + counts[one], 0) : 0
  return (
    <Card
      title={t('queue.title')}
      hint={
        counts &&
        t('queue.hint', {
          count: total,
          waiting: t('queue.since', { days: oldest ? daysSince(new Date(oldest), new Date(now())) : 0 }),
        })
      }
      actions={<First tasks={tasks.data?.tasks ?? []} />}
    >
      <WhenLoaded resource={tasks} loading={t('queue.title')} failed={t('queue.failed')} sketch="rows">
        {data =>
          total === 0 ? null : (
            <Queue
              tasks={data.tasks}
              listed={data.pagingMetadata.totalResultsCount}
              counts={data.counts}
              total={total}
              group={group}
              isWhole={isWhole}
            />
          )
        }
      </WhenLoaded>
    </Card>
  )
}

function First({ tasks }: { tasks: readonly Task[] }) {
  const t = useMessages('dashboard.staff')
  const text = useText()
  const [first] = tasks
  if (!first) return null
  return (
    <KeyLink
      href={first.page}
      shortcut={nextKey}
      aria-label={t('queue.first.of', { provider: first.provider.name, what: text(taskTitle(first)) })}
    >
      {t('queue.first')}
    </KeyLink>
  )
}

interface QueueProps {
  tasks: readonly Task[]
  /** Tasks of the group. */
  listed: number
  counts: TaskCounts
  total: number
  group: TaskGroup | undefined
  isWhole: boolean
}

function Queue({ tasks, listed, counts, total, group, isWhole }: QueueProps) {
  const t = useMessages('dashboard.staff')
  const text = useText()
  const { now } = useServices()
  const hrefTo = (of: TaskGroup | undefined, whole: boolean): string =>
    `?${new URLSearchParams([...(of ? [['queue', of]] : []), ...(whole ? [['whole', '1']] : [])])}`
  return (
    <Stack gap={3}>
      <LinkTabs
        label={t('queue.kinds')}
        look="segments"
        tabs={[
          {
            id: 'all',
            label: t('queue.kind.all'),
            count: total,
            href: hrefTo(undefined, isWhole),
            isCurrent: !group,
          },
          ...taskGroups
            .filter(one => counts[one] > 0 || one === group)
            .map(one => ({
              id: one,
              label: text(taskGroupLabel(one)),
              count: counts[one],
              href: hrefTo(one, isWhole),
              isCurrent: one === group,
            })),
        ]}
      />
      {tasks.length === 0 ? (
        <p>{t('queue.none')}</p>
      ) : (
        <PlainTable
          caption={t('queue.order')}
          columns={columnsOf(t, text, new Date(now()))}
          rows={tasks}
          rowId={({ id }) => id}
          stacks
        />
      )}
      {listed > shownFirst && (
        <Row>
          <Link href={hrefTo(group, !isWhole)}>
            {isWhole ? t('queue.fewer', { count: shownFirst }) : t('queue.all', { count: listed })}
          </Link>
        </Row>
      )}
    </Stack>
  )
}

const columnsOf = (t: T, text: ToText, now: Date): PlainColumn<Task>[] => [
  {
    id: 'provider',
    header: t('queue.provider'),
    isRowHeader: true,
    cell: task => (
      <Stack gap={0}>
        <Row gap={2}>
          <Link href={task.page} variant="row">
            {task.provider.name}
          </Link>
          <Link
            href={monitoredProviderPath(task.provider.instId)}
            variant="quiet"
            aria-label={t('queue.provider.of', { provider: task.provider.name })}
          >
            {t('queue.provider.page')}
          </Link>
          <InspectLink
            href={inspectPath({ reference: task.collection.reference, instId: task.provider.instId })}
            about={task.provider.name}
          />
        </Row>
        <StatusTag tone={tones[task.group]} variant="plain">
          {text(taskTitle(task))}
        </StatusTag>
      </Stack>
    ),
  },
  {
    id: 'findings',
    header: t('queue.findings'),
    cell: ({ findings }) => findings && t('queue.found', findings),
  },
  {
    id: 'collection',
    header: t('queue.collection'),
    // In one column: a phone has no room for two.
    cell: ({ collection, due }) => (
      <Stack gap={0}>
        <span>{collection.name}</span>
        <span>
          {due === null ? t('queue.noDeadline') : t('queue.until', { day: text(calendarDay(due)) })}
        </span>
      </Stack>
    ),
  },
  {
    id: 'waiting',
    header: t('queue.waiting'),
    kind: 'number',
    cell: ({ since }) => since && t('queue.days', { days: daysSince(new Date(since), now) }),
  },
]
