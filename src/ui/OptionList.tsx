import { Header } from 'react-aria-components/Header'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Text } from 'react-aria-components/Text'
import { useMessages } from '../messages/index.ts'
import choices from './Choices.module.css'
import { formatCount } from './format.ts'
import { Icon } from './Icon.tsx'
import styles from './OptionList.module.css'
import { isGrouped, type Option, type Options } from './options.ts'

/** The list in the popover of a select or combo box. */
export function OptionList({ options, label }: { options: Options; label?: string }) {
  return (
    <ListBox
      className={`${choices.list} ${styles.list}`}
      {...(label && { 'aria-label': label })}
      renderEmptyState={() => <NoMatches />}
    >
      {isGrouped(options)
        ? options.map(group => (
            // A group may be called like one of its options; the library would take it for its own parent, and never end.
            <ListBoxSection key={group.id} id={`group ${group.id}`} className={choices.section ?? ''}>
              <Header className={choices.heading ?? ''}>{group.label}</Header>
              {group.options.map(optionItem)}
            </ListBoxSection>
          ))
        : options.map(optionItem)}
    </ListBox>
  )
}

/** Apart, so that the list itself waits for nothing: the library reads its options before it draws them. */
function NoMatches() {
  const t = useMessages('ui')
  return <p className={styles.empty}>{t('noMatches')}</p>
}

function optionItem(option: Option) {
  const second = option.disabledReason ?? option.hint
  return (
    <ListBoxItem
      key={option.id}
      id={option.id}
      textValue={option.label}
      className={`${choices.item} ${styles.item}`}
      data-locked={option.disabledReason ? true : undefined}
      render={props => (
        <div {...(props as object)} aria-disabled={option.disabledReason ? true : undefined} />
      )}
    >
      {option.icon && <Icon name={option.icon} />}
      <span className={`${choices.text} ${styles.text}`}>
        <Text slot="label">{option.label}</Text>
        {second && (
          <Text slot="description" className={choices.hint ?? ''}>
            {second}
          </Text>
        )}
      </span>
      {option.count !== undefined && <span className={styles.count}>{formatCount(option.count)}</span>}
      <span className={styles.tick}>
        <Icon name={option.disabledReason ? 'lock' : 'check'} />
      </span>
    </ListBoxItem>
  )
}
