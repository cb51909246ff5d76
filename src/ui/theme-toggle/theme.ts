/** system follows the device. */
export type Theme = 'system' | 'light' | 'dark'

export const themes: readonly Theme[] = ['system', 'light', 'dark']

/** Reads a stored theme; anything else means the system's. */
export function themeOf(stored: string | null): Theme {
  return themes.find(theme => theme === stored) ?? 'system'
}

/** Puts a theme on the page. */
export function applyTheme(theme: Theme, root: HTMLElement): void {
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
}
