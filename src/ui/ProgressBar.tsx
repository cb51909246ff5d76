import { type ReactNode, useId } from 'react'
import { formatShare } from './format.ts'
import styles from './ProgressBar.module.css'

export interface ProgressBarProps {
  /** What is under way. */
  label: string
  /** Share done, 0 to 1. */
  value: number
  /** How much in its own measure, for instance "12.3 MB of 40.0 MB". */
  amount?: string
  /** At the end of the second line: speed, time left as a range. */
  detail?: ReactNode
  /** good when done, failed when it stopped. */
  tone?: 'accent' | 'good' | 'failed'
  isLabelHidden?: boolean
  size?: 'medium' | 'small'
}

/** Work done out of work to do. */
export function ProgressBar(props: ProgressBarProps) {
  const { label, value, amount, detail, tone = 'accent', isLabelHidden, size = 'medium' } = props
  const id = useId()
  const share = Math.min(1, Math.max(0, value))
  const percent = formatShare(share)
  return (
    <div className={styles.progress} data-tone={tone} data-size={size}>
      {!isLabelHidden && (
        <div className={styles.line}>
          <span className={styles.label} id={id}>
            {label}
          </span>
          <span className={styles.percent}>{percent}</span>
        </div>
      )}
      <div
        role="progressbar"
        aria-label={isLabelHidden ? label : undefined}
        aria-labelledby={isLabelHidden ? undefined : id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={amount ? `${percent}, ${amount}` : percent}
      >
        <svg className={styles.bar} aria-hidden="true" focusable="false">
          <rect className={styles.track} width="100%" height="100%" />
          <rect className={styles.done} width={`${share * 100}%`} height="100%" />
        </svg>
      </div>
      {(amount || detail) && (
        <div className={styles.line} data-quiet="true">
          <span>{amount}</span>
          <span>{detail}</span>
        </div>
      )}
    </div>
  )
}
