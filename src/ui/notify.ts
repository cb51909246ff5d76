import type { Tone } from './Badge.tsx'

export interface ToastMessage {
  tone: Tone
  title: string
  text?: string
}

let waiting: readonly ToastMessage[] = []
const listeners = new Set<() => void>()

const change = (messages: readonly ToastMessage[]): void => {
  waiting = messages
  for (const listener of listeners) listener()
}

/** Shows a short notice that passes; a failed one stays until it is closed. Toasts must be on the page. */
export const notify = (message: ToastMessage): void => change([...waiting, message])

/** Notices that nobody has shown yet, in their order. */
export const waitingMessages = (): readonly ToastMessage[] => waiting

/** Says that these notices are shown. */
export const taken = (messages: readonly ToastMessage[]): void =>
  change(waiting.filter(message => !messages.includes(message)))

/** Calls back whenever the waiting notices change; gives a function that ends it. */
export const onWaiting = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
