import { useState, useSyncExternalStore } from 'react'
import { useMessages } from '../messages/index.ts'
import { IconButton } from './Button.tsx'
import { useLazyPart } from './lazyPart.ts'
import { lazyParts } from './lazyParts.ts'
import { toastQueue } from './notify.ts'
import styles from './Toast.module.css'

const subscribe = (listener: () => void) => toastQueue.subscribe(listener)
const visible = () => toastQueue.visibleToasts

/**
 * The place where notices appear. Put it once at the root. The code that draws them is fetched with the first one. Where that
 * fails, they are told without it: most of all that something could not be fetched.
 */
export function Toasts() {
  const t = useMessages('ui')
  const toasts = useSyncExternalStore(subscribe, visible)
  const [isMissing, setIsMissing] = useState(false)
  const code = useLazyPart(lazyParts.toasts, toasts.length > 0, () => setIsMissing(true))
  if (code) return <code.ToastRegion />
  if (!isMissing || toasts.length === 0) return null
  return (
    <div className={styles.region}>
      {toasts.map(({ key, content }) => (
        <div key={key} className={styles.toast} data-tone={content.tone}>
          <p role="alert" className={styles.content}>
            <span className={styles.title}>{content.title}</span> {content.text}
          </p>
          <IconButton icon="close" label={t('close')} size="small" onPress={() => toastQueue.close(key)} />
        </div>
      ))}
    </div>
  )
}
