import { useEffect } from 'react'
import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastRegion as AriaToastRegion,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components/Toast'
import { useMessages } from '../messages/index.ts'
import { toneIcons } from './Badge.tsx'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import type { ToastMessage } from './notify.ts'
import styles from './Toast.module.css'

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 })
const readingTime = 8_000

interface ToastRegionProps {
  messages: readonly ToastMessage[]
  onTaken: (messages: readonly ToastMessage[]) => void
}

/** The notices at the corner, apart so that they can be loaded late. Takes over what is waiting. */
export function ToastRegion({ messages, onTaken }: ToastRegionProps) {
  const t = useMessages('ui')
  useEffect(() => {
    if (messages.length === 0) return
    for (const message of messages) {
      queue.add(message, message.tone === 'failed' ? {} : { timeout: readingTime })
    }
    onTaken(messages)
  }, [messages, onTaken])
  return (
    <AriaToastRegion queue={queue} className={styles.region ?? ''}>
      {({ toast }) => (
        <AriaToast toast={toast} className={styles.toast ?? ''} data-tone={toast.content.tone}>
          <Icon name={toneIcons[toast.content.tone]} />
          <ToastContent className={styles.content ?? ''}>
            <Text slot="title" className={styles.title ?? ''}>
              {toast.content.title}
            </Text>
            {toast.content.text && <Text slot="description">{toast.content.text}</Text>}
          </ToastContent>
          <IconButton icon="close" label={t('close')} size="small" onPress={() => queue.close(toast.key)} />
        </AriaToast>
      )}
    </AriaToastRegion>
  )
}
