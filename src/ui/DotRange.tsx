import styles from './DotRange.module.css'

export interface DotRangeProps {
  dots: readonly { id: string; letter: string; percent: number; isBeyond: boolean }[]
  /** What is allowed, in percent; null if the tolerance is no share. */
  allowed: { from: number; to: number } | null
  /** share: 0 to 100, logarithmic from 0.1; change: around 0, linear. */
  scale: 'share' | 'change'
  /** The picture in words. */
  label: string
}

const width = 230
const height = 26
const radius = 9
/** Least distance of two circles. */
const gap = 17
const least = 0.1
const decades = 3

const onShare = (percent: number): number =>
  percent <= least ? 0 : Math.min(1, Math.log10(percent / least) / decades) * width

const onChange =
  (reach: number) =>
  (percent: number): number =>
    (Math.max(-1, Math.min(1, percent / reach)) * width) / 2 + width / 2

/** Circles that would cover each other move apart; the last ones stay within the picture. */
const apart = (positions: readonly number[]): number[] => {
  const moved = [...positions]
  for (let at = 1; at < moved.length; at += 1)
    moved[at] = Math.max(moved[at] ?? 0, (moved[at - 1] ?? 0) + gap)
  for (let at = moved.length - 1; at >= 0; at -= 1)
    moved[at] = Math.min(moved[at] ?? 0, at === moved.length - 1 ? width : (moved[at + 1] ?? 0) - gap)
  return moved
}

/** A few values on one scale, each a circle with a letter, red beyond the band that is allowed. */
export function DotRange({ dots, allowed, scale, label }: DotRangeProps) {
  const reach = Math.max(
    1,
    3 * Math.max(Math.abs(allowed?.from ?? 0), Math.abs(allowed?.to ?? 0)),
    ...dots.map(({ percent }) => Math.abs(percent)),
  )
  const x = scale === 'share' ? onShare : onChange(reach)
  const sorted = dots.toSorted((a, b) => a.percent - b.percent)
  const positions = apart(sorted.map(({ percent }) => x(percent)))
  const low = allowed ? x(allowed.from) : 0
  const high = allowed ? x(allowed.to) : 0
  return (
    <svg
      className={styles.range}
      viewBox={`${-radius - 1} 0 ${width + 2 * radius + 2} ${height}`}
      role="img"
      aria-label={label}
    >
      <line className={styles.axis} x1={0} x2={width} y1={height / 2} y2={height / 2} />
      {allowed && (
        <>
          <rect
            className={styles.band}
            x={low}
            y={height / 2 - 3.5}
            width={Math.max(0, high - low)}
            height={7}
          />
          {scale === 'change' && <line className={styles.tick} x1={low} x2={low} y1={4} y2={height - 4} />}
          <line className={styles.tick} x1={high} x2={high} y1={4} y2={height - 4} />
        </>
      )}
      {sorted.map(({ id, letter, isBeyond }, at) => (
        <g key={id} data-beyond={isBeyond || undefined} className={styles.dot}>
          <circle cx={positions[at]} cy={height / 2} r={radius - 1} />
          <text x={positions[at]} y={height / 2} textAnchor="middle" dominantBaseline="central">
            {letter}
          </text>
        </g>
      ))}
    </svg>
  )
}
