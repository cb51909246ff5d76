import type { ReactNode, RefObject } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import styles from './Tooltip.module.css'

export interface TooltipBubbleProps {
  state: TooltipTriggerState
  /** The element above which it stands. */
  trigger: RefObject<HTMLElement | null>
  children: ReactNode
}

/** What a Tooltip shows while it is open. */
export function TooltipBubble({ state, trigger, children }: TooltipBubbleProps) {
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip className={styles.tooltip ?? ''} triggerRef={trigger} placement="top" offset={6}>
        {children}
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}
