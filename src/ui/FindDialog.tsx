import type { ReactNode } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import { Text } from 'react-aria-components/Text'
import choices from './Choices.module.css'
import { ControlBox } from './ControlBox.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './FindDialog.module.css'
import { controlClass, fieldClass } from './fieldClasses.ts'
import { Icon } from './Icon.tsx'
import type { OptionGroup } from './options.ts'

export interface FindDialogProps {
  title: string
  /** Says what can be found: name of the field, and shown in it while it is empty. */
  label: string
  /** Name of the list. */
  listLabel: string
  typed: string
  onType: (text: string) => void
  /** Enter with nothing to choose: search now. */
  onSearch: () => void
  groups: readonly OptionGroup[]
  onChoose: (id: string) => void
  onClose: () => void
  /** One line below the list: what is happening, or what else to do. It is read out when it changes. */
  status: ReactNode
}

/** Whether an arrow key has marked a result that is still there. */
const isMarked = (input: HTMLElement): boolean => {
  const id = input.getAttribute('aria-activedescendant')
  return id !== null && input.ownerDocument.getElementById(id) !== null
}

/**
 * A dialog that finds things of several kinds by typing. Enter chooses the first result, arrow keys mark another, Esc closes. The focus stays in the field.
 */
export function FindDialog(props: FindDialogProps) {
  const { title, label, listLabel, typed, onType, onSearch, groups, onChoose, onClose, status } = props
  const first = groups[0]?.options[0]?.id
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Autocomplete inputValue={typed} onInputChange={onType} disableAutoFocusFirst>
        <SearchField aria-label={label} className={fieldClass} autoFocus>
          <ControlBox icon="search">
            <Input
              className={controlClass}
              placeholder={label}
              onKeyDownCapture={event => {
                // The library would clear the text first; people press Esc once to leave.
                if (event.key === 'Escape') {
                  event.stopPropagation()
                  onClose()
                }
                // The library marks the first result of the first list only; in later lists it marks one that is gone.
                const { currentTarget, nativeEvent } = event
                if (event.key !== 'Enter' || nativeEvent.isComposing || isMarked(currentTarget)) return
                event.stopPropagation()
                if (first === undefined) onSearch()
                else onChoose(first)
              }}
            />
          </ControlBox>
        </SearchField>
        <ListBox
          aria-label={listLabel}
          className={`${choices.list} ${styles.list}`}
          selectionMode="none"
          shouldFocusWrap
          onAction={id => onChoose(String(id))}
        >
          {groups.map(group => (
            <ListBoxSection key={group.id} id={`group ${group.id}`} className={choices.section ?? ''}>
              <Header className={choices.heading ?? ''}>{group.label}</Header>
              {group.options.map(option => (
                <ListBoxItem
                  key={option.id}
                  id={option.id}
                  textValue={option.label}
                  className={`${choices.item} ${styles.item}`}
                >
                  {option.icon && <Icon name={option.icon} />}
                  <span className={choices.text}>
                    <Text slot="label">{option.label}</Text>
                    {option.hint && (
                      <Text slot="description" className={choices.hint ?? ''}>
                        {option.hint}
                      </Text>
                    )}
                  </span>
                </ListBoxItem>
              ))}
            </ListBoxSection>
          ))}
        </ListBox>
      </Autocomplete>
      <div className={styles.status} role="status">
        {status}
      </div>
    </Dialog>
  )
}
