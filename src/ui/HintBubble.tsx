import type { RefObject } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import styles from './Tooltip.module.css'

interface HintBubbleProps {
  text: string
  target: RefObject<Element | null>
  /** The pointer came over the bubble itself. */
  onKeep: () => void
  onClose: () => void
}

/** The bubble of useHint, apart so that it can be loaded late. */
export function HintBubble({ text, target, onKeep, onClose }: HintBubbleProps) {
  return (
    <TooltipTriggerStateContext
      value={{ isOpen: true, open: onKeep, close: onClose, shouldSkipAnimation: false }}
    >
      <Tooltip className={styles.tooltip ?? ''} triggerRef={target} placement="top" offset={6}>
        {text}
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}
