import type { ReactNode } from 'react'
import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection,
  MenuTrigger,
} from 'react-aria-components/Menu'
import { Text } from 'react-aria-components/Text'
import { IconButton } from './Button.tsx'
import choices from './Choices.module.css'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Menu.module.css'
import { Popover, type PopoverProps } from './Popover.tsx'

export interface MenuItem {
  id: string
  label: string
  icon?: IconName
  /** A second, quieter line. */
  hint?: string | undefined
  /** Goes to an address instead of calling onAction. */
  href?: string
  /** The chosen one of its group: shows a tick. */
  isCurrent?: boolean
  /** danger: cannot be undone. */
  tone?: 'danger'
  /** Why it cannot be done now. The item stays reachable by the arrow keys and is read out as disabled. */
  disabledReason?: string | undefined
}

export interface MenuGroup {
  id: string
  /** Heading; without it the group only has a line above. */
  label?: string
  items: readonly MenuItem[]
}

export interface MenuProps {
  /** Name of the menu, and of its button when no trigger is given. */
  label: string
  items: readonly MenuItem[] | readonly MenuGroup[]
  onAction?: (id: string) => void
  /** The Button or IconButton that opens it; three dots by default. */
  trigger?: ReactNode
  placement?: PopoverProps['placement']
}

/** A button that opens a list of actions. */
export function Menu({ label, items, onAction, trigger, placement = 'bottom end' }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger ?? <IconButton icon="more" label={label} size="small" />}
      <Popover aria-label={label} placement={placement}>
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
