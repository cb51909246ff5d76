import type { ReactNode } from 'react'
import { Dialog, type DialogProps, DialogTrigger } from 'react-aria-components/Dialog'
import type { FirstUse } from './firstUse.ts'
import { Popover, type PopoverProps } from './Popover.tsx'
import { TakingOver } from './TakingOver.tsx'

export interface DialogPopoverProps {
  /** The button that opens it. */
  trigger: ReactNode
  firstUse: FirstUse | undefined
  /** Name of what opens, read out. */
  title: string
  placement: PopoverProps['placement'] & string
  className: string | undefined
  children: DialogProps['children']
}

/** A button and the small panel that it opens, in the place of a stand-in. */
export function DialogPopover(props: DialogPopoverProps) {
  const { trigger, firstUse, title, placement, className = '', children } = props
  return (
    <DialogTrigger>
      <TakingOver firstUse={firstUse}>{trigger}</TakingOver>
      <Popover placement={placement}>
        <Dialog className={className} aria-label={title}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
