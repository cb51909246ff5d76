import type { ReactNode } from 'react'
import { Dialog, type DialogProps, DialogTrigger } from 'react-aria-components/Dialog'
import { Button } from './Button.tsx'
import type { IconName } from './Icon.tsx'
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

export interface PanelButtonProps extends Pick<DialogPopoverProps, 'className' | 'children'> {
  icon: IconName
  /** Words of the button, and the name of its panel. */
  label: string
}

/** A button above a table, and the panel that it opens. */
export function PanelButton({ icon, label, ...panel }: PanelButtonProps) {
  const trigger = (
    <Button variant="quiet" icon={icon}>
      {label}
    </Button>
  )
  return <DialogPopover {...panel} trigger={trigger} title={label} placement="bottom end" />
}
