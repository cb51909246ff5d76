import { createContext, type ReactNode } from 'react'
import { useLazyPart } from './lazyPart.ts'
import { lazyParts } from './lazyParts.ts'
import { useNotLoaded } from './useNotLoaded.ts'

/** What every dialog says before its content. */
export const DialogNotice = createContext<ReactNode>(null)

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
export function Dialog(props: DialogProps) {
  const windows = useDialogWindows(props.isOpen, props.onClose)
  return windows && <windows.DialogWindow {...props} />
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
  const windows = useDialogWindows(props.isOpen, props.onCancel)
  return windows && <windows.ConfirmDialogWindow {...props} />
}

/** The code of the windows from the first opening on. A window that cannot be fetched closes, and the reader is told. */
const useDialogWindows = (isOpen: boolean, close: () => void) => {
  const tell = useNotLoaded()
  return useLazyPart(lazyParts.dialogs, isOpen, () => {
    tell()
    close()
  })
}
