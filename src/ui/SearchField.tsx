import { type KeyboardEvent, useId, useRef } from 'react'
import { useMessages } from '../messages/index.ts'
import { ControlBox, endButtonClass, KeyHint } from './ControlBox.tsx'
import { controlClass, fieldClass, labelClass } from './fieldClasses.ts'
import { hiddenClass } from './Hidden.tsx'
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

/** A search box with a button that clears it, as Escape does; by the browser's own control, for many pages have one. */
export function SearchField(props: SearchFieldProps) {
  const t = useMessages('ui')
  const { label, isLabelHidden, value, onChange, onSearch, placeholder, isPageSearch = false } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useSlashKey(input, isPageSearch)
  const clear = () => {
    onChange('')
    onSearch?.('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onSearch?.(value)
    else if (event.key === 'Escape' && value !== '') clear()
    else return
    event.preventDefault()
    // What the box stands in stays open.
    event.stopPropagation()
  }
  return (
    <div className={fieldClass} data-search>
      <label className={isLabelHidden ? hiddenClass : labelClass} htmlFor={id}>
        {label}
      </label>
      <ControlBox icon="search">
        <input
          id={id}
          ref={input}
          className={controlClass}
          type="search"
          value={value}
          placeholder={placeholder}
          onChange={event => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {value === '' && isPageSearch && <KeyHint>/</KeyHint>}
        {value !== '' && (
          <button type="button" className={endButtonClass} aria-label={t('clear')} onClick={clear}>
            <Icon name="close" />
          </button>
        )}
      </ControlBox>
    </div>
  )
}
