import type { Option } from '../options/options.ts'
import styles from './NativeSelect.module.css'

export interface NativeSelectProps {
  /** Read out; the chosen option is what is seen. */
  label: string
  options: readonly Option[]
  value: string
  onChange: (id: string) => void
  /** normal: as narrow as the header needs it; wide: as its longest option. */
  width?: 'normal' | 'wide'
}

/**
 * One choice of a few, by the browser's own control: for the frame, which every page loads. A reason stands beside the
 * words of an option that cannot be chosen.
 */
export function NativeSelect({ label, options, value, onChange, width = 'normal' }: NativeSelectProps) {
  return (
    <select
      className={styles.select}
      data-width={width}
      aria-label={label}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    >
      {options.map(({ id, label: words, disabledReason }) => (
        <option key={id} value={id} disabled={disabledReason !== undefined}>
          {disabledReason === undefined ? words : `${words} – ${disabledReason}`}
        </option>
      ))}
    </select>
  )
}
