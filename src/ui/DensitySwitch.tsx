import { use } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { useMessages } from '../messages/index.ts'
import styles from './DensitySwitch.module.css'
import { type Density, DensityContext } from './density.ts'
import { Icon } from './Icon.tsx'

const choices = [
  { density: 'normal', icon: 'rows' },
  { density: 'compact', icon: 'rowsCompact' },
] as const satisfies readonly { density: Density; icon: string }[]

/** Chooses the height of the rows of all tables. Drawn where the application keeps the choice. */
export function DensitySwitch() {
  const t = useMessages('ui')
  const held = use(DensityContext)
  if (!held) return null
  return (
    <ToggleButtonGroup
      className={styles.group ?? ''}
      aria-label={t('density')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[held.density]}
      onSelectionChange={keys => {
        const chosen = choices.find(({ density }) => keys.has(density))
        if (chosen) held.choose(chosen.density)
      }}
    >
      {choices.map(({ density, icon }) => (
        <ToggleButton
          key={density}
          id={density}
          className={styles.choice ?? ''}
          aria-label={t(`densities.${density}`)}
        >
          <Icon name={icon} />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
