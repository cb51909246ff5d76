import type { FastifyReply } from 'fastify'
import { csvLine } from '../../../src/domain/csv.ts'
import { daysSince, daysUntil } from '../../../src/domain/deadline.ts'
import { progressLabel, statusLabel } from '../../../src/domain/labels.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { statusById } from '../../../src/domain/status.ts'
import { workbookType } from '../../../src/domain/wire/call.ts'
import type { MonitoringRow } from '../../../src/domain/wire/collections.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import type { ActivityRow } from '../../database/queries/collections.ts'
import { inLanguage } from '../../messages.ts'
import { attachment } from '../../storage/index.ts'
import { type CellValue, workbook } from '../../workbooks/index.ts'
import { activityWire } from './collectionRows.ts'
import { sendCsv } from './csvReply.ts'

interface Wanted {
  reference: string
  /** Day by whose end submissions are due. */
  deadline: string | null
  language: Language
  now: Date
  isWorkbook: boolean
}

const columns = [
  ['id', 8],
  ['provider', 40],
  ['state', 34],
  ['progress', 28],
  ['last', 24],
  ['students', 12],
  ['issues', 12],
  ['awaiting', 22],
  ['inState', 12],
  ['toDeadline', 16],
] as const

const cellsOf = (row: MonitoringRow, { deadline, language, now }: Wanted): CellValue[] => {
  const { provider, latestSubmission: latest, awaitingParty } = row
  const status = latest ? statusById(latest.status.id)?.name : undefined
  const t = messagesFor(language, 'server')
  return [
    provider.instId,
    provider.publishedName,
    latest?.status.name ?? t('export.notStarted'),
    inLanguage(language, progressLabel(status)),
    latest?.uploaded ?? null,
    latest?.studentCount ?? null,
    provider.issueCount,
    awaitingParty.name,
    latest?.statusSince === undefined ? null : daysSince(new Date(latest.statusSince), now),
    deadline === null ? null : daysUntil(deadline, now),
  ]
}

/** Answers rows of the monitoring table as CSV, or as a workbook. */
export const sendMonitoring = async (
  reply: FastifyReply,
  rows: readonly MonitoringRow[],
  wanted: Wanted,
): Promise<FastifyReply> => {
  const t = messagesFor(wanted.language, 'server')
  const headings = columns.map(([name, width]) => ({ heading: t(`export.columns.${name}`), width }))
  const name = `monitoring.${wanted.reference}`
  const cells = rows.map(row => cellsOf(row, wanted))
  if (!wanted.isWorkbook)
    return sendCsv(reply, `${name}.csv`, [
      csvLine(headings.map(({ heading }) => heading)),
      ...cells.map(row => csvLine(row)),
    ])
  const sheet = { name: wanted.reference, columns: headings, rowCount: rows.length, rows: () => [cells] }
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
