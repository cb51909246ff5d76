import { ButtonContext } from 'react-aria-components/Button'
import { Badge } from './Badge.tsx'
import { Button } from './Button.tsx'
import { useStandIn } from './firstUse.ts'
import { lazyParts } from './lazyParts.ts'
import styles from './MultiSelect.module.css'
import type { Option } from './options.ts'

export interface MultiSelectProps {
  label: string
  options: readonly Option[]
  /** Ids of the chosen ones. */
  value: readonly string[]
  onChange: (value: string[]) => void
  isDisabled?: boolean
}

/** A filter: a button that opens a list of boxes with counts, searchable when long. */
export function MultiSelect({ isDisabled = false, ...props }: MultiSelectProps) {
  const { code, firstUse, button } = useStandIn(lazyParts.multiSelect)
  const trigger = (
    <Button iconEnd="chevronDown" isDisabled={isDisabled}>
      <span className={styles.trigger}>
        {props.label}
        {props.value.length > 0 && <Badge tone="accent">{props.value.length}</Badge>}
      </span>
    </Button>
  )
  if (code) return <code.MultiSelectControl {...props} trigger={trigger} firstUse={firstUse} />
  return <ButtonContext value={button}>{trigger}</ButtonContext>
}
