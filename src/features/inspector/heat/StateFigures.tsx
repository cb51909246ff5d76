import { useId } from 'react'
import { type Heat, stayEdges } from '../../../domain/wire/inspection.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { type Description, DescriptionList, formatCount, Link, PlainTable, Stack } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { statusNameOf, transitionOf } from '../history/events.ts'
import { labelOf } from '../history/labels.ts'
import { wayIdOf } from './marks.ts'
import { percentileText, spanText } from './span.ts'
import { endsOf, type Figures, longStaysOf } from './stages.ts'

export interface StateFiguresProps {
  chart: Chart
  heat: Heat
  figures: Figures
}

/** The figures of a status, the ways to the submissions behind them, how long the stays lasted, and how they ended. */
export function StateFigures({ chart, heat, figures }: StateFiguresProps) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const { hrefOf } = useInspectorAddress()
  const state = leafIdOf(statusNameOf(figures.statusId))
  const { visits, current, providers, median, longest, formerMedian, target, over } = figures
  const span = (id: string, term: string, seconds: number | null): Description[] =>
    seconds === null ? [] : [{ id, term, value: spanText(t, text, seconds) }]
  return (
    <Stack gap={3}>
      <DescriptionList
        items={[
          {
            id: 'entered',
            term: t('details.entered'),
            value: (
              <Link href={hrefOf({ state, list: 'ever' })}>
                {t('details.times', { count: visits, providers })}
              </Link>
            ),
          },
          {
            id: 'now',
            term: t('columns.current'),
            value:
              current === 0 ? (
                formatCount(0)
              ) : (
                <Link href={hrefOf({ state, list: 'now' })}>{t('summary', { count: current })}</Link>
              ),
          },
          ...span('median', t('details.median'), median),
          ...(visits > 0
            ? [{ id: 'p95', term: t('details.p95'), value: percentileText(t, text, figures) }]
            : []),
          ...span('longest', t('details.longest'), longest),
          ...(heat.former
            ? span('former', t('columns.former', { reference: heat.former.reference }), formerMedian)
            : []),
          ...(target === null
            ? []
            : [
                {
                  id: 'target',
                  term: t('columns.target'),
                  value: (
                    <>
                      {t('target.days', { days: target })}
                      {', '}
                      {over ? (
                        <Link href={hrefOf({ state, list: 'over' })}>
                          {t('target.over', { count: over })}
                        </Link>
                      ) : (
                        t('target.none')
                      )}
                    </>
                  ),
                },
              ]),
        ]}
      />
      {visits > 0 && <Lengths lengths={figures.lengths} />}
      <Ends chart={chart} heat={heat} statusId={figures.statusId} />
    </Stack>
  )
}

const chartWidth = 288
const chartHeight = 78
const ground = 56

/** How many stays were of which length, as bars; those of a day or longer in a sentence. */
function Lengths({ lengths }: { lengths: readonly number[] }) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const titleId = useId()
  const most = Math.max(1, ...lengths)
  const step = chartWidth / lengths.length
  const edgeText = (seconds: number): string => spanText(t, text, seconds)
  const classText = (at: number): string => {
    const [from, to] = [stayEdges[at - 1], stayEdges[at]]
    if (to === undefined) return t('lengths.over', { from: edgeText(from ?? 0) })
    return t('lengths.under', { to: edgeText(to) })
  }
  const sentence = t('lengths.sentence', {
    classes: lengths.map((count, at) => `${classText(at)} ${formatCount(count)}`).join(', '),
  })
  return (
    <figure aria-labelledby={titleId}>
      <figcaption>
        <strong id={titleId}>{t('lengths.title')}</strong>
        <p>
          {t('lengths.long', {
            count: longStaysOf(lengths),
            total: lengths.reduce((sum, one) => sum + one, 0),
          })}
        </p>
      </figcaption>
      {/* The height keeps it from growing with a wide sheet. */}
      <svg
        width="100%"
        height={chartHeight}
        preserveAspectRatio="xMinYMid"
        viewBox={`0 0 ${chartWidth} ${chartHeight}`}
        role="img"
        aria-label={sentence}
      >
        {lengths.map((count, at) => {
          const height = (count / most) * (ground - 16)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: classes have no other name
            <g key={at}>
              <rect
                fill="var(--series)"
                x={at * step + 2}
                y={ground - height}
                width={step - 4}
                height={height}
                rx={2}
              />
              {count > 0 && (
                <text
                  fill="var(--text)"
                  fontSize={11}
                  fontWeight={600}
                  textAnchor="middle"
                  x={(at + 0.5) * step}
                  y={ground - height - 4}
                >
                  {formatCount(count)}
                </text>
              )}
            </g>
          )
        })}
        {stayEdges.map((edge, at) => (
          <text
            key={edge}
            fill="var(--muted)"
            fontSize={9.5}
            textAnchor="middle"
            x={(at + 1) * step}
            y={chartHeight - 6}
          >
            {edgeText(edge)}
          </text>
        ))}
        <line stroke="var(--edge)" x1={0} x2={chartWidth} y1={ground + 0.5} y2={ground + 0.5} />
      </svg>
    </figure>
  )
}

/** What ended the stays, the most often first; each leads to the submissions that it happened to. */
function Ends({ chart, heat, statusId }: Pick<StateFiguresProps, 'chart' | 'heat'> & { statusId: number }) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const { hrefOf } = useInspectorAddress()
  const ends = endsOf(heat, statusId)
  if (ends.length === 0) return null
  const total = ends.reduce((sum, { taken }) => sum + taken.count, 0)
  return (
    <PlainTable
      caption={t('ends.title')}
      columns={[
        {
          id: 'event',
          header: t('ends.event'),
          isRowHeader: true,
          cell: ({ taken, isReplaced }) => {
            const transition = transitionOf(chart, taken)
            const label = isReplaced ? t('ends.replaced') : labelOf(text, taken.event)
            return transition ? (
              <Link href={hrefOf({ state: transition.id, list: wayIdOf(taken) })}>{label}</Link>
            ) : (
              label
            )
          },
        },
        {
          id: 'count',
          header: t('ends.times'),
          kind: 'number',
          cell: ({ taken: { count } }) => t('ends.count', { count, total }),
        },
      ]}
      rows={ends}
      rowId={({ taken: { event, toStatusId } }) => `${event} ${toStatusId}`}
    />
  )
}
