import { type ReactNode, type RefObject, useState } from 'react'
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger'
import type { ButtonProps } from 'react-aria-components/Button'
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import styles from './Tooltip.module.css'

/** What the button of a tooltip listens to besides its own: focus, pointer and keys. */
type Listening = Partial<ButtonProps>

export interface TooltipProps {
  /** Without it nothing opens. */
  text: string | undefined
  /** The element does nothing else: a press shows the words, since a finger cannot hover. */
  opensOnPress: boolean
  trigger: RefObject<HTMLButtonElement | null>
  /** The button that it belongs to, the trigger, given what it listens to. */
  children: (listening: Listening) => ReactNode
}

const hoverDelay = 400
/** Long enough to move the pointer from the button to the bubble, which must stay while it is there. */
const leaveDelay = 120

/**
 * A bubble with a few words, which the element's name or description says as well. React Aria's own TooltipTrigger would also
 * describe the button by the bubble, so that a screen reader says the words twice.
 */
export function Tooltip({ text, opensOnPress, trigger, children }: TooltipProps) {
  const state = useTooltipTriggerState({ delay: hoverDelay, closeDelay: leaveDelay })
  // A long table has hundreds of buttons, and few bubbles ever open. One that has opened stays, to fade out.
  const [hasOpened, setHasOpened] = useState(false)
  if (state.isOpen && !hasOpened) setHasOpened(true)
  const { triggerProps } = useTooltipTrigger(
    { isDisabled: text === undefined, shouldCloseOnPress: !opensOnPress },
    state,
    trigger,
  )
  // The words are the button's name or description already, and its place in the tab order is its own.
  const { 'aria-describedby': _words, tabIndex: _order, onKeyDown, ...listening } = triggerProps
  return (
    <>
      {children({
        ...(listening as Listening),
        // A key is heard here, and by whoever else listens to it.
        onKeyDown: event => {
          onKeyDown?.(event as never)
          event.continuePropagation()
        },
        onPressStart: () => {
          if (opensOnPress && text !== undefined) state.open(true)
        },
      })}
      {text !== undefined && hasOpened && (
        <TooltipTriggerStateContext value={state}>
          <AriaTooltip className={styles.tooltip ?? ''} triggerRef={trigger} placement="top" offset={6}>
            {text}
          </AriaTooltip>
        </TooltipTriggerStateContext>
      )}
    </>
  )
}
