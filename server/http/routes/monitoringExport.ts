import type { FastifyReply } from 'fastify'
import { csvLine } from '../../../src/domain/csv.ts'
import { statusLabel } from '../../../src/domain/labels.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { statusById } from '../../../src/domain/status.ts'
import { workbookType } from '../../../src/domain/wire/call.ts'
import type { MonitoringRow } from '../../../src/domain/wire/collections.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import type { ActivityRow } from '../../database/queries/collections.ts'
import { inLanguage } from '../../messages.ts'
import { attachment } from '../../storage/index.ts'
import { workbook } from '../../workbooks/index.ts'
import { activityWire } from './collectionRows.ts'
import { sendCsv } from './csvReply.ts'
import { type CellOptions, monitoringCells } from './monitoringCells.ts'

interface ExportOptions extends CellOptions {
  reference: string
  isWorkbook: boolean
}

/** Answers rows of the monitoring table as CSV, or as a workbook. */
export const sendMonitoring = async (
  reply: FastifyReply,
  rows: readonly MonitoringRow[],
  options: ExportOptions,
): Promise<FastifyReply> => {
  const { headings, cells } = monitoringCells(rows, options)
  const name = `monitoring.${options.reference}`
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
