import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Hidden } from '../hidden/index.ts'
import { Icon, type IconName } from '../icon/index.ts'
import { words } from '../words.ts'
import styles from './ThemeToggle.module.css'

/** system follows the device. */
export type Theme = 'system' | 'light' | 'dark'

export interface ThemeToggleProps {
  value: Theme
  onChange: (theme: Theme) => void
}

const themes: readonly Theme[] = ['system', 'light', 'dark']
const icons: Readonly<Record<Theme, IconName>> = { system: 'screen', light: 'sun', dark: 'moon' }

/** Reads a stored theme; anything else means the system's. */
export function themeOf(stored: string | null): Theme {
  return themes.find(theme => theme === stored) ?? 'system'
}

/** Puts a theme on the page. */
export function applyTheme(theme: Theme, root: HTMLElement): void {
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
}

/** Light, dark, or as the device says. */
export function ThemeToggle({ value, onChange }: ThemeToggleProps) {
  return (
    <RadioGroup
      className={styles.toggle ?? ''}
      aria-label={words.theme}
      orientation="horizontal"
      value={value}
      onChange={chosen => onChange(themeOf(chosen))}
    >
      {themes.map(theme => (
        <Radio key={theme} value={theme} className={styles.choice ?? ''}>
          <Icon name={icons[theme]} />
          <Hidden>{words.themes[theme]}</Hidden>
        </Radio>
      ))}
    </RadioGroup>
  )
}
