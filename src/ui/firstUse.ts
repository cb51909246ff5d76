import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { ButtonProps } from 'react-aria-components/Button'
import type { LazyPart } from './lazyPart.ts'
import { useNotLoaded } from './useNotLoaded.ts'

/** How a control was used before its code was there: pressed, or by one of its keys. */
export type FirstUse = { press: 'pointer' | 'other' } | { key: string }

/** What the button of a control that is not there yet says and does. */
type StandInProps = Pick<
  ButtonProps,
  'aria-haspopup' | 'aria-expanded' | 'onFocus' | 'onHoverStart' | 'onPressStart' | 'onPress' | 'onKeyDown'
>

export interface StandIn<Code> {
  /** Draws the whole control from its first use on, or at once where the code has been fetched before. */
  code: Code | undefined
  firstUse: FirstUse | undefined
  button: StandInProps
}

export interface StandInOptions {
  /** What the control opens; React Aria says nothing of dialogs. */
  popup?: 'menu' | 'listbox'
  /** Keys that it takes besides those that press a button. */
  takesKey?: (key: string) => boolean
}

/**
 * A button stands in for a control until it is first used. The code of the control is fetched as soon as the button is
 * hovered, focused or touched; the first press or key makes the control take its place, and `useHandover` repeats it
 * there. Nothing opens if the reader has gone elsewhere meanwhile.
 */
export function useStandIn<Code>(
  part: LazyPart<Code>,
  { popup, takesKey }: StandInOptions = {},
): StandIn<Code> {
  const tellFailure = useNotLoaded()
  const [control, setControl] = useState<{ code: Code | undefined; firstUse?: FirstUse }>(() => ({
    code: part.now(),
  }))
  // A failure is told when the control is used, not before.
  const prefetch = () => void part.load().catch(() => {})
  const begin = (button: HTMLElement, firstUse: FirstUse) => {
    // Not every browser gives the focus to a pressed button.
    button.focus({ preventScroll: true })
    part.load().then(code => {
      if (button.ownerDocument.activeElement === button) setControl({ code, firstUse })
    }, tellFailure)
  }
  return {
    code: control.code,
    firstUse: control.firstUse,
    button: {
      // "true" means a menu.
      ...(popup ? { 'aria-haspopup': popup === 'menu' ? true : popup } : {}),
      'aria-expanded': false,
      onFocus: prefetch,
      onHoverStart: prefetch,
      onPressStart: prefetch,
      onPress: ({ target, pointerType }) => {
        const isPointer = pointerType === 'mouse' || pointerType === 'pen' || pointerType === 'touch'
        begin(target as HTMLElement, { press: isPointer ? 'pointer' : 'other' })
      },
      onKeyDown: event => {
        const { key, ctrlKey, metaKey, altKey } = event
        if (takesKey?.(key) && !ctrlKey && !metaKey && !altKey)
          begin(event.currentTarget as HTMLElement, { key })
        else event.continuePropagation()
      },
    },
  }
}

/**
 * Gives a control that has taken the place of its stand-in the focus and the first use. `open` gets where the focus
 * begins: at the first line after a key or a screen reader, at the list itself after a pointer.
 */
export function useHandover(
  firstUse: FirstUse | undefined,
  open: (start: 'first' | null) => void,
  isReady = true,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const remaining = useRef(firstUse)
  useLayoutEffect(() => {
    const use = remaining.current
    if (!use || !button.current) return
    button.current.focus({ preventScroll: true })
    if (!isReady) return
    remaining.current = undefined
    if ('press' in use) open(use.press === 'pointer' ? null : 'first')
    else
      button.current.dispatchEvent(
        new KeyboardEvent('keydown', { key: use.key, bubbles: true, cancelable: true }),
      )
  })
  return button
}
