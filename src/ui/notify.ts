import { ToastQueue } from 'react-stately/useToastState'
import type { Tone } from './Badge.tsx'

export interface ToastMessage {
  tone: Tone
  title: string
  text?: string
  /** Takes back what the notice tells of. Offered for as long as the notice is shown. */
  onUndo?: () => void
}

const readingTime = 8_000
/** For how long an act can be taken back. */
const undoTime = 10_000

/** Notices that are shown or wait for their turn. */
export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 })

/** Shows a short notice that passes; a failed one stays until it is closed. Toasts must be on the page. */
export const notify = (message: ToastMessage): void => {
  const timeout = message.onUndo ? undoTime : readingTime
  toastQueue.add(message, message.tone === 'failed' ? {} : { timeout })
}
