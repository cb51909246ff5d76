import { Badge } from './Badge.tsx'
import { Button } from './Button.tsx'
import { lazyModule } from './lazyModule.ts'
import styles from './MultiSelect.module.css'
import { NotLoaded } from './NotLoaded.tsx'
import { OpenerButton, useOpener } from './opener.ts'
import type { Option } from './options.ts'

export interface MultiSelectProps {
  label: string
  options: readonly Option[]
  /** Ids of the chosen ones. */
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Narrows the options to what is typed; the default keeps those whose label contains it. */
  search?: (options: readonly Option[], text: string) => readonly Option[]
  isDisabled?: boolean
}

const code = lazyModule(() => import('./MultiSelectPanel.tsx'))

/** A filter: a button that opens a list of boxes with counts, searchable when long. */
export function MultiSelect(props: MultiSelectProps) {
  const { label, value, isDisabled = false } = props
  const { opener, module, hasFailed } = useOpener('dialog', code)
  return (
    <>
      <OpenerButton opener={opener}>
        <Button iconEnd="chevronDown" isDisabled={isDisabled}>
          <span className={styles.trigger}>
            {label}
            {value.length > 0 && <Badge tone="accent">{value.length}</Badge>}
          </span>
        </Button>
      </OpenerButton>
      {module && <module.MultiSelectPanel {...props} opener={opener} />}
      {hasFailed && <NotLoaded />}
    </>
  )
}
