import { duration } from '../../../domain/dates.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { type PlainColumn, PlainTable, StatusTag } from '../../../ui/index.ts'
import { type Dwell, dwellOf, type OthersInState } from './dwell.ts'
import type { GanttProps } from './Gantt.tsx'

/** How long it was in each state, compared with others. */
export function DwellTable({
  stays,
  others,
  labelOf,
}: GanttProps & { others: readonly OthersInState[] | undefined }) {
  const t = useMessages('inspector.time')
  const text = useText()
  const rows = dwellOf(stays, others)
  return (
    <PlainTable
      caption={t('caption')}
      columns={columnsOf(t, text, labelOf, rows)}
      rows={rows}
      rowId={({ state }) => state}
    />
  )
}

const span = (t: Translate<'inspector.time'>, text: ToText, ms: number | null): string =>
  ms === null ? t('unknown') : text(duration(ms))

const columnsOf = (
  t: Translate<'inspector.time'>,
  text: ToText,
  labelOf: GanttProps['labelOf'],
  rows: readonly Dwell[],
): PlainColumn<Dwell>[] => [
  { id: 'state', header: t('columns.status'), isRowHeader: true, cell: ({ state }) => labelOf(state) },
  { id: 'visits', header: t('columns.visits'), kind: 'number', cell: ({ visits }) => visits },
  { id: 'total', header: t('columns.total'), kind: 'number', cell: ({ total }) => span(t, text, total) },
  { id: 'median', header: t('columns.median'), kind: 'number', cell: ({ median }) => span(t, text, median) },
  {
    id: 'p95',
    header: t('columns.p95'),
    kind: 'number',
    cell: ({ p95 }) => {
      if (p95 === undefined) return t('unknown')
      return p95.kind === 'known' ? text(duration(p95.seconds * 1000)) : t('tooFew', { count: p95.stays })
    },
  },
  ...(rows.some(({ formerMedian }) => formerMedian !== null)
    ? [
        {
          id: 'former',
          header: t('columns.former'),
          kind: 'number' as const,
          cell: ({ formerMedian }: Dwell) => span(t, text, formerMedian),
        },
      ]
    : []),
  ...(rows.some(({ target }) => target !== undefined)
    ? [
        {
          id: 'target',
          header: t('columns.target'),
          cell: ({ target }: Dwell) =>
            target === undefined ? (
              t('unknown')
            ) : (
              <StatusTag tone={target.isOver ? 'attention' : 'good'} variant="plain">
                {t(target.isOver ? 'target.over' : 'target.within', { days: target.days })}
              </StatusTag>
            ),
        },
      ]
    : []),
  {
    id: 'verdict',
    header: t('columns.verdict'),
    cell: ({ verdict }) =>
      verdict === 'unknown' ? (
        t('notCompared')
      ) : verdict === 'slow' ? (
        <StatusTag tone="attention" variant="plain">
          {t('slow')}
        </StatusTag>
      ) : (
        <StatusTag tone="good" variant="plain">
          {t('usual')}
        </StatusTag>
      ),
  },
]
