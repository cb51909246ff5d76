import { type ReactNode, useRef } from 'react'
// As React Aria's own TooltipTrigger takes it, which would bring the bubble along. It has no public name: `Focusable` gives
// what it is given to one element, and not to the button somewhere in what is drawn.
import { FocusableProvider } from 'react-aria/private/interactions/useFocusable'
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import { useLazyPart } from './lazyPart.ts'
import { lazyParts } from './lazyParts.ts'

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

/**
 * A bubble with a few words. They must be reachable without it too, as the element's name or description: its code is
 * fetched when the first bubble opens, and where that fails none does.
 */
export function Tooltip({ text, opensOnPress, children }: TooltipProps) {
  const trigger = useRef<HTMLElement>(null)
  const state = useTooltipTriggerState({ delay: hoverDelay, closeDelay: leaveDelay })
  const bubble = useLazyPart(lazyParts.tooltip, state.isOpen, () => {})
  const { triggerProps } = useTooltipTrigger(
    { isDisabled: text === undefined, shouldCloseOnPress: !opensOnPress },
    state,
    trigger,
  )
  return (
    <>
      <FocusableProvider {...triggerProps} aria-describedby={undefined} ref={trigger}>
        {children(() => {
          if (opensOnPress && text !== undefined) state.open(true)
        })}
      </FocusableProvider>
      {bubble && text !== undefined && (
        <bubble.TooltipBubble state={state} trigger={trigger}>
          {text}
        </bubble.TooltipBubble>
      )}
    </>
  )
}
