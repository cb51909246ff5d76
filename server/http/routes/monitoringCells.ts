import { type MonitoringAt, monitoringColumns } from '../../../src/domain/monitoringColumns.ts'
import type { MonitoringRow } from '../../../src/domain/wire/collections.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import { inLanguage } from '../../messages.ts'
import type { CellValue } from '../../workbooks/xlsx.ts'

export interface CellOptions extends MonitoringAt {
  language: Language
}

/** Widths of the columns of a workbook, by what stands in them, in characters. */
const widths = { id: 8, text: 36, number: 16, moment: 24 } as const

/** The monitoring table as a file has it: what each column is called and says of each row, moments in UTC. */
export const monitoringCells = (rows: readonly MonitoringRow[], options: CellOptions) => {
  const { language } = options
  const t = messagesFor(language, 'monitoring')
  const inUtc = messagesFor(language, 'server')
  return {
    headings: monitoringColumns.map(({ heading, kind }) => ({
      heading: kind === 'moment' ? inUtc('export.inUtc', { heading: t(heading) }) : t(heading),
      width: widths[kind],
    })),
    cells: rows.map(row =>
      monitoringColumns.map(({ says }): CellValue => {
        const said = says(row, options)
        return typeof said === 'object' && said !== null ? inLanguage(language, said) : said
      }),
    ),
  }
}
