import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button, IconButton } from './Button.tsx'
import type { IconName } from './Icon.tsx'
import styles from './KeyDialogButton.module.css'

export interface KeyDialogButtonProps {
  icon: IconName
  /** Name of the button. */
  title: string
  /** Names the key on the button, on wide screens; without it only the icon is shown. */
  keyName?: string
  /** Whether a press of a key opens the dialog, too. */
  isKey: (event: KeyboardEvent) => boolean
  /** Draws the dialog while it is open. */
  dialog: (close: () => void) => ReactNode
}

/** A button of the header, and a key, that open one dialog. */
export function KeyDialogButton({ icon, title, keyName, isKey, dialog }: KeyDialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const opens = useEffectEvent(isKey)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opens(event)) return
      event.preventDefault()
      // A second dialog would cover the first. A toast has the role of a dialog, too, but is no section.
      if (!document.querySelector('section[role$=dialog]')) setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const open = () => setOpen(true)
  return (
    <>
      {keyName === undefined ? (
        <IconButton icon={icon} label={title} onPress={open} />
      ) : (
        <Button variant="quiet" icon={icon} aria-label={`${title}, ${keyName}`} hint={title} onPress={open}>
          <kbd className={styles.key}>{keyName}</kbd>
        </Button>
      )}
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}
