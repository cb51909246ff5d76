import type { FastifyReply } from 'fastify'
import { csvLine } from '../../../src/domain/csv.ts'
import { daysSince, daysUntil } from '../../../src/domain/deadline.ts'
import { progressLabel, statusLabel } from '../../../src/domain/labels.ts'
import type { MonitoringColumn } from '../../../src/domain/monitoringColumns.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { statusById } from '../../../src/domain/status.ts'
import { workbookType } from '../../../src/domain/wire/call.ts'
import type { MonitoringRow } from '../../../src/domain/wire/collections.ts'
import type { Key } from '../../../src/messages/message.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import type { ActivityRow } from '../../database/queries/collections.ts'
import { inLanguage } from '../../messages.ts'
import { attachment } from '../../storage/index.ts'
import { type CellValue, workbook } from '../../workbooks/index.ts'
import { activityWire } from './collectionRows.ts'
import { sendCsv } from './csvReply.ts'

interface ExportOptions {
  reference: string
  /** Day by whose end submissions are due. */
  deadline: string | null
  language: Language
  now: Date
  isWorkbook: boolean
}

interface ExportColumn {
  /** The heading that the table has, in `monitoring.json`. */
  heading: Extract<Key<'monitoring'>, `table.columns.${string}`>
  width: number
  /** Whether the cells are moments, which a file has in UTC. */
  isMoment?: boolean
  cell: (row: MonitoringRow, options: ExportOptions) => CellValue
}

const columns: Readonly<Record<MonitoringColumn, ExportColumn>> = {
  id: { heading: 'table.columns.id', width: 8, cell: ({ provider }) => provider.instId },
  provider: { heading: 'table.columns.provider', width: 40, cell: ({ provider }) => provider.publishedName },
  state: {
    heading: 'table.columns.state',
    width: 34,
    cell: ({ latestSubmission }, { language }) =>
      latestSubmission?.status.name ?? messagesFor(language, 'monitoring')('table.states.notStarted'),
  },
  progress: {
    heading: 'table.columns.progress',
    width: 28,
    cell: ({ latestSubmission: latest }, { language }) =>
      inLanguage(language, progressLabel(latest ? statusById(latest.status.id)?.name : undefined)),
  },
  'last-submission': {
    heading: 'table.columns.last',
    width: 24,
    isMoment: true,
    cell: ({ latestSubmission }) => latestSubmission?.uploaded ?? null,
  },
  'student-count': {
    heading: 'table.columns.students',
    width: 14,
    cell: ({ latestSubmission }) => latestSubmission?.studentCount ?? null,
  },
  'open-issues': { heading: 'table.columns.issues', width: 12, cell: ({ provider }) => provider.issueCount },
  'awaiting-action': {
    heading: 'table.columns.awaiting',
    width: 22,
    cell: ({ awaitingParty }) => awaitingParty.name,
  },
  'days-in-state': {
    heading: 'table.columns.inState',
    width: 12,
    cell: ({ latestSubmission: latest }, { now }) =>
      latest?.statusSince === undefined ? null : daysSince(new Date(latest.statusSince), now),
  },
  'days-to-deadline': {
    heading: 'table.columns.toDeadline',
    width: 16,
    cell: (_, { deadline, now }) => (deadline === null ? null : daysUntil(deadline, now)),
  },
}

/** Answers rows of the monitoring table as CSV, or as a workbook. */
export const sendMonitoring = async (
  reply: FastifyReply,
  rows: readonly MonitoringRow[],
  options: ExportOptions,
): Promise<FastifyReply> => {
  const t = messagesFor(options.language, 'monitoring')
  const written = Object.values(columns)
  const inUtc = messagesFor(options.language, 'server')
  const headings = written.map(({ heading, width, isMoment }) => ({
    heading: isMoment ? inUtc('export.inUtc', { heading: t(heading) }) : t(heading),
    width,
  }))
  const name = `monitoring.${options.reference}`
  const cells = rows.map(row => written.map(({ cell }) => cell(row, options)))
  if (!options.isWorkbook)
    return sendCsv(reply, `${name}.csv`, [
      csvLine(headings.map(({ heading }) => heading)),
      ...cells.map(row => csvLine(row)),
    ])
  const sheet = { name: options.reference, columns: headings, rowCount: rows.length, rows: () => [cells] }
  return reply
    .headers({ 'content-type': workbookType, 'content-disposition': attachment(`${name}.xlsx`) })
    .send(workbook([sheet]))
}

const activityColumns = ['when', 'provider', 'file', 'who', 'what', 'from', 'to'] as const

/** Answers the activity log as CSV: with seconds, and the statuses before and after. */
export const sendActivity = (
  reply: FastifyReply,
  rows: readonly ActivityRow[],
  { reference, actor, language }: { reference: string; actor: UserPrincipal; language: Language },
): Promise<FastifyReply> => {
  const t = messagesFor(language, 'server')
  const statusOf = (id: number | null): string => {
    const status = id === null ? undefined : statusById(id)?.name
    return status === undefined ? '' : inLanguage(language, statusLabel(status))
  }
  return sendCsv(reply, `activity.${reference}.csv`, [
    csvLine(activityColumns.map(name => t(`activity.columns.${name}`))),
    ...rows.map(row => {
      const { createdUtc, providerName, filename, username, type } = activityWire(actor, row, language)
      return csvLine([
        createdUtc,
        providerName,
        filename,
        username,
        type.name,
        statusOf(row.from_status_id),
        statusOf(row.to_status_id),
      ])
    }),
  ])
}
