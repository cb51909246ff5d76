import { use } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useMessages } from '../messages/index.ts'
import { Button, IconButton } from './Button.tsx'
import styles from './Dialog.module.css'
import { type ConfirmDialogProps, DialogNotice, type DialogProps } from './Dialog.tsx'
import { Icon } from './Icon.tsx'

/** What a Dialog shows. */
export function DialogWindow({ title, isOpen, onClose, children, actions, size = 'medium' }: DialogProps) {
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

/** What a ConfirmDialog shows. */
export function ConfirmDialogWindow(props: ConfirmDialogProps) {
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
