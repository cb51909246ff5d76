import { type ReactNode, useState } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './Tooltip.module.css'

export interface TooltipProps {
  /** Without it nothing opens. */
  text: string | undefined
  /** The element does nothing else: a press shows the words, since a finger cannot hover. */
  opensOnPress: boolean
  /** The button that it belongs to, given what to do when a press begins. */
  children: (onPressStart: () => void) => ReactNode
}

const hoverDelay = 400
/** Long enough to move the pointer from the button to the bubble, which must stay while it is there. */
const leaveDelay = 120

/** A bubble with a few words. They must be reachable without it too: as the element's name or description. */
export function Tooltip({ text, opensOnPress, children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <TooltipTrigger
      delay={hoverDelay}
      closeDelay={leaveDelay}
      isOpen={isOpen && text !== undefined}
      onOpenChange={setOpen}
      isDisabled={text === undefined}
      shouldCloseOnPress={!opensOnPress}
    >
      {children(() => {
        if (opensOnPress) setOpen(true)
      })}
      <AriaTooltip className={styles.tooltip ?? ''} placement="top" offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
