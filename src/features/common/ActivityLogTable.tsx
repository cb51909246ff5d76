import type { ReactNode } from 'react'
import { isFileLinked } from '../../domain/activity.ts'
import { loggedAt, loggedToTheSecondAt } from '../../domain/dates.ts'
import type { ActivityLogEntry } from '../../domain/wire/collections.ts'
import { type ToText, type Translate, useMessages, useText } from '../../messages/index.ts'
import {
  type DataColumn,
  DataTable,
  EmptyState,
  Hidden,
  Icon,
  Link,
  Row,
  type TableState,
} from '../../ui/index.ts'
import { rootPath, type SubmissionAddress } from './address.ts'
import { InspectLink } from './InspectLink.tsx'
import { type Loaded, LoadFailure } from './Loaded.tsx'

/** Where the file of an entry is looked at: in the provider's own pages, or in their mirror for the agency. */
type AddressOf = (entry: ActivityLogEntry, submissionId: string) => SubmissionAddress

export interface ActivityLogTableProps {
  /** Keeps the choice of columns; one of its own for each place. */
  id: string
  log: Loaded<{ activityLogs: ActivityLogEntry[]; pagingMetadata: { total: number } }>
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  addressOf: AddressOf
  /** With seconds, and the statuses before and after: for the agency. */
  isDetailed?: boolean
  /** Where the inspector shows the provider of an entry; without it there is no link to it. */
  inspectHrefOf?: (entry: ActivityLogEntry) => string
  /** Above the table: what it is narrowed by. */
  toolbar?: ReactNode
}

/** What happened in a collection, newest first, in London time (specification 2 §2.13). */
export function ActivityLogTable(props: ActivityLogTableProps) {
  const { id, log, table, onTableChange, addressOf, isDetailed = false, inspectHrefOf, toolbar } = props
  const t = useMessages('common')
  const text = useText()
  return (
    <DataTable
      id={id}
      caption={t('activity.caption')}
      isCaptionHidden
      columns={columnsOf(t, text, addressOf, isDetailed, inspectHrefOf)}
      rows={log.data?.activityLogs ?? []}
      rowId={entry => String(entry.id)}
      state={table}
      onChange={onTableChange}
      serverTotal={log.data?.pagingMetadata.total ?? 0}
      status={log.status}
      stacks
      {...(toolbar ? { toolbar } : {})}
      empty={<EmptyState title={t('activity.empty')} icon="clock" level={0} />}
      failure={
        <LoadFailure title={t('activity.failed')} problem={log.problem} onRetry={log.retry} level={0} />
      }
    />
  )
}

const changeOf = (t: Translate<'common'>, { from, to }: NonNullable<ActivityLogEntry['change']>): string =>
  from.id === to.id ? to.name : t('activity.change', { from: from.name, to: to.name })

/** The arrow is drawn: not every face of type has one. */
function Change({ change: { from, to } }: { change: NonNullable<ActivityLogEntry['change']> }) {
  const t = useMessages('common')
  if (from.id === to.id) return to.name
  return (
    <Row gap={1}>
      <span>{from.name}</span>
      <Icon name="arrowRight" size="small" />
      <Hidden> {t('activity.changeTo')} </Hidden>
      <span>{to.name}</span>
    </Row>
  )
}

const columnsOf = (
  t: Translate<'common'>,
  text: ToText,
  addressOf: AddressOf,
  isDetailed: boolean,
  inspectHrefOf: ActivityLogTableProps['inspectHrefOf'],
): readonly DataColumn<ActivityLogEntry>[] => [
  {
    id: 'created',
    header: t('activity.columns.created'),
    value: entry => entry.createdUtc,
    cell: entry => text((isDetailed ? loggedToTheSecondAt : loggedAt)(entry.createdUtc)),
    kind: 'moment',
    width: 'narrow',
  },
  {
    id: 'provider',
    header: t('activity.columns.provider'),
    value: entry => entry.providerName,
    ...(inspectHrefOf && {
      cell: (entry: ActivityLogEntry) => (
        <Row gap={2}>
          <span>{entry.providerName}</span>
          <InspectLink href={inspectHrefOf(entry)} about={entry.providerName} />
        </Row>
      ),
    }),
  },
  {
    id: 'filename',
    header: t('activity.columns.filename'),
    value: entry => entry.filename,
    cell: entry => {
      const { submissionUuid, filename, type } = entry
      if (filename === null || submissionUuid === null || !isFileLinked(type.id)) return filename
      return (
        <Link variant="row" href={rootPath(addressOf(entry, submissionUuid))}>
          {filename}
        </Link>
      )
    },
    width: 'wide',
  },
  { id: 'username', header: t('activity.columns.username'), value: entry => entry.username },
  { id: 'type', header: t('activity.columns.type'), value: entry => entry.type.name },
  ...(isDetailed
    ? [
        {
          id: 'change',
          header: t('activity.columns.change'),
          value: ({ change }: ActivityLogEntry) => change && changeOf(t, change),
          cell: ({ change }: ActivityLogEntry) => change && <Change change={change} />,
        },
      ]
    : []),
]
