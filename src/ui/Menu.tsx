import type { ReactNode } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
import { IconButton } from './Button.tsx'
import { useStandIn } from './firstUse.ts'
import type { IconName } from './Icon.tsx'
import { lazyParts } from './lazyParts.ts'
import type { PopoverProps } from './Popover.tsx'

export interface MenuItem {
  id: string
  label: string
  icon?: IconName
  /** A second, quieter line. */
  hint?: string
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

const takesKey = (key: string): boolean => key === 'ArrowDown' || key === 'ArrowUp'

/** A button that opens a list of actions. */
export function Menu({ trigger, ...props }: MenuProps) {
  const { code, firstUse, button } = useStandIn(lazyParts.menu, { popup: 'menu', takesKey })
  const opener = trigger ?? <IconButton icon="more" label={props.label} size="small" />
  if (code) return <code.MenuControl {...props} trigger={opener} firstUse={firstUse} />
  return <ButtonContext value={button}>{opener}</ButtonContext>
}
