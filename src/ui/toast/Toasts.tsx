import { useSyncExternalStore } from 'react'
import { toneIcons } from '../badge/index.ts'
import { IconButton } from '../button/index.ts'
import { Icon } from '../icon/index.ts'
import { late, useLate } from '../late/index.ts'
import { words } from '../words.ts'
import { onWaiting, type ToastMessage, taken, waitingMessages } from './notify.ts'
import styles from './Toast.module.css'

const code = late(() => import('./ToastRegion.tsx'))

/** The place where notices appear, loaded with the first of them. Put it once at the root. */
export function Toasts() {
  const messages = useSyncExternalStore(onWaiting, waitingMessages)
  const { module, hasFailed } = useLate(code, messages.length > 0)
  if (module) return <module.ToastRegion messages={messages} onTaken={taken} />
  return hasFailed && <PlainNotices messages={messages} />
}

/** What happened must be told even where the code for its better look cannot be fetched. */
function PlainNotices({ messages }: { messages: readonly ToastMessage[] }) {
  return (
    <div className={styles.region} role="alert">
      {messages.map(message => (
        <div key={`${message.title} ${message.text}`} className={styles.toast} data-tone={message.tone}>
          <Icon name={toneIcons[message.tone]} />
          <div className={styles.content}>
            <span className={styles.title}>{message.title}</span>
            {message.text}
          </div>
          <IconButton icon="close" label={words.close} size="small" onPress={() => taken([message])} />
        </div>
      ))}
    </div>
  )
}
