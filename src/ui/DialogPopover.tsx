import type { ReactNode } from 'react'
import { Dialog, type DialogProps, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover, type PopoverProps } from './Popover.tsx'

export interface DialogPopoverProps {
  /** The button that opens it. */
  trigger: ReactNode
  /** Name of what opens, read out. */
  title: string
  placement: PopoverProps['placement'] & string
  className: string | undefined
  children: DialogProps['children']
}

/** A button and the small panel that it opens. */
export function DialogPopover(props: DialogPopoverProps) {
  const { trigger, title, placement, className = '', children } = props
  return (
    <DialogTrigger>
      {trigger}
      <Popover placement={placement}>
        <Dialog className={className} aria-label={title}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
