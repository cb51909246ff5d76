import type { ActionHandle } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { ConfirmAction } from '../../common/ConfirmAction.tsx'
import type { Cancellable } from './useCancel.ts'

/** Asks before a delivery is cancelled. */
export function CancelDialog({ cancel }: { cancel: ActionHandle<Cancellable> }) {
  const t = useMessages('deliveries')
  const common = useMessages('common')
  return (
    <ConfirmAction
      action={cancel}
      title={t('cancelling.title', { name: cancel.action?.name ?? '' })}
      confirmLabel={t('cancelling.confirm')}
      cancelLabel={common('back')}
      tone="danger"
    >
      <p>{t('cancelling.text')}</p>
    </ConfirmAction>
  )
}
