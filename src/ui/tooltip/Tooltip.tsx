import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './Tooltip.module.css'

export interface TooltipProps {
  /** What the tooltip says: one sentence, no controls. */
  text: ReactNode
  placement?: 'top' | 'bottom' | 'start' | 'end'
  /** The element that is described: a Button, IconButton or Link of this library. */
  children: ReactNode
}

/** Says something more about a control while it is hovered or focused. */
export function Tooltip({ text, placement = 'top', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={80}>
      {children}
      <AriaTooltip className={styles.tooltip} placement={placement} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
