import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { ControlBox, KeyHint } from './ControlBox.tsx'
import styles from './FindBox.module.css'
import { controlClass } from './fieldClasses.ts'
import { type Findable, matches } from './findBoxMatches.ts'
import { hiddenClass } from './Hidden.tsx'
import { useSlashKey } from './slashKey.ts'

export interface FindBoxProps {
  label: string
  things: readonly Findable[]
  /** Words shown while nothing is typed: the name of what is chosen. */
  value: string
  onChoose: (id: string) => void
}

const most = 60

/**
 * Finds one of many things by typing, with the arrow keys or the pointer. The key "/" moves the focus here. Lighter by
 * 38 kB than a ComboBox: for pages that load nothing else of its kind.
 */
export function FindBox({ label, things, value, onChoose }: FindBoxProps) {
  const t = useMessages('ui')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(0)
  useSlashKey(input, true)
  const isOpen = typed !== undefined
  // The name of what was chosen may come after the focus; what is typed then takes its place, too.
  useLayoutEffect(() => {
    const box = input.current
    if (box && !isOpen && box.value === value && box.ownerDocument.activeElement === box) box.select()
  }, [value, isOpen])
  const found = isOpen ? matches(things, typed).slice(0, most) : []
  const optionId = (index: number) => `${id}-${index}`

  const close = () => setTyped(undefined)
  const choose = (thing: Findable | undefined) => {
    if (!thing) return
    close()
    onChoose(thing.id)
  }
  const move = (by: number) => {
    if (!isOpen) setTyped('')
    const next = found.length === 0 ? 0 : (at + by + found.length) % found.length
    setAt(next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(isOpen ? 1 : 0)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') choose(found[at])
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }

  return (
    <ControlBox icon="search">
      <input
        ref={input}
        className={controlClass}
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[at] ? optionId(at) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        value={typed ?? value}
        onChange={event => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        onFocus={event => event.currentTarget.select()}
        onBlur={close}
      />
      <KeyHint>/</KeyHint>
      <div
        id={`${id}-list`}
        className={styles.list}
        role="listbox"
        aria-label={label}
        hidden={!isOpen}
        // The focus stays in the box: a press on the list must not take it away.
        onPointerDown={event => event.preventDefault()}
      >
        {found.map((thing, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box takes the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
          <div
            key={thing.id}
            id={optionId(index)}
            className={styles.option}
            role="option"
            aria-selected={index === at}
            onClick={() => choose(thing)}
          >
            <span>{thing.label}</span>
            {thing.hint && <span className={styles.hint}>{thing.hint}</span>}
          </div>
        ))}
      </div>
      <span className={hiddenClass} role="status">
        {isOpen && (found.length === 0 ? t('noMatches') : t('found', { count: found.length }))}
      </span>
      {isOpen && found.length === 0 && <p className={styles.none}>{t('noMatches')}</p>}
    </ControlBox>
  )
}
