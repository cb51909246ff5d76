import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import type { IconName } from './Icon.tsx'
import { lazyModule } from './lazyModule.ts'
import { NotLoaded } from './NotLoaded.tsx'
import { OpenerButton, useOpener } from './opener.ts'
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

const code = lazyModule(() => import('./MenuPanel.tsx'))

/** A button that opens a list of actions. The list is loaded when the button is first hovered, focused or pressed. */
export function Menu({ label, items, onAction, trigger, placement = 'bottom end' }: MenuProps) {
  const { opener, module, hasFailed } = useOpener('menu', code)
  return (
    <>
      <OpenerButton opener={opener}>
        {trigger ?? <IconButton icon="more" label={label} size="small" />}
      </OpenerButton>
      {module && <module.MenuPanel {...{ label, items, onAction, placement, opener }} />}
      {hasFailed && <NotLoaded />}
    </>
  )
}
