import styles from './Sparkline.module.css'

export interface SparklineProps {
  /** From the oldest to the newest; null where there is none. */
  values: readonly (number | null)[]
  /** The picture in words. */
  label: string
}

const width = 66
const height = 14

/** How a figure went, as a line that ends in a point; nothing where there are fewer than two values. */
export function Sparkline({ values, label }: SparklineProps) {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value: Math.abs(value), at }]))
  const last = known.at(-1)
  if (known.length < 2 || !last) return null
  const most = Math.max(...known.map(({ value }) => value)) || 1
  const x = (at: number) => (at / (values.length - 1)) * width
  const y = (value: number) => height - (value / most) * height
  return (
    <svg className={styles.line} viewBox={`-3 -3 ${width + 6} ${height + 6}`} role="img" aria-label={label}>
      <polyline
        className={styles.path}
        points={known.map(({ value, at }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
      />
      <circle className={styles.end} cx={x(last.at)} cy={y(last.value)} r={2.5} />
    </svg>
  )
}
