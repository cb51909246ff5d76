import { isShaded, isToExplain } from '../../../domain/credibility.ts'
import type { CredibilityCell } from '../../../domain/wire/reports.ts'
import { useMessages } from '../../../messages/index.ts'
import { Card, formatFixed, MovementChart, type MovementPoint } from '../../../ui/index.ts'
import type { ReportTab } from './ReportGrid.tsx'
import { shadedCells } from './ReportGrid.tsx'

/** The totals of a table stand in it, and not in its picture: they would set the scale of everything else. */
const isTotal = ({ Id }: CredibilityCell): boolean => Id.endsWith('*')

const pointOf = ({ Colour, DataValues }: CredibilityCell): MovementPoint | undefined => {
  const figures = DataValues?.Figures
  if (!figures || (figures.value === 0 && !figures.previous)) return undefined
  return {
    now: figures.value,
    before: figures.previous,
    allowed: figures.band,
    mark: isToExplain(Colour) ? 'issue' : isShaded(Colour) ? 'notice' : undefined,
  }
}

/** What the picture of a tab shows: its rows and columns with a figure, totals left out. */
export const chartOf = ({ HeaderRow, DataRows }: ReportTab) => {
  const all = HeaderRow.flatMap((cell, at) =>
    at === 0 || isTotal(cell) ? [] : [{ at, id: cell.Id, label: cell.Label ?? '' }],
  )
  const drawn = DataRows.flatMap(([head, ...cells]) =>
    head === undefined || isTotal(head)
      ? []
      : [
          {
            id: head.Id,
            label: head.Label ?? '',
            points: all.map(({ at }) => cells[at - 1] && pointOf(cells[at - 1]!)),
          },
        ],
  )
  const rows = drawn.filter(({ points }) => points.some(point => point !== undefined))
  const columns = all.filter((_, at) => rows.some(({ points }) => points[at] !== undefined))
  return {
    columns,
    rows: rows.map(row => ({
      ...row,
      points: columns.map(({ id }) => row.points[all.findIndex(column => column.id === id)]),
    })),
  }
}

const sampleOf = (tab: ReportTab) => tab.DataRows.flat().find(cell => cell.DataValues?.TopRight)?.DataValues

/** Whether a tab has a figure of the year before, and so a picture. */
export const hasChart = (tab: ReportTab): boolean =>
  chartOf(tab).rows.length > 0 && sampleOf(tab) !== undefined

/** The tab as a picture: each figure beside that of the year before, and the band in which it is not shaded. */
export function ReportChart({ tab, decimals }: { tab: ReportTab; decimals: boolean }) {
  const t = useMessages('submissions.credibility')
  const { columns, rows } = chartOf(tab)
  const sample = sampleOf(tab)
  if (rows.length === 0 || !sample) return null
  return (
    <Card>
      <MovementChart
        title={t('chart.title')}
        sentence={t('shaded', shadedCells(tab))}
        labels={{
          now: sample.TopLeft?.Label ?? '',
          before: sample.TopRight?.Label ?? '',
          allowed: t('chart.allowed'),
        }}
        rowsLabel={tab.HeaderRow[0]?.Label ?? ''}
        columns={columns}
        rows={rows}
        format={value => formatFixed(value, decimals ? 1 : 0)}
      />
    </Card>
  )
}
