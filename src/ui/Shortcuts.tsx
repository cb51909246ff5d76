import { useEffect, useState } from 'react'
import { Dialog } from './Dialog.tsx'
import styles from './Shortcuts.module.css'
import { isSingleKey } from './singleKeys.ts'

export interface Shortcut {
  /** What is pressed: "/", "?". */
  keys: string
  does: string
}

/** Lists the keys of the page in a dialog when "?" is pressed outside a field. */
export function Shortcuts({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
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
    <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)} size="small">
      <dl className={styles.list}>
        {shortcuts.map(({ keys, does }) => (
          <div key={keys} className={styles.line}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
