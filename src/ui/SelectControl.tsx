import { use } from 'react'
import { Button } from 'react-aria-components/Button'
import { Select as AriaSelect, SelectStateContext, SelectValue } from 'react-aria-components/Select'
import { FieldLabel } from './Field.tsx'
import { controlClass, fieldClass } from './fieldClasses.ts'
import { type FirstUse, useHandover } from './firstUse.ts'
import { Icon } from './Icon.tsx'
import { OptionList } from './OptionList.tsx'
import { findOption } from './options.ts'
import { Popover } from './Popover.tsx'
import styles from './Select.module.css'
import type { SelectProps } from './Select.tsx'

interface SelectControlProps extends SelectProps {
  firstUse: FirstUse | undefined
}

/** The whole select, in the place of its stand-in. */
export function SelectControl({ firstUse, ...props }: SelectControlProps) {
  const { label, options, value, onChange, placeholder, isNarrow } = props
  return (
    <AriaSelect
      className={fieldClass}
      value={value}
      onChange={key => {
        const option = findOption(options, key === null ? null : String(key))
        if (option && !option.disabledReason) onChange(option.id)
      }}
    >
      <FieldLabel {...props} />
      <Opener firstUse={firstUse} isNarrow={isNarrow}>
        {findOption(options, value)?.label ?? placeholder}
      </Opener>
      <Popover width="trigger">
        <OptionList options={options} label={label} />
      </Popover>
    </AriaSelect>
  )
}

interface OpenerProps extends Pick<SelectControlProps, 'firstUse' | 'isNarrow'> {
  children: string | undefined
}

function Opener({ firstUse, isNarrow, children }: OpenerProps) {
  const state = use(SelectStateContext)
  // The library reads the options off what it has drawn; until then it opens nothing.
  const button = useHandover(firstUse, start => state?.open(start), state?.collection.size !== 0)
  return (
    <Button ref={button} className={`${controlClass} ${styles.select}`} data-narrow={isNarrow || undefined}>
      <span className={styles.value} title={isNarrow ? children : undefined}>
        <SelectValue>{() => children}</SelectValue>
      </span>
      <Icon name="chevronDown" />
    </Button>
  )
}
