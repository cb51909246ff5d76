import { useEffect, useRef } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { isSingleKey } from './singleKeys.ts'

export interface KeyButtonProps
  extends Pick<ButtonProps, 'children' | 'icon' | 'iconEnd' | 'size' | 'variant'> {
  onPress: () => void
  /** The key that does it too, unless shortcuts of one key are off. */
  shortcut: string
}

/** A button with a shortcut key. */
export function KeyButton({ shortcut, onPress, ...button }: KeyButtonProps) {
  const press = useRef(onPress)
  useEffect(() => {
    press.current = onPress
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSingleKey(event, shortcut)) return
      event.preventDefault()
      press.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shortcut])
  return <Button {...button} onPress={onPress} />
}
