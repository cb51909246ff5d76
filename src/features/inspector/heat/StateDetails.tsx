import { heatStageOf } from '../../../domain/heatStages.ts'
import { exactStatusLabel, stepLabel } from '../../../domain/labels.ts'
import { type Heat, stayEdges } from '../../../domain/wire/inspection.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  type Description,
  DescriptionList,
  formatCount,
  Link,
  PlainTable,
  Stack,
} from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { statusNameOf, transitionOf } from '../history/events.ts'
import { labelOf } from '../history/labels.ts'
import { spanText } from './span.ts'
import type { Figures } from './stages.ts'

export interface StateDetailsProps {
  chart: Chart
  heat: Heat
  figures: Figures
}

/** The chosen status: what it is, its figures, how long the stays lasted, and how they ended. */
export function StateDetails({ chart, heat, figures }: StateDetailsProps) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const { hrefOf, go } = useInspectorAddress()
  const status = statusNameOf(figures.statusId)
  const state = leafIdOf(status)
  const { visits, current, providers, median, p95, longest } = figures
  const span = (id: string, term: string, seconds: number | null): Description[] =>
    seconds === null ? [] : [{ id, term, value: spanText(t, text, seconds) }]
  return (
    <Card
      title={text(exactStatusLabel(status))}
      hint={text(stepLabel(heatStageOf(status)))}
      level={3}
      actions={
        <Button size="small" variant="quiet" onPress={() => go({ state: undefined, list: undefined })}>
          {t('details.close')}
        </Button>
      }
    >
      <Stack gap={3}>
        <p>{chart.states.find(({ id }) => id === state)?.description}</p>
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
            ...span('p95', t('details.p95'), p95),
            ...span('longest', t('details.longest'), longest),
          ]}
        />
        {visits > 0 && <Lengths lengths={figures.lengths} />}
        <Ends chart={chart} heat={heat} statusId={figures.statusId} />
      </Stack>
    </Card>
  )
}

const chartWidth = 288
const chartHeight = 78
const ground = 56

/** How many stays were of which length, as bars. */
function Lengths({ lengths }: { lengths: readonly number[] }) {
  const text = useText()
  const t = useMessages('inspector.heat')
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
    <svg width="100%" viewBox={`0 0 ${chartWidth} ${chartHeight}`} role="img" aria-label={sentence}>
      {lengths.map((count, at) => {
        const height = (count / most) * (ground - 16)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: classes have no other name
          <g key={at}>
            <rect
              fill="var(--heat-4)"
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
  )
}

/** What led on from the status, the most often first; each leads to the submissions that went so. */
function Ends({ chart, heat, statusId }: Pick<StateDetailsProps, 'chart' | 'heat'> & { statusId: number }) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const { hrefOf } = useInspectorAddress()
  const ways = heat.transitions
    .filter(({ fromStatusId, toStatusId }) => fromStatusId === statusId && toStatusId !== statusId)
    .toSorted((one, other) => other.count - one.count)
  if (ways.length === 0) return null
  const total = ways.reduce((sum, { count }) => sum + count, 0)
  return (
    <PlainTable
      caption={t('ends.title')}
      columns={[
        {
          id: 'event',
          header: t('ends.event'),
          isRowHeader: true,
          cell: way => {
            const transition = transitionOf(chart, way)
            const label = labelOf(text, way.event)
            return transition ? (
              <Link href={hrefOf({ state: transition.id, list: undefined })}>{label}</Link>
            ) : (
              label
            )
          },
        },
        {
          id: 'count',
          header: t('ends.times'),
          kind: 'number',
          cell: ({ count }) => t('ends.count', { count, total }),
        },
      ]}
      rows={ways}
      rowId={({ event, toStatusId }) => `${event} ${toStatusId}`}
    />
  )
}
