import { useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField'
import { useMessages } from '../messages/index.ts'
import { ControlBox, endButtonClass, KeyHint } from './ControlBox.tsx'
import { FieldLabel } from './Field.tsx'
import { controlClass, fieldClass } from './fieldClasses.ts'
import { Icon } from './Icon.tsx'
import { useSlashKey } from './slashKey.ts'

export interface SearchFieldProps {
  label: string
  /** The label is only read out: for fields whose place makes them plain. */
  isLabelHidden?: boolean
  value: string
  onChange: (value: string) => void
  /** Enter was pressed, or the text cleared: search now. For searches that follow the typing leave it out. */
  onSearch?: (value: string) => void
  placeholder?: string
  /** The search of the page: the key "/" moves the focus here. One at most on a page. */
  isPageSearch?: boolean
}

/** A search box with a button that clears it, as Escape does. */
export function SearchField(props: SearchFieldProps) {
  const { value, onChange, onSearch, placeholder, isPageSearch = false } = props
  const t = useMessages('ui')
  const input = useRef<HTMLInputElement>(null)
  useSlashKey(input, isPageSearch)
  return (
    <AriaSearchField
      className={fieldClass}
      data-search
      value={value}
      onChange={onChange}
      onSubmit={text => onSearch?.(text)}
      onClear={() => onSearch?.('')}
    >
      <FieldLabel {...props} />
      <ControlBox icon="search">
        <Input ref={input} className={controlClass} {...(placeholder && { placeholder })} />
        {value === '' && isPageSearch && <KeyHint>/</KeyHint>}
        {value !== '' && (
          <Button className={endButtonClass} aria-label={t('clear')}>
            <Icon name="close" />
          </Button>
        )}
      </ControlBox>
    </AriaSearchField>
  )
}
