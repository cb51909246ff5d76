import { type ReactNode, useEffect, useState } from 'react'
import { IconButton } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { isSingleKey } from './singleKeys.ts'

export interface HelpButtonProps {
  /** Name of the button, and title of the dialog. */
  title: string
  /** Drawn only while the dialog is open. */
  children: ReactNode
}

/** The "?" of the header. The button, or the key "?" outside a field, opens help in a dialog. */
export function HelpButton({ title, children }: HelpButtonProps) {
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
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)} size="large">
        {children}
      </Dialog>
    </>
  )
}
