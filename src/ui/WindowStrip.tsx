import styles from './WindowStrip.module.css'

export interface WindowStripProps {
  /** One bar for each thing, as high as its value. */
  values: readonly number[]
  /** The bars that are shown elsewhere. */
  from: number
  count: number
  /** The picture in words. */
  label: string
}

const step = 3
const height = 36

/** All things as small bars; a frame around those that are shown. */
export function WindowStrip({ values, from, count, label }: WindowStripProps) {
  const highest = Math.max(1, ...values)
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${values.length * step} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <rect className={styles.frame} x={from * step} y={0} width={count * step} height={height} />
      {values.map((value, at) => {
        const size = Math.max(1, (value / highest) * (height - 6))
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its position
            key={at}
            className={styles.bar}
            data-shown={(at >= from && at < from + count) || undefined}
            x={at * step}
            y={height - size}
            width={2}
            height={size}
          />
        )
      })}
    </svg>
  )
}
