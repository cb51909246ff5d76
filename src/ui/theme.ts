/** system follows the device. */
export type Theme = 'system' | 'light' | 'dark'

/** Puts a theme on the page. */
export function applyTheme(theme: Theme, root: HTMLElement): void {
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
}
