import type { ActionHandle } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { ConfirmDialog } from '../../../ui/index.ts'
import type { Cancellable } from './useCancel.ts'

/** Asks before a delivery is cancelled. */
export function CancelDialog({ cancel }: { cancel: ActionHandle<Cancellable> }) {
  const t = useMessages('deliveries')
  const common = useMessages('common')
  const text = useText()
  return (
    <ConfirmDialog
      title={t('cancelling.title', { name: cancel.action?.name ?? '' })}
      isOpen={cancel.isOpen}
      confirmLabel={t('cancelling.confirm')}
      cancelLabel={common('back')}
      tone="danger"
      isPending={cancel.isRunning}
      error={cancel.problem && text(cancel.problem.reason)}
      onConfirm={cancel.problem ? cancel.retry : cancel.confirm}
      onCancel={cancel.dismiss}
    >
      <p>{t('cancelling.text')}</p>
    </ConfirmDialog>
  )
}
