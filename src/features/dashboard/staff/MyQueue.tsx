import { calendarDay } from '../../../domain/dates.ts'
import { daysSince } from '../../../domain/deadline.ts'
import { statusLabel } from '../../../domain/labels.ts'
import { landingPage } from '../../../domain/landingPage.ts'
import { type QueueKind, queueKinds } from '../../../domain/queue.ts'
import { isSignedOff, statusNameOf } from '../../../domain/status.ts'
import { isOverviewBehind } from '../../../domain/wire/fileEvents.ts'
import { getMyQueue, type QueueItem } from '../../../domain/wire/queue.ts'
import { useAddress, useResource, useServices, useViewer } from '../../../hooks/index.ts'
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
import { issuePath, monitoredProviderPath, pagePath } from '../../common/address.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'

type T = Translate<'dashboard.staff'>

/** Lines in sight at first; the rest by one press. */
const shownFirst = 12
/** The key that goes on to the next thing, here as beside a submission. */
const nextKey = 'a'
const tones = {
  approval: 'waiting',
  issue: 'attention',
  'signed-form': 'good',
  error: 'failed',
} as const satisfies Record<QueueKind, Tone>

const whatOf = (t: T, text: ToText, { kind, statusId, issue }: QueueItem): string => {
  const status = text(statusLabel(statusNameOf(statusId ?? 0)))
  if (kind === 'issue') return t('queue.what.issue', { name: issue?.name ?? '' })
  // People read that it is signed off, so the fault is said in words of its own.
  if (kind === 'error' && isSignedOff(statusNameOf(statusId ?? 0))) return t('queue.what.history')
  if (kind === 'error') return t('queue.what.error', { status })
  return kind === 'signed-form' ? t('queue.what.signed-form') : status
}

const hrefOf = (item: QueueItem, isStatutoryCustomer: boolean): string =>
  item.issue
    ? issuePath(item.issue.id)
    : pagePath(
        {
          area: 'monitoring',
          reference: item.collection.reference,
          collectionId: item.collection.id,
          instId: item.instId,
          submissionId: item.submissionId,
        },
        // Why the processing stopped stands there, and the button that has it processed again.
        item.kind === 'error' && !isSignedOff(statusNameOf(item.statusId ?? 0))
          ? 'processing'
          : landingPage(statusNameOf(item.statusId ?? 0), { isStatutoryCustomer }),
      )

/** What awaits the viewer over all collections, with its way there; by kind, and whole where that is asked for. */
export function MyQueue() {
  const t = useMessages('dashboard.staff')
  const { now } = useServices()
  const queue = useResource(
    getMyQueue,
    {},
    {
      refreshOn: message =>
        message.type === 'ISSUE_STATUS' ||
        message.type === 'COLLECTION' ||
        (message.type === 'FILE_EVENT' && isOverviewBehind(message.collectionId, message)),
    },
  )
  const counts = queue.data?.counts
  const total = counts ? queueKinds.reduce((sum, kind) => sum + counts[kind], 0) : 0
  const oldest = (queue.data?.items ?? []).reduce(
    (most, { since }) => Math.max(most, daysSince(new Date(since), new Date(now()))),
    0,
  )
  return (
    <Card
      title={t('queue.title')}
      hint={counts && t('queue.hint', { count: total, waiting: t('queue.since', { days: oldest }) })}
      actions={<First items={queue.data?.items ?? []} />}
    >
      <WhenLoaded resource={queue} loading={t('queue.title')} failed={t('queue.failed')} sketch="rows">
        {data => (total === 0 ? null : <Queue items={data.items} counts={data.counts} total={total} />)}
      </WhenLoaded>
    </Card>
  )
}

function First({ items }: { items: readonly QueueItem[] }) {
  const t = useMessages('dashboard.staff')
  const text = useText()
  const { isStatutoryCustomer } = useViewer()
  const [first] = items
  if (!first) return null
  return (
    <KeyLink
      href={hrefOf(first, isStatutoryCustomer)}
      shortcut={nextKey}
      aria-label={t('queue.first.of', { provider: first.provider, what: whatOf(t, text, first) })}
    >
      {t('queue.first')}
    </KeyLink>
  )
}

interface QueueProps {
  items: readonly QueueItem[]
  counts: Readonly<Record<QueueKind, number>>
  total: number
}

function Queue({ items, counts, total }: QueueProps) {
  const t = useMessages('dashboard.staff')
  const text = useText()
  const { now } = useServices()
  const { isStatutoryCustomer } = useViewer()
  const [address] = useAddress()
  const kind = queueKinds.find(one => one === address.get('queue'))
  const isWhole = address.get('whole') === '1'
  const hrefTo = (of: QueueKind | undefined, whole: boolean): string =>
    `?${new URLSearchParams([...(of ? [['queue', of]] : []), ...(whole ? [['whole', '1']] : [])])}`
  const visible = items.filter(item => kind === undefined || item.kind === kind)
  const columns: PlainColumn<QueueItem>[] = [
    {
      id: 'provider',
      header: t('queue.provider'),
      isRowHeader: true,
      cell: item => (
        <Stack gap={0}>
          <Row gap={2}>
            <Link href={hrefOf(item, isStatutoryCustomer)} variant="row">
              {item.provider}
            </Link>
            <Link
              href={monitoredProviderPath(item.instId)}
              variant="quiet"
              aria-label={t('queue.provider.of', { provider: item.provider })}
            >
              {t('queue.provider.page')}
            </Link>
          </Row>
          <StatusTag tone={tones[item.kind]} variant="plain">
            {whatOf(t, text, item)}
          </StatusTag>
        </Stack>
      ),
    },
    {
      id: 'collection',
      header: t('queue.collection'),
      // In one column: a phone has no room for two.
      cell: ({ collection, deadline }) => (
        <Stack gap={0}>
          <span>{collection.name}</span>
          <span>
            {deadline === null
              ? t('queue.noDeadline')
              : t('queue.until', { day: text(calendarDay(deadline)) })}
          </span>
        </Stack>
      ),
    },
    {
      id: 'waiting',
      header: t('queue.waiting'),
      kind: 'number',
      cell: ({ since }) => t('queue.days', { days: daysSince(new Date(since), new Date(now())) }),
    },
  ]
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
            isCurrent: !kind,
          },
          ...queueKinds
            .filter(one => counts[one] > 0 || one === kind)
            .map(one => ({
              id: one,
              label: t(`queue.kind.${one}`),
              count: counts[one],
              href: hrefTo(one, isWhole),
              isCurrent: one === kind,
            })),
        ]}
      />
      {visible.length === 0 ? (
        <p>{t('queue.none')}</p>
      ) : (
        <PlainTable
          caption={t('queue.order')}
          columns={columns}
          rows={isWhole ? visible : visible.slice(0, shownFirst)}
          rowId={({ issue, submissionId }) => issue?.id ?? submissionId}
          stacks
        />
      )}
      {visible.length > shownFirst && (
        <Row>
          <Link href={hrefTo(kind, !isWhole)}>
            {isWhole ? t('queue.fewer', { count: shownFirst }) : t('queue.all', { count: visible.length })}
          </Link>
        </Row>
      )}
    </Stack>
  )
}
