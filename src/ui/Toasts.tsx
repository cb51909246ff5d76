import { useSyncExternalStore } from 'react'
import { useMessages } from '../messages/index.ts'
import { toneIcons } from './Badge.tsx'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { lazyModule } from './lazyModule.ts'
import { onWaiting, type ToastMessage, taken, waitingMessages } from './notify.ts'
import styles from './Toast.module.css'
import { useLazyModule } from './useLazyModule.ts'

const code = lazyModule(() => import('./ToastRegion.tsx'))

/** The place where notices appear, loaded with the first of them. Put it once at the root. */
export function Toasts() {
  const messages = useSyncExternalStore(onWaiting, waitingMessages)
  const { module, hasFailed } = useLazyModule(code, messages.length > 0)
  if (module) return <module.ToastRegion messages={messages} onTaken={taken} />
  return hasFailed && <PlainNotices messages={messages} />
}

/** What happened must be told even where the code for its better look cannot be fetched. */
function PlainNotices({ messages }: { messages: readonly ToastMessage[] }) {
  const t = useMessages('ui')
  return (
    <div className={styles.region} role="alert">
      {messages.map(message => (
        <div key={`${message.title} ${message.text}`} className={styles.toast} data-tone={message.tone}>
          <Icon name={toneIcons[message.tone]} />
          <div className={styles.content}>
            <span className={styles.title}>{message.title}</span>
            {message.text}
          </div>
          <IconButton icon="close" label={t('close')} size="small" onPress={() => taken([message])} />
        </div>
      ))}
    </div>
  )
}
