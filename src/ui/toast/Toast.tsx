import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast'
import { type Tone, toneIcons } from '../badge/index.ts'
import { IconButton } from '../button/index.ts'
import { Icon } from '../icon/index.ts'
import { words } from '../words.ts'
import styles from './Toast.module.css'

export interface ToastMessage {
  tone: Tone
  title: string
  text?: string
}

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 })
const readingTime = 8_000

/** Shows a short notice that passes; a failed one stays until it is closed. Gives a function that takes it away. */
export function notify(message: ToastMessage): () => void {
  const key = queue.add(message, message.tone === 'failed' ? {} : { timeout: readingTime })
  return () => queue.close(key)
}

/** The place where notices appear. Put it once at the root. */
export function Toasts() {
  return (
    <ToastRegion queue={queue} className={styles.region ?? ''}>
      {({ toast }) => (
        <AriaToast toast={toast} className={styles.toast ?? ''} data-tone={toast.content.tone}>
          <Icon name={toneIcons[toast.content.tone]} />
          <ToastContent className={styles.content ?? ''}>
            <Text slot="title" className={styles.title ?? ''}>
              {toast.content.title}
            </Text>
            {toast.content.text && <Text slot="description">{toast.content.text}</Text>}
          </ToastContent>
          <IconButton slot="close" icon="close" label={words.close} size="small" />
        </AriaToast>
      )}
    </ToastRegion>
  )
}
