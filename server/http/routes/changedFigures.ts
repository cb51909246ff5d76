import { isShaded } from '../../../src/domain/credibility.ts'
import { csvLine } from '../../../src/domain/csv.ts'
import type { ChangedFigure } from '../../../src/domain/wire/additionalReports.ts'
import type { CredibilityReport } from '../../../src/domain/wire/reports.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'

/** The figures of a compared report that differ, in its own order; the report has its labels already. */
export const changedFigures = ({ ReportMetadata, Tabs }: CredibilityReport): ChangedFigure[] =>
  Tabs.flatMap(({ HeaderRow, DataRows }) =>
    DataRows.flatMap(cells =>
      cells.flatMap(({ Colour, DataValues }, at) =>
        DataValues === null || !isShaded(Colour)
          ? []
          : [
              {
                ReportCode: ReportMetadata.ReportCode,
                Title: ReportMetadata.Title,
                row: cells[0]?.Label ?? '',
                column: HeaderRow[at]?.Label ?? '',
                current: DataValues.TopLeft?.Value ?? '',
                previous: DataValues.TopRight?.Value ?? '',
                difference: DataValues.BottomLeft?.Value ?? '',
                percent: DataValues.BottomRight?.Value ?? null,
              },
            ],
      ),
    ),
  )

const columns = ['report', 'title', 'row', 'column', 'current', 'previous', 'difference', 'percent'] as const

/** The same as CSV. Figures are plain there, without separators of thousands. */
export const comparisonCsv = (figures: readonly ChangedFigure[], language: Language): string[] => {
  const t = messagesFor(language, 'server')
  const plain = (figure: string | null) => figure?.replaceAll(',', '').replace('+', '')
  return [
    csvLine(columns.map(column => t(`comparison.columns.${column}`))),
    ...figures.map(({ ReportCode, Title, row, column, ...values }) =>
      csvLine([
        ReportCode,
        Title,
        row,
        column,
        plain(values.current),
        plain(values.previous),
        plain(values.difference),
        plain(values.percent),
      ]),
    ),
  ]
}
