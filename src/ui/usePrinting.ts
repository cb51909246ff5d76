import { useSyncExternalStore } from 'react'

let isPrinting = false

const subscribe = (changed: () => void): (() => void) => {
  const begin = () => {
    isPrinting = true
    changed()
  }
  const end = () => {
    isPrinting = false
    changed()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

/** Whether the page is being printed: what is drawn in part on a screen is then drawn whole, before the print is made. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)
