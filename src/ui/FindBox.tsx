import { useLayoutEffect, useRef, useState } from 'react'
import { ControlBox, KeyHint } from './ControlBox.tsx'
import { controlClass } from './fieldClasses.ts'
import type { Findable } from './findBoxMatches.ts'
import { useLazyPart } from './lazyPart.ts'
import { lazyParts } from './lazyParts.ts'
import { useSlashKey } from './slashKey.ts'
import { useNotLoaded } from './useNotLoaded.ts'

export interface FindBoxProps {
  label: string
  things: readonly Findable[]
  /** Id of what is chosen, whose name is shown while nothing is typed; null for none. */
  value: string | null
  onChoose: (id: string) => void
}

/** What the box was used for before its code was there. */
export interface Begun {
  /** What was typed; absent where nothing was. */
  typed?: string
  /** An arrow key asked for the list. */
  isAsked?: boolean
}

/**
 * Finds one of many things by typing, with the arrow keys or the pointer. The key "/" moves the focus here. An input stands in for
 * it until its code has come, which is fetched when it first has the focus; what was typed meanwhile is kept.
 */
export function FindBox(props: FindBoxProps) {
  const { label, things, value } = props
  const input = useRef<HTMLInputElement>(null)
  const [begun, setBegun] = useState<Begun>()
  // A letter that takes several keys is not cut short.
  const [isComposing, setComposing] = useState(false)
  const code = useLazyPart(lazyParts.findBox, begun !== undefined && !isComposing, useNotLoaded())
  useSlashKey(input, !code)
  const name = things.find(({ id }) => id === value)?.label ?? ''
  const isUntouched = begun !== undefined && begun.typed === undefined
  // The name of what was chosen may come after the focus; what is typed then takes its place, too.
  useLayoutEffect(() => {
    if (isUntouched && input.current?.value === name) input.current.select()
  }, [isUntouched, name])
  if (code) return <code.FindBoxControl {...props} begun={begun} />
  return (
    <ControlBox icon="search">
      <input
        ref={input}
        className={controlClass}
        role="combobox"
        aria-label={label}
        aria-expanded={false}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        value={begun?.typed ?? name}
        onChange={({ currentTarget }) => setBegun({ typed: currentTarget.value })}
        onFocus={() => setBegun({})}
        onBlur={() => setBegun(undefined)}
        onKeyDown={event => {
          if (event.key === 'Escape') setBegun({})
          else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setBegun({ ...begun, isAsked: true })
          else return
          event.preventDefault()
        }}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
      />
      <KeyHint>/</KeyHint>
    </ControlBox>
  )
}
