import type { ReactNode } from 'react'
import styles from './BigFigure.module.css'

export interface BigFigureProps {
  /** The figure itself. */
  figure: string
  /** What it counts. */
  unit: string
  /** A quiet line below the unit. */
  hint?: ReactNode
  /** attention: it is getting late. */
  tone?: 'neutral' | 'attention'
  /** small: beside the title of a card. */
  size?: 'normal' | 'small'
}

/** One figure that stands for the subject of its card. */
export function BigFigure({ figure, unit, hint, tone = 'neutral', size = 'normal' }: BigFigureProps) {
  return (
    <p className={styles.place} data-tone={tone} data-size={size}>
      <span className={styles.figure}>{figure}</span>
      <span className={styles.words}>
        <span className={styles.unit}>{unit}</span>
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
    </p>
  )
}
