import { type RefObject, useEffect } from 'react'
import { isSingleKey } from './singleKeys.ts'

/** Focuses an input on "/", unless the reader is typing or a dialog is open. */
export function useSlashKey(input: RefObject<HTMLInputElement | null>, isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSingleKey(event, '/') || !input.current) return
      event.preventDefault()
      input.current.focus()
      input.current.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [input, isOn])
}
