import { type ReactNode, useId, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import styles from './Disclosure.module.css'
import { Icon } from './Icon.tsx'

/** One small part that opens and closes by itself, such as the details of a problem. */
export function Disclosure({
  title,
  startsOpen = false,
  children,
}: {
  title: string
  startsOpen?: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(startsOpen)
  const panel = useId()
  return (
    <div className={styles.disclosure}>
      <Button
        className={styles.small ?? ''}
        aria-expanded={isOpen}
        aria-controls={panel}
        onPress={() => setOpen(!isOpen)}
      >
        <Icon name="chevronRight" size="small" />
        {title}
      </Button>
      <div id={panel} className={styles.detail} hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}
