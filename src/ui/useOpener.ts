import { type RefObject, useRef, useState } from 'react'
import type { ButtonProps } from 'react-aria-components/Button'
import type { LazyModule } from './lazyModule.ts'
import { useLazyModule } from './useLazyModule.ts'

/** Where the focus begins in what opens: its first or last line after a key, the list itself after a pointer. */
export type FocusStart = 'first' | 'last' | true

/** What React Aria's triggers give to the button that opens a menu or a dialog. */
export type OpenerButtonProps = ButtonProps & { ref: RefObject<HTMLButtonElement | null> }

/** A button's panel. */
export interface Opener {
  isOpen: boolean
  start: FocusStart
  setOpen: (isOpen: boolean) => void
  button: OpenerButtonProps
}

export interface LateOpener<Module> {
  opener: Opener
  /** Code of the panel, from the first opening on: it is kept, so that it can close in its own way. */
  module: Module | undefined
  hasFailed: boolean
}

/** Keys that open a menu, and where the focus then begins. */
const startOf: Readonly<Record<string, FocusStart>> = {
  Enter: 'first',
  ' ': 'first',
  ArrowDown: 'first',
  ArrowUp: 'last',
}

/**
 * A button and the panel that it opens, whose code is loaded when the button is first hovered, focused or pressed.
 * It answers to pointer, finger, keys and screen reader as React Aria's MenuTrigger and DialogTrigger do, which cannot
 * be loaded without the panels.
 */
export function useOpener<Module>(popup: 'menu' | 'dialog', code: LazyModule<Module>): LateOpener<Module> {
  const [isOpen, setOpen] = useState(false)
  const [start, setStart] = useState<FocusStart>(true)
  const ref = useRef<HTMLButtonElement>(null)
  const { module, hasFailed } = useLazyModule(code, isOpen, () => setOpen(false))
  const isShown = isOpen && module !== undefined
  const open = (from: FocusStart) => {
    // So that the focus comes back to it in browsers that do not give it to a pressed button.
    ref.current?.focus({ preventScroll: true })
    setStart(from)
    setOpen(true)
  }
  // A failure is told when the panel is asked for, not before.
  const prefetch = () => void code.load().catch(() => {})
  const shared = {
    ref,
    'aria-haspopup': popup,
    'aria-expanded': isShown,
    onHoverStart: prefetch,
    onFocus: prefetch,
  }
  const button: OpenerButtonProps =
    popup === 'dialog'
      ? { ...shared, onPress: () => (isShown ? setOpen(false) : open(true)) }
      : {
          ...shared,
          preventFocusOnPress: true,
          onPressStart: ({ pointerType }) => {
            if (pointerType === 'touch' || pointerType === 'keyboard') return
            open(pointerType === 'virtual' ? 'first' : true)
          },
          onPress: ({ pointerType }) => {
            if (pointerType === 'touch') open(true)
          },
          onKeyDown: event => {
            const from = startOf[event.key]
            if (from === undefined) event.continuePropagation()
            else open(from)
          },
        }
  return { opener: { isOpen, start, setOpen, button }, module, hasFailed }
}
