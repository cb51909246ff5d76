import { useMessages } from '../messages/index.ts'
import { ChartFrame, type ChartProps } from './ChartFrame.tsx'
import { formatCount } from './format.ts'
import styles from './RangeChart.module.css'

export interface RangeChartProps extends ChartProps {
  /** Names of the two points, and where they stand. */
  before: { label: string; value: number }
  now: { label: string; value: number }
  /** Between which values `now` is allowed. */
  allowed: { label: string; from: number; to: number }
}

const width = 640
const inset = 24

/** A figure before and now on one axis, with the range in which it may have moved. */
export function RangeChart({ before, now, allowed, format = formatCount, ...frame }: RangeChartProps) {
  const t = useMessages('ui')
  const values = [before.value, now.value, allowed.from, allowed.to]
  const least = Math.min(...values)
  const span = Math.max(...values) - least || 1
  const x = (value: number) => inset + ((value - least) / span) * (width - 2 * inset)
  const isBeyond = now.value < allowed.from || now.value > allowed.to
  const edge = now.value < allowed.from ? allowed.from : allowed.to
  const anchorOf = (value: number) =>
    x(value) < width * 0.25 ? 'start' : x(value) > width * 0.75 ? 'end' : 'middle'
  return (
    <ChartFrame
      {...frame}
      table={{
        columns: [t('chartPoint'), t('chartValue')],
        rows: [
          { id: 'before', cells: [before.label, format(before.value)] },
          { id: 'now', cells: [now.label, format(now.value)] },
          { id: 'allowed', cells: [allowed.label, `${format(allowed.from)} – ${format(allowed.to)}`] },
        ],
      }}
    >
      <svg className={styles.chart} viewBox={`0 0 ${width} 132`} role="img" aria-label={frame.sentence}>
        <rect
          className={styles.band}
          x={x(allowed.from)}
          y={20}
          width={Math.max(2, x(allowed.to) - x(allowed.from))}
          height={76}
        />
        {[allowed.from, allowed.to].map(value => (
          <g key={value}>
            <line className={styles.edge} x1={x(value)} x2={x(value)} y1={20} y2={96} />
            <text className={styles.value} x={x(value)} y={112} textAnchor={anchorOf(value)}>
              {format(value)}
            </text>
          </g>
        ))}
        <line className={styles.way} x1={x(before.value)} x2={x(now.value)} y1={62} y2={62} />
        {isBeyond && <line className={styles.beyond} x1={x(edge)} x2={x(now.value)} y1={62} y2={62} />}
        <circle className={styles.before} cx={x(before.value)} cy={62} r={6} />
        <circle className={styles.now} data-beyond={isBeyond || undefined} cx={x(now.value)} cy={62} r={7} />
        <text className={styles.label} x={x(before.value)} y={86} textAnchor={anchorOf(before.value)}>
          {before.label}
        </text>
        <text className={styles.label} x={x(now.value)} y={44} textAnchor={anchorOf(now.value)}>
          {now.label}
        </text>
        <text className={styles.value} x={x((allowed.from + allowed.to) / 2)} y={14} textAnchor="middle">
          {allowed.label}
        </text>
      </svg>
    </ChartFrame>
  )
}
