import type { ActionHandle } from '../../hooks/index.ts'
import { useText } from '../../messages/index.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/index.ts'

type OfAction = 'isOpen' | 'isPending' | 'error' | 'onConfirm' | 'onCancel'

export interface ConfirmActionProps extends Omit<ConfirmDialogProps, OfAction> {
  action: Pick<ActionHandle<never>, 'isOpen' | 'isRunning' | 'problem' | 'confirm' | 'retry' | 'dismiss'>
}

/** Asks before an action is done. Where it was refused, the dialog says why, and its button tries again. */
export function ConfirmAction({ action, ...dialog }: ConfirmActionProps) {
  const text = useText()
  return (
    <ConfirmDialog
      {...dialog}
      isOpen={action.isOpen}
      isPending={action.isRunning}
      error={text(action.problem?.reason)}
      onConfirm={action.problem ? action.retry : action.confirm}
      onCancel={action.dismiss}
    />
  )
}
