import { use, useEffect, useEffectEvent, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ControlBox, endButtonClass } from './ControlBox.tsx'
import { FieldLabel, FieldProblem, type FieldProps } from './Field.tsx'
import { controlClass, fieldClass } from './fieldClasses.ts'
import { Icon, type IconName } from './Icon.tsx'
import { OptionList } from './OptionList.tsx'
import { findOption, type Options } from './options.ts'
import { Popover } from './Popover.tsx'

export interface ComboBoxProps extends FieldProps {
  options: Options
  /** Id of the chosen option; null for none. */
  value: string | null
  onChange: (id: string) => void
  placeholder?: string
  icon?: IconName
  /** bare: without a frame until hovered or focused, for a header. */
  variant?: 'framed' | 'bare'
}

/** Closes the list of the box around it at each further choice, and shows the words of its value. */
function ClosedBy({ choices }: { choices: number }) {
  const state = use(ComboBoxStateContext)
  const close = useEffectEvent(() => state?.revert())
  useEffect(() => {
    if (choices > 0) close()
  }, [choices])
  return null
}

/** One choice of a long list, found by typing. Groups and options with a disabledReason are shown as such. */
export function ComboBox(props: ComboBoxProps) {
  const {
    label,
    isLabelHidden,
    description,
    error,
    options,
    value,
    onChange,
    placeholder,
    icon,
    variant,
    ...field
  } = props
  const [choices, setChoices] = useState(0)
  return (
    <AriaComboBox
      {...field}
      className={fieldClass}
      data-variant={variant}
      value={value}
      onChange={key => {
        const chosen = findOption(options, key === null ? null : String(key))
        if (!chosen || chosen.disabledReason) return
        onChange(chosen.id)
        // The list closes by itself only once the value is another one; what was asked for may take time, or be refused.
        setChoices(choices + 1)
      }}
      // Of the input itself it would also be told when an option is marked.
      onFocus={event => event.currentTarget.select()}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      allowsEmptyCollection
    >
      <ClosedBy choices={choices} />
      <FieldLabel {...props} />
      <ControlBox icon={icon} variant={variant}>
        <Input className={controlClass} {...(placeholder && { placeholder })} />
        <Button className={endButtonClass}>
          <Icon name="chevronDown" />
        </Button>
      </ControlBox>
      <FieldProblem error={error} />
      <Popover width="trigger">
        <OptionList options={options} label={label} />
      </Popover>
    </AriaComboBox>
  )
}
