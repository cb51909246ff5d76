import styles from './DeviationStrip.module.css'

export interface DeviationStripProps {
  /** Each figure's distance from what it was: 1 is the edge of the band, either way. */
  values: readonly number[]
  /** Farthest distance that is drawn. */
  farthest: number
  /** Whether what goes beyond the band is a fault; otherwise it is only unusual. */
  isFault?: boolean
  /** The picture in words. */
  label: string
}

const width = 120
const height = 18

/** How far many figures have moved, each a mark on one line; the band in the middle is where they may lie. */
export function DeviationStrip({ values, farthest, isFault = true, label }: DeviationStripProps) {
  const x = (value: number) => ((value + farthest) / (2 * farthest)) * width
  return (
    <svg className={styles.strip} viewBox={`-4 -2 ${width + 8} ${height + 4}`} role="img" aria-label={label}>
      <rect className={styles.band} x={x(-1)} y={0} width={x(1) - x(-1)} height={height} />
      <line className={styles.axis} x1={0} x2={width} y1={height / 2} y2={height / 2} />
      <line className={styles.middle} x1={x(0)} x2={x(0)} y1={0} y2={height} />
      {[...new Set(values)].map(value => (
        <circle
          key={value}
          className={styles.point}
          data-beyond={Math.abs(value) < 1 ? undefined : isFault ? 'fault' : 'unusual'}
          cx={x(value)}
          cy={height / 2}
          r={Math.abs(value) >= 1 ? 4 : 2.5}
        />
      ))}
    </svg>
  )
}
