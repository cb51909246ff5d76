import { type RefObject, use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { ComboBox, type ComboBoxState, ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ControlBox, KeyHint } from './ControlBox.tsx'
import { controlClass, fieldClass } from './fieldClasses.ts'
import { type Findable, matches } from './findBoxMatches.ts'
import { OptionList } from './OptionList.tsx'
import { Popover } from './Popover.tsx'
import { useSlashKey } from './slashKey.ts'

export interface FindBoxProps {
  label: string
  things: readonly Findable[]
  /** Id of what is chosen, whose name is shown while nothing is typed; null for none. */
  value: string | null
  onChoose: (id: string) => void
}

/** Finds one of many things by typing, with the arrow keys or the pointer. The key "/" moves the focus here. */
export function FindBox({ label, things, value, onChoose }: FindBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  // While the list is open: a choice that arrives from elsewhere would have the library throw away what is typed.
  const [held, setHeld] = useState<{ value: string | null }>()
  const shown = held ? held.value : value
  useSlashKey(input, true)
  const byName = Map.groupBy(things, thing => thing.label)
  const name = things.find(({ id }) => id === shown)?.label ?? ''
  const found = new Set(matches(things, typed))
  const choose = (id: string) => {
    setHeld(undefined)
    onChoose(id)
  }
  return (
    <ComboBox
      aria-label={label}
      className={fieldClass}
      value={shown}
      // onChange is not called when the current choice is chosen again.
      onSelectionChange={id => {
        if (id !== null) choose(String(id))
      }}
      onOpenChange={isOpen => setHeld(isOpen ? { value } : undefined)}
      defaultInputValue={name}
      onInputChange={setTyped}
      defaultFilter={(name, text) => matches(byName.get(name) ?? [], text).length > 0}
      allowsEmptyCollection
      // Of the input itself it would also be told when an option is marked.
      onFocus={event => event.currentTarget.select()}
      shouldFocusWrap
    >
      <ControlBox icon="search">
        <FindInput input={input} label={label} name={name} onChoose={choose} />
        <KeyHint>/</KeyHint>
      </ControlBox>
      <Popover width="trigger">
        <OptionList options={[...found, ...things.filter(thing => !found.has(thing))]} label={label} />
      </Popover>
    </ComboBox>
  )
}

interface FindInputProps {
  input: RefObject<HTMLInputElement | null>
  label: string
  /** The name of what is chosen. */
  name: string
  onChoose: (id: string) => void
}

/** The input. The first match is marked, so that Enter takes it. */
function FindInput({ input, label, name, onChoose }: FindInputProps) {
  const state = use(ComboBoxStateContext)
  const isOpen = state?.isOpen === true
  const isNamed = state?.inputValue === name
  // The name of what was chosen may come after the focus; what is typed then takes its place, too.
  useLayoutEffect(() => {
    const box = input.current
    if (!isOpen && isNamed && box?.value === name && box.ownerDocument.activeElement === box) box.select()
  }, [input, isOpen, isNamed, name])
  useFirstMarked(state)
  return (
    <Input
      ref={input}
      className={controlClass}
      placeholder={label}
      onKeyDownCapture={({ key, nativeEvent }) => {
        // The library would take what is marked by Tab, too; that only leaves here.
        if (key === 'Tab') state?.revert()
        // What is held it only closes the list for; another choice may be on its way.
        const marked = state?.isOpen ? state.selectionManager.focusedKey : null
        if (key === 'Enter' && !nativeEvent.isComposing && marked !== null && state?.value === marked)
          onChoose(String(marked))
      }}
    />
  )
}

/** Marks the first match when the list opens or the text changes; a mark that the library takes away at an arrow key stays away. */
const useFirstMarked = (state: ComboBoxState<unknown, 'single' | 'multiple'> | null) => {
  const searched = state?.isOpen ? state.inputValue : undefined
  // One drawing later: at a change of the text the library clears the mark, after the effects in here.
  const [marked, setMarked] = useState<string>()
  useEffect(() => setMarked(searched), [searched])
  const mark = useEffectEvent(() => {
    if (!state?.isOpen || state.selectionManager.focusedKey !== null) return
    state.selectionManager.setFocusedKey(state.collection.getFirstKey())
  })
  useEffect(() => {
    if (marked !== undefined) mark()
  }, [marked])
}
