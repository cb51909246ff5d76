import type { ReactNode } from 'react'
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components/Popover'
import styles from './Popover.module.css'

export interface PopoverProps extends Pick<AriaPopoverProps, 'placement' | 'offset' | 'aria-label'> {
  children: ReactNode
  /** trigger: at least as wide as what opened it, for lists of choices; content (default): as wide as it needs. */
  width?: 'trigger' | 'content'
}

/** The floating sheet shared by menus, lists of choices and small panels. */
export function Popover({ width = 'content', offset = 4, ...props }: PopoverProps) {
  return <AriaPopover {...props} offset={offset} className={styles.popover ?? ''} data-width={width} />
}
