import type { ReactNode } from 'react'
import { Label } from 'react-aria-components/Label'
import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar'
import { formatShare } from './format.ts'
import styles from './ProgressBar.module.css'

export interface ProgressBarProps {
  /** What is under way. */
  label: string
  /** Share done, 0 to 1. */
  value: number
  /** How much in its own measure, for instance "12.3 MB of 40.0 MB". */
  amount?: string | undefined
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
  const share = Math.min(1, Math.max(0, value))
  const percent = formatShare(share)
  return (
    <AriaProgressBar
      className={styles.progress ?? ''}
      data-tone={tone}
      data-size={size}
      value={Math.floor(share * 100)}
      valueLabel={amount ? `${percent}, ${amount}` : percent}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
    >
      {!isLabelHidden && (
        <div className={styles.line}>
          <Label className={styles.label ?? ''}>{label}</Label>
          <span className={styles.percent}>{percent}</span>
        </div>
      )}
      <svg className={styles.bar} aria-hidden="true" focusable="false">
        <rect className={styles.track} width="100%" height="100%" />
        <rect className={styles.done} width={`${share * 100}%`} height="100%" />
      </svg>
      {(amount || detail) && (
        <div className={styles.line} data-quiet="true">
          <span>{amount}</span>
          <span>{detail}</span>
        </div>
      )}
    </AriaProgressBar>
  )
}
