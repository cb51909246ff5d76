import type { ReactNode } from 'react'
import { lazyModule } from './lazyModule.ts'
import { NotLoaded } from './NotLoaded.tsx'
import { useLazyModule } from './useLazyModule.ts'

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

const code = lazyModule(() => import('./DialogPanels.tsx'))

/** A window over the page. The focus is kept in it and goes back to where it was. */
export function Dialog(props: DialogProps) {
  const { module, hasFailed } = useLazyModule(code, props.isOpen, props.onClose)
  if (hasFailed) return <NotLoaded />
  return module && <module.DialogPanel {...props} />
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
  onCancel: () => void
}

/** Asks before something that matters. The focus starts on the harmless button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { module, hasFailed } = useLazyModule(code, props.isOpen, props.onCancel)
  if (hasFailed) return <NotLoaded />
  return module && <module.ConfirmDialogPanel {...props} />
}
