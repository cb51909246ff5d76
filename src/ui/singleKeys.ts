/**
 * Shortcuts of one key without Ctrl or Alt ("/", "?"). Who speaks to the computer, or presses keys by mistake, must be
 * able to turn them off (WCAG 2.2, 2.1.4). The choice stands on the page, as the theme does.
 */

/** Puts the choice on the page. */
export function applySingleKeys(isOn: boolean, root: HTMLElement): void {
  if (isOn) delete root.dataset.singleKeys
  else root.dataset.singleKeys = 'off'
}

/** Whether a press is this shortcut: the key alone, turned on, and nobody is typing. */
export function isSingleKey(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
    return false
  if (document.documentElement.dataset.singleKeys === 'off') return false
  const { target } = event
  return !(
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog]')
  )
}

/** Whether this device has a key Cmd in the place of Ctrl. */
export const hasCommandKey = (): boolean => /^(?:Mac|iPhone|iPad)/.test(navigator.platform)

/** Whether a press is Ctrl (on a Mac Cmd) with this key: also while somebody types. */
export function isCtrlKey(event: KeyboardEvent, key: string): boolean {
  const [held, other] = hasCommandKey() ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  if (!held || other || event.altKey || event.shiftKey || event.defaultPrevented) return false
  return event.key.toLowerCase() === key
}
