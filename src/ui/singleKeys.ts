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
