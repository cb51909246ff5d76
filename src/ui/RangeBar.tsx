import styles from './RangeBar.module.css'

export interface RangeBarProps {
  /** What was found, in percent; null where there is nothing to show. */
  value: number | null
  /** What is allowed, in percent; null where everything is. */
  allowed: { from: number; to: number } | null
  /** share: 0 to 100, logarithmic from 0.01; change: around 0, linear. */
  scale: 'share' | 'change'
  /** The picture in words. */
  label: string
}

const width = 140
/** The least share that the scale tells from 0, and how often it takes ten times as much. */
const least = 0.01
const decades = 4

const onShare = (percent: number): number =>
  percent <= least ? 0 : Math.min(1, Math.log10(percent / least) / decades) * width

/** A change is shown up to three times what is allowed. */
const onChange =
  (reach: number) =>
  (percent: number): number =>
    (Math.max(-1, Math.min(1, percent / reach)) * width) / 2 + width / 2

/** A value against the range that is allowed: the band is allowed, its ends are ticks, what goes beyond is red. */
export function RangeBar({ value, allowed, scale, label }: RangeBarProps) {
  const reach = 3 * Math.max(1, Math.abs(allowed?.from ?? 0), Math.abs(allowed?.to ?? 0))
  const at = scale === 'share' ? onShare : onChange(reach)
  const low = at(allowed?.from ?? 0)
  const high = at(allowed?.to ?? (scale === 'share' ? 100 : reach))
  const point = value === null ? undefined : at(value)
  const isBeyond = value !== null && allowed !== null && (value < allowed.from || value > allowed.to)
  return (
    <svg
      className={styles.bar}
      viewBox={`-5 0 ${width + 10} 14`}
      role="img"
      aria-label={label}
      data-beyond={isBeyond || undefined}
    >
      <line className={styles.axis} x1={0} x2={width} y1={7} y2={7} />
      <rect className={styles.band} x={low} y={4} width={Math.max(0, high - low)} height={6} />
      {scale === 'change' && <line className={styles.middle} x1={width / 2} x2={width / 2} y1={3} y2={11} />}
      {point !== undefined && isBeyond && (
        <line className={styles.beyond} x1={point < low ? low : high} x2={point} y1={7} y2={7} />
      )}
      {allowed && scale === 'change' && <line className={styles.tick} x1={low} x2={low} y1={1} y2={13} />}
      {allowed && <line className={styles.tick} x1={high} x2={high} y1={1} y2={13} />}
      {point !== undefined && <circle className={styles.point} cx={point} cy={7} r={4} />}
    </svg>
  )
}
