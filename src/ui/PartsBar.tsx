import styles from './PartsBar.module.css'

/** How a part is coloured; the words beside the bar say what it is. */
export type PartTone = 'failed' | 'failedSoft' | 'neutral' | 'goodSoft' | 'good'

export interface PartsBarProps {
  /** The picture in words. */
  label: string
  parts: readonly { id: string; value: number; tone: PartTone }[]
  /** As wide as what it stands in. */
  isWide?: boolean
}

const width = 200
const gap = 2

/** A whole made of parts, as one bar. */
export function PartsBar({ label, parts, isWide }: PartsBarProps) {
  const seen = parts.filter(({ value }) => value > 0)
  const sum = seen.reduce((total, { value }) => total + value, 0)
  const room = width - gap * Math.max(0, seen.length - 1)
  let left = 0
  return (
    <svg
      className={styles.parts}
      data-wide={isWide || undefined}
      viewBox={`0 0 ${width} 8`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {seen.map(({ id, value, tone }) => {
        const x = left
        const size = (value / sum) * room
        left += size + gap
        return <rect key={id} className={styles.part} data-tone={tone} x={x} y={0} width={size} height={8} />
      })}
    </svg>
  )
}

/** The colour of a part beside its words. */
export function PartMark({ tone }: { tone: PartTone }) {
  return (
    <svg className={styles.mark} viewBox="0 0 10 10" aria-hidden="true">
      <rect className={styles.part} data-tone={tone} width={10} height={10} rx={2} />
    </svg>
  )
}
