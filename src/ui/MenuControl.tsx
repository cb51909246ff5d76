import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection,
  MenuTrigger,
} from 'react-aria-components/Menu'
import { Text } from 'react-aria-components/Text'
import choices from './Choices.module.css'
import type { FirstUse } from './firstUse.ts'
import { Icon } from './Icon.tsx'
import styles from './Menu.module.css'
import type { MenuGroup, MenuItem, MenuProps } from './Menu.tsx'
import { Popover } from './Popover.tsx'
import { TakingOver } from './TakingOver.tsx'

interface MenuControlProps extends MenuProps {
  firstUse: FirstUse | undefined
}

/** The button of a menu with the menu itself, in the place of its stand-in. */
export function MenuControl(props: MenuControlProps) {
  const { label, items, onAction, trigger, placement = 'bottom end', firstUse } = props
  return (
    <MenuTrigger>
      <TakingOver firstUse={firstUse}>{trigger}</TakingOver>
      <Popover aria-label={label} {...(placement ? { placement } : {})}>
        <AriaMenu className={choices.list ?? ''} aria-label={label}>
          {groupsOf(items).map(group => (
            <MenuSection
              key={group.id}
              id={group.id}
              className={choices.section ?? ''}
              aria-label={group.label ?? label}
            >
              {group.label && <Header className={choices.heading ?? ''}>{group.label}</Header>}
              {group.items.map(item => menuItem(item, onAction))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

function groupsOf(items: MenuProps['items']): readonly MenuGroup[] {
  const isGroup = (entry: MenuItem | MenuGroup): entry is MenuGroup => 'items' in entry
  const groups = items.filter(isGroup)
  return groups.length > 0
    ? groups
    : [{ id: 'all', items: items.filter(entry => !isGroup(entry)) as MenuItem[] }]
}

function menuItem(item: MenuItem, onAction: MenuProps['onAction']) {
  const locked = item.disabledReason !== undefined
  const second = item.disabledReason ?? item.hint
  const mark = { 'aria-disabled': locked || undefined, 'aria-current': item.isCurrent || undefined }
  return (
    <AriaMenuItem
      key={item.id}
      id={item.id}
      textValue={item.label}
      className={`${choices.item} ${styles.item}`}
      {...(item.href && !locked ? { href: item.href } : {})}
      onAction={() => {
        if (!locked) onAction?.(item.id)
      }}
      shouldCloseOnSelect={!locked}
      data-locked={locked || undefined}
      data-tone={item.tone}
      render={props =>
        'href' in props ? (
          <a {...props} {...mark} />
        ) : (
          <div {...(props as React.ComponentProps<'div'>)} {...mark} />
        )
      }
    >
      {item.icon && <Icon name={item.icon} />}
      <span className={choices.text}>
        <Text slot="label">{item.label}</Text>
        {second && (
          <Text slot="description" className={`${choices.hint} ${styles.hint}`}>
            {second}
          </Text>
        )}
      </span>
      {item.isCurrent && <Icon name="check" />}
      {locked && <Icon name="lock" />}
    </AriaMenuItem>
  )
}
