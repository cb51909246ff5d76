import { buffer } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import yazl from 'yazl'
import { csvLine } from '../../../src/domain/csv.ts'
import { workbookType } from '../../../src/domain/wire/call.ts'
import type { CredibilityCell, CredibilityReport } from '../../../src/domain/wire/reports.ts'
import { type Language, messagesFor, type Translate } from '../../../src/messages/messages.ts'
import { attachment } from '../../storage/index.ts'
import { type CellValue, type Sheet, sheetNames, workbook } from '../../workbooks/xlsx.ts'
import { sendCsv } from './csvReply.ts'

/*
 * Credibility reports as files: a workbook of one, a zip of several workbooks, and CSV. The reports have their labels already.
 */

const columnsOf = (t: Translate<'server'>, cells: readonly CredibilityCell[]): string[] => {
  const { TopLeft, TopRight } = cells.find(({ DataValues }) => DataValues?.TopRight)?.DataValues ?? {}
  return [
    t('comparison.columns.row'),
    t('comparison.columns.column'),
    TopLeft?.Label ?? t('credibility.thisSubmission'),
    TopRight?.Label ?? t('credibility.lastYear'),
    t('credibility.difference'),
    t('credibility.change'),
    t('credibility.notShadedFrom'),
    t('credibility.notShadedTo'),
    t('credibility.shading'),
  ]
}

/** Text of a figure as a number, without separators of thousands; null where there is none. */
const numberOf = (figure: string | null | undefined): number | null =>
  figure == null ? null : Number(figure.replaceAll(',', ''))

/** A line for each figure of a report, with what it is held against and why it is shaded. */
const linesOf = ({ Tabs }: CredibilityReport): CellValue[][] =>
  Tabs.flatMap(({ HeaderRow, DataRows }) =>
    DataRows.flatMap(cells =>
      cells.flatMap(({ DataValues }, at) =>
        DataValues === null
          ? []
          : [
              [
                cells[0]?.Label ?? '',
                HeaderRow[at]?.Label ?? '',
                numberOf(DataValues.TopLeft?.Value),
                numberOf(DataValues.TopRight?.Value),
                numberOf(DataValues.BottomLeft?.Value),
                numberOf(DataValues.BottomRight?.Value),
                DataValues.Figures?.band?.from ?? null,
                DataValues.Figures?.band?.to ?? null,
                DataValues.ShadingRules.map(({ RuleText }) => RuleText).join('. '),
              ],
            ],
      ),
    ),
  )

const cellsOf = ({ Tabs }: CredibilityReport): CredibilityCell[] =>
  Tabs.flatMap(({ DataRows }) => DataRows.flat())

/** A report as CSV, a line for each figure. */
export const reportCsv = (report: CredibilityReport, language: Language): string[] => [
  csvLine(columnsOf(messagesFor(language, 'server'), cellsOf(report))),
  ...linesOf(report).map(line => csvLine(line)),
]

/** A report as a workbook: its table as it is read, its figures one in a line, and what is said about it. */
export const reportWorkbook = (report: CredibilityReport, language: Language): Promise<Buffer> => {
  const t = messagesFor(language, 'server')
  const { Title, ReportCode, Details, WhatToLookOutFor, UpperNotes, LowerNotes, Tips } = report.ReportMetadata
  const lines = linesOf(report)
  const tables = report.Tabs.map(
    ({ HeaderRow, DataRows }): Omit<Sheet, 'name'> => ({
      columns: HeaderRow.map(({ Label }, at) => ({ heading: Label ?? '', width: at === 0 ? 40 : 18 })),
      rows: () => [
        DataRows.map(cells =>
          cells.map(({ Label, DataValues }) => (DataValues ? numberOf(DataValues.TopLeft?.Value) : Label)),
        ),
      ],
    }),
  )
  const notes = [Title, ReportCode, Details, WhatToLookOutFor, UpperNotes, LowerNotes, Tips].filter(
    note => note !== '',
  )
  const sheets: Omit<Sheet, 'name'>[] = [
    ...tables,
    {
      columns: columnsOf(t, cellsOf(report)).map((heading, at) => ({ heading, width: at < 2 ? 32 : 18 })),
      rowCount: lines.length,
      rows: () => [lines],
    },
    {
      columns: [{ heading: t('credibility.sheets.about'), width: 120 }],
      rows: () => [notes.map(note => [note])],
    },
  ]
  const names = sheetNames([
    ...report.Tabs.map(({ TabName }) => TabName),
    t('credibility.sheets.figures'),
    t('credibility.sheets.about'),
  ])
  return buffer(workbook(sheets.map((sheet, at) => ({ ...sheet, name: names[at] ?? '' }))))
}

/** Answers a report as CSV, its name without the ending. */
export const sendReportCsv = (
  reply: FastifyReply,
  name: string,
  report: CredibilityReport,
  language: Language,
): Promise<FastifyReply> => sendCsv(reply, `${name}.csv`, reportCsv(report, language))

/** Answers a report as a workbook, its name without the ending. */
export const sendReportWorkbook = async (
  reply: FastifyReply,
  name: string,
  report: CredibilityReport,
  language: Language,
): Promise<FastifyReply> =>
  reply
    .headers({ 'content-type': workbookType, 'content-disposition': attachment(`${name}.xlsx`) })
    .send(await reportWorkbook(report, language))

/** Several reports as a zip of workbooks, each named by its code. */
export const reportsZip = async (
  reports: readonly CredibilityReport[],
  language: Language,
): Promise<NodeJS.ReadableStream> => {
  const zip = new yazl.ZipFile()
  for (const report of reports)
    zip.addBuffer(await reportWorkbook(report, language), `${report.ReportMetadata.ReportCode}.xlsx`)
  zip.end()
  return zip.outputStream
}
