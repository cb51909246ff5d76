import { useId } from 'react'
import { controlClass, fieldClass, labelClass } from './fieldClasses.ts'
import { hiddenClass } from './Hidden.tsx'
import { Icon } from './Icon.tsx'
import styles from './NativeSelect.module.css'
import { isGrouped, type Option, type Options } from './options.ts'

export interface NativeSelectProps {
  label: string
  /** The label is only read out: for fields whose place makes them plain. */
  isLabelHidden?: boolean
  options: Options
  /** Id of the chosen option; null for none, where there is a placeholder. */
  value: string | null
  onChange: (id: string) => void
  placeholder?: string
  /** A few words wide, however long the options are: for the header. By default as wide as its place or its options. */
  isNarrow?: boolean
}

/**
 * One choice of a few, by the browser's own control: it needs no code to open. What is to be said beside the words of
 * an option (its hint, or why it cannot be chosen) follows them.
 */
export function NativeSelect(props: NativeSelectProps) {
  const { label, isLabelHidden, options, value, onChange, placeholder, isNarrow } = props
  const id = useId()
  return (
    <div className={fieldClass}>
      <label className={isLabelHidden ? hiddenClass : labelClass} htmlFor={id}>
        {label}
      </label>
      <span className={styles.box} data-narrow={isNarrow || undefined}>
        <select
          id={id}
          className={`${controlClass} ${styles.select}`}
          value={value ?? ''}
          onChange={event => onChange(event.currentTarget.value)}
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {isGrouped(options)
            ? options.map(group => (
                <optgroup key={group.id} label={group.label}>
                  {group.options.map(optionOf)}
                </optgroup>
              ))
            : options.map(optionOf)}
        </select>
        <Icon name="chevronDown" />
      </span>
    </div>
  )
}

const optionOf = ({ id, label, hint, disabledReason }: Option) => (
  <option key={id} value={id} disabled={disabledReason !== undefined}>
    {[label, disabledReason ?? hint].filter(Boolean).join(' – ')}
  </option>
)
