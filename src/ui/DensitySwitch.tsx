import { use } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { useMessages } from '../messages/index.ts'
import styles from './DensitySwitch.module.css'
import { DensityContext } from './density.ts'
import { Icon } from './Icon.tsx'

/** Chooses compact rows in all tables, or the normal ones again. Drawn where the application keeps the choice. */
export function DensitySwitch() {
  const t = useMessages('ui')
  const held = use(DensityContext)
  if (!held) return null
  return (
    <ToggleButton
      className={styles.choice ?? ''}
      aria-label={t('compactRows')}
      isSelected={held.density === 'compact'}
      onChange={isCompact => held.choose(isCompact ? 'compact' : 'normal')}
    >
      <Icon name="rowsCompact" />
    </ToggleButton>
  )
}
