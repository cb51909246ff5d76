import { useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField'
import {
  ControlBox,
  controlClass,
  endButtonClass,
  FieldLabel,
  type FieldProps,
  fieldClass,
  KeyHint,
} from '../field/index.ts'
import { Icon } from '../icon/index.ts'
import { useSlashKey } from '../slash-key/index.ts'
import { words } from '../words.ts'

export interface SearchFieldProps extends Pick<FieldProps, 'id' | 'label' | 'isLabelHidden' | 'description'> {
  value: string
  onChange: (value: string) => void
  /** Enter was pressed, or the text cleared: search now. For searches that follow the typing leave it out. */
  onSearch?: (value: string) => void
  placeholder?: string
  /** The search of the page: the key "/" moves the focus here. One at most on a page. */
  isPageSearch?: boolean
  isDisabled?: boolean
}

/** A search box with a button that clears it. */
export function SearchField(props: SearchFieldProps) {
  const { value, onChange, onSearch, placeholder, isPageSearch, isDisabled, id } = props
  const input = useRef<HTMLInputElement>(null)
  useSlashKey(input, isPageSearch === true)
  return (
    <AriaSearchField
      className={fieldClass}
      data-search
      {...(id ? { id } : {})}
      value={value}
      onChange={onChange}
      onSubmit={text => onSearch?.(text)}
      onClear={() => onSearch?.('')}
      isDisabled={isDisabled ?? false}
    >
      <FieldLabel {...props} />
      <ControlBox icon="search">
        <Input ref={input} className={controlClass} placeholder={placeholder} />
        {value === '' && isPageSearch && <KeyHint>/</KeyHint>}
        {value !== '' && (
          <Button className={endButtonClass} aria-label={words.clear}>
            <Icon name="close" />
          </Button>
        )}
      </ControlBox>
    </AriaSearchField>
  )
}
