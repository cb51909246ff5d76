import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lazyModule } from './lazyModule.ts'
import { useLazyModule } from './useLazyModule.ts'

const code = lazyModule(() => import('./HintBubble.tsx'))

const hoverDelay = 400
/** Long enough to move the pointer from the button to the bubble, which must stay while it is there. */
const leaveDelay = 120

/**
 * A tooltip for one element, whose code is loaded when it is first asked for. Spread `props` on a React Aria button and
 * draw `bubble` beside it. The words must be reachable without it too: as the element's name or description. A press
 * closes it, or opens it where `opensOnPress` says that the element does nothing else.
 */
export function useHint(
  text: string | undefined,
  opensOnPress = false,
): { props: HintProps; bubble: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const set = (open: boolean, delay: number) => {
    clearTimeout(timer.current)
    if (delay > 0) timer.current = setTimeout(() => setOpen(open), delay)
    else setOpen(open)
  }
  const close = () => set(false, 0)
  const props: HintProps = {
    ref: target,
    onHoverStart: () => set(true, isOpen ? 0 : hoverDelay),
    onHoverEnd: () => set(false, leaveDelay),
    onFocus: event => {
      if (event.target.matches(':focus-visible')) set(true, 0)
    },
    onBlur: close,
    onPressStart: () => set(opensOnPress, 0),
    onKeyDown: event => {
      if (event.key === 'Escape' && isOpen) close()
      else event.continuePropagation()
    },
  }
  // Where it cannot be loaded nothing is lost: the words stand in the element's name or description.
  const { module } = useLazyModule(code, text !== undefined && isOpen)
  const bubble = text !== undefined && isOpen && module && (
    <module.HintBubble text={text} target={target} onKeep={() => set(true, 0)} onClose={close} />
  )
  return { props, bubble }
}

/** Events by which a hint opens and closes. */
export interface HintProps {
  ref: React.RefObject<HTMLButtonElement | null>
  onHoverStart: () => void
  onHoverEnd: () => void
  onFocus: (event: React.FocusEvent<Element>) => void
  onBlur: () => void
  onPressStart: () => void
  onKeyDown: (event: { key: string; continuePropagation: () => void }) => void
}
