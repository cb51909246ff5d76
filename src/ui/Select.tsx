import { useId, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { useMessages } from '../messages/index.ts'
import { controlClass, fieldClass, labelClass } from './fieldClasses.ts'
import { useStandIn } from './firstUse.ts'
import { hiddenClass } from './Hidden.tsx'
import { Icon } from './Icon.tsx'
import { lazyParts } from './lazyParts.ts'
import { findOption, type Options } from './options.ts'
import styles from './Select.module.css'

export interface SelectProps {
  label: string
  /** The label is only read out: for fields whose place makes them plain. */
  isLabelHidden?: boolean
  options: Options
  /** Id of the chosen option; null for none. */
  value: string | null
  onChange: (id: string) => void
  placeholder?: string
  /** A few words wide, however long the options are: for the header. By default as wide as its place or its options. */
  isNarrow?: boolean
}

/**
 * What a key does to a select that is closed: the arrows up and down open it, those to the sides and letters choose
 * another option.
 */
const takesKey = (key: string): boolean =>
  ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'].includes(key) || (key.length === 1 && key !== ' ')

/** One choice of a few. An option with a disabledReason is shown and read out with it, but cannot be chosen. */
export function Select(props: SelectProps) {
  const { code, firstUse, button } = useStandIn(lazyParts.select, { popup: 'listbox', takesKey })
  const t = useMessages('ui')
  const ref = useRef<HTMLButtonElement>(null)
  const labelId = useId()
  const valueId = useId()
  const placeholder = props.placeholder ?? t('chooseOption')
  if (code) return <code.SelectControl {...props} placeholder={placeholder} firstUse={firstUse} />
  const chosen = findOption(props.options, props.value)
  return (
    <div className={fieldClass}>
      <Label
        id={labelId}
        elementType="span"
        className={props.isLabelHidden ? hiddenClass : labelClass}
        onClick={() => ref.current?.focus()}
      >
        {props.label}
      </Label>
      <Button
        {...button}
        ref={ref}
        className={`${controlClass} ${styles.select}`}
        data-narrow={props.isNarrow || undefined}
        aria-labelledby={`${valueId} ${labelId}`}
      >
        <span
          id={valueId}
          className={styles.value}
          data-placeholder={chosen ? undefined : true}
          title={props.isNarrow ? chosen?.label : undefined}
        >
          {chosen?.label ?? placeholder}
        </span>
        <Icon name="chevronDown" />
      </Button>
    </div>
  )
}
