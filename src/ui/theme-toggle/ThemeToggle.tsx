import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Hidden } from '../hidden/index.ts'
import { Icon, type IconName } from '../icon/index.ts'
import { words } from '../words.ts'
import styles from './ThemeToggle.module.css'
import { type Theme, themeOf, themes } from './theme.ts'

export interface ThemeToggleProps {
  value: Theme
  onChange: (theme: Theme) => void
}

const icons: Readonly<Record<Theme, IconName>> = { system: 'screen', light: 'sun', dark: 'moon' }

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
