import type { ReactNode } from 'react'
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components/Popover'
import styles from './Popover.module.css'
import type { Opener } from './useOpener.ts'

export interface PopoverProps extends Pick<AriaPopoverProps, 'placement' | 'offset' | 'aria-label'> {
  children: ReactNode
  /** trigger: at least as wide as what opened it, for lists of choices; content (default): as wide as it needs. */
  width?: 'trigger' | 'content'
  /** What opens it, where it does not stand within a trigger of React Aria. */
  opener?: Opener
}

/** The floating sheet shared by menus, lists of choices and small panels. */
export function Popover({ width = 'content', offset = 4, opener, ...props }: PopoverProps) {
  const own = opener && {
    triggerRef: opener.button.ref,
    isOpen: opener.isOpen,
    onOpenChange: opener.setOpen,
  }
  return (
    <AriaPopover {...props} {...own} offset={offset} className={styles.popover ?? ''} data-width={width} />
  )
}
