import { type ReactNode, use } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useMessages } from '../messages/index.ts'
import { Button, IconButton } from './Button.tsx'
import styles from './Dialog.module.css'
import { DialogNotice } from './DialogNotice.ts'
import { Icon } from './Icon.tsx'

export interface DialogProps {
  title: string
  isOpen: boolean
  /** Asked to close by Escape, the cross, or a press outside. */
  onClose: () => void
  children: ReactNode
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode
  size?: 'small' | 'medium' | 'large'
}

/** A window over the page. The focus is kept in it and goes back to where it was. */
export function Dialog({ title, isOpen, onClose, children, actions, size = 'medium' }: DialogProps) {
  const t = useMessages('ui')
  const notice = use(DialogNotice)
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      isOpen={isOpen}
      onOpenChange={open => {
        if (!open) onClose()
      }}
      isDismissable
    >
      <Modal className={styles.modal ?? ''} data-size={size}>
        <AriaDialog className={styles.dialog ?? ''}>
          <div className={styles.header}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {title}
            </Heading>
            <IconButton icon="close" label={t('close')} size="small" onPress={onClose} />
          </div>
          <div className={styles.body}>
            {notice}
            {children}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export interface ConfirmDialogProps {
  title: string
  isOpen: boolean
  /** What will happen, and to what. */
  children: ReactNode
  /** The action in words, for instance "Approve". */
  confirmLabel: string
  cancelLabel?: string
  tone?: 'normal' | 'danger'
  /** The action is under way: the dialog stays and cannot be closed. */
  isPending?: boolean
  /** Why the last try failed. */
  error?: string | undefined
  /** Why it cannot be confirmed yet. */
  disabledReason?: string | undefined
  onConfirm: () => void
  /** Where there are fields among the children: what was entered, in the place of onConfirm. */
  onSubmit?: ((entered: FormData) => void) | undefined
  onCancel: () => void
}

/** Asks before something that matters. The focus starts on the harmless button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useMessages('ui')
  const notice = use(DialogNotice)
  const {
    title,
    isOpen,
    children,
    confirmLabel,
    cancelLabel = t('cancel'),
    tone = 'normal',
    isPending,
    onSubmit,
  } = props
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      isOpen={isOpen}
      onOpenChange={open => {
        if (!open) props.onCancel()
      }}
      isKeyboardDismissDisabled={isPending ?? false}
    >
      <Modal className={styles.modal ?? ''} data-size="small">
        <AriaDialog className={styles.dialog ?? ''} role="alertdialog">
          <div className={styles.header}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {title}
            </Heading>
          </div>
          <Asking title={title} onSubmit={onSubmit}>
            <div className={styles.body}>
              {notice}
              {children}
              {props.error && (
                <p className={styles.error} role="alert">
                  <Icon name="stop" />
                  <span>{props.error}</span>
                </p>
              )}
            </div>
            <div className={styles.actions}>
              <Button autoFocus isDisabled={isPending ?? false} onPress={props.onCancel}>
                {cancelLabel}
              </Button>
              <Button
                variant={tone === 'danger' ? 'danger' : 'primary'}
                isPending={isPending ?? false}
                disabledReason={props.disabledReason}
                {...(onSubmit ? { type: 'submit' as const } : { onPress: props.onConfirm })}
              >
                {confirmLabel}
              </Button>
            </div>
          </Asking>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** What a confirmation asks: a form where something is entered with it. */
function Asking({ title, onSubmit, children }: Pick<ConfirmDialogProps, 'title' | 'onSubmit' | 'children'>) {
  if (!onSubmit) return children
  return (
    <form
      className={styles.form}
      aria-label={title}
      onSubmit={event => {
        event.preventDefault()
        onSubmit(new FormData(event.currentTarget))
      }}
    >
      {children}
    </form>
  )
}
