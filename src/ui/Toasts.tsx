import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastRegion as AriaToastRegion,
  UNSTABLE_ToastContent as ToastContent,
} from 'react-aria-components/Toast'
import { useMessages } from '../messages/index.ts'
import { toneIcons } from './Badge.tsx'
import { Button, IconButton } from './Button.tsx'
import { clearOfFocus } from './clearOfFocus.ts'
import { Icon } from './Icon.tsx'
import { toastQueue } from './notify.ts'
import styles from './Toast.module.css'

/** The region where notices appear. Put it once at the root. */
export function Toasts() {
  const t = useMessages('ui')
  return (
    <AriaToastRegion queue={toastQueue} className={styles.region ?? ''} ref={clearOfFocus}>
      {({ toast }) => (
        <AriaToast toast={toast} className={styles.toast ?? ''} data-tone={toast.content.tone}>
          <Icon name={toneIcons[toast.content.tone]} />
          <ToastContent className={styles.content ?? ''}>
            <Text slot="title" className={styles.title ?? ''}>
              {toast.content.title}
            </Text>
            {toast.content.text && <Text slot="description">{toast.content.text}</Text>}
          </ToastContent>
          {toast.content.onUndo && (
            <Button
              size="small"
              onPress={() => {
                toast.content.onUndo?.()
                toastQueue.close(toast.key)
              }}
            >
              {t('undo')}
            </Button>
          )}
          <IconButton
            icon="close"
            label={t('close')}
            size="small"
            onPress={() => toastQueue.close(toast.key)}
          />
        </AriaToast>
      )}
    </AriaToastRegion>
  )
}
