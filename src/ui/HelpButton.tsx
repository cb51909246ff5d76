import { type ReactNode, useEffect, useState } from 'react'
import { IconButton } from './Button.tsx'
import { isSingleKey } from './singleKeys.ts'

export interface HelpButtonProps {
  /** Name of the button. */
  title: string
  /** Draws the dialog while it is open. */
  dialog: (close: () => void) => ReactNode
}

/** The "?" of the header. The button, or the key "?" outside a field, opens help in a dialog. */
export function HelpButton({ title, dialog }: HelpButtonProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSingleKey(event, '?')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <IconButton icon="help" label={title} onPress={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}
