import { type ReactNode, type Ref, useId } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { Hidden } from '../hidden/index.ts'
import { Icon, type IconName } from '../icon/index.ts'
import { Tooltip } from '../tooltip/index.ts'
import { words } from '../words.ts'
import styles from './Button.module.css'

/** primary: the one action of a page; secondary: others; quiet: in rows and bars; danger: cannot be undone. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps
  extends Pick<
    AriaButtonProps,
    | 'onPress'
    | 'onBlur'
    | 'type'
    | 'form'
    | 'name'
    | 'value'
    | 'autoFocus'
    | 'slot'
    | 'id'
    | 'aria-label'
    | 'aria-describedby'
    | 'aria-expanded'
    | 'aria-controls'
    | 'aria-pressed'
    | 'aria-haspopup'
  > {
  children?: ReactNode
  variant?: ButtonVariant
  size?: 'medium' | 'small' | 'large'
  icon?: IconName
  iconEnd?: IconName
  /** The action is under way: pressing does nothing, focus stays, a turning mark is shown. */
  isPending?: boolean
  /** Taken away without a reason. Prefer disabledReason. */
  isDisabled?: boolean
  /** Why it cannot be done now. The button stays in the tab order; the reason is shown and read out. */
  disabledReason?: string | undefined
  /** Takes the whole width of its place. */
  isWide?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button. With disabledReason it looks and says "disabled", keeps the focus and tells why. */
export function Button({ disabledReason, ...props }: ButtonProps) {
  if (!disabledReason) return <PlainButton {...props} />
  return <ExplainedButton {...props} reason={disabledReason} />
}

function ExplainedButton({ reason, ...props }: Omit<ButtonProps, 'disabledReason'> & { reason: string }) {
  const id = useId()
  const described = [props['aria-describedby'], id].filter(Boolean).join(' ')
  return (
    <>
      <Tooltip text={reason}>
        <PlainButton
          {...props}
          type="button"
          onPress={undefined}
          aria-describedby={described}
          aria-disabled="true"
          isPending={false}
          isDisabled={false}
        />
      </Tooltip>
      <Hidden id={id}>{reason}</Hidden>
    </>
  )
}

type PlainButtonProps = Omit<ButtonProps, 'disabledReason'> & Pick<AriaButtonProps, 'aria-disabled'>

function PlainButton({
  variant = 'secondary',
  size = 'medium',
  icon,
  iconEnd,
  isWide,
  isPending,
  children,
  ...props
}: PlainButtonProps) {
  return (
    <AriaButton
      {...props}
      isPending={isPending ?? false}
      className={styles.button ?? ''}
      data-variant={variant}
      data-size={size}
      data-wide={isWide || undefined}
      data-icon-only={children === undefined || undefined}
    >
      {isPending ? <Icon name="progress" label={words.loading} /> : icon && <Icon name={icon} />}
      {children !== undefined && <span className={styles.label}>{children}</span>}
      {iconEnd && <Icon name={iconEnd} />}
    </AriaButton>
  )
}

export interface IconButtonProps
  extends Omit<ButtonProps, 'children' | 'icon' | 'iconEnd' | 'isWide' | 'aria-label'> {
  icon: IconName
  /** Name of the action: read out, and shown as a tooltip. */
  label: string
}

/** A button that shows only an icon; its name is shown on hover and focus. */
export function IconButton({ label, variant = 'quiet', ...props }: IconButtonProps) {
  const button = <Button {...props} variant={variant} aria-label={label} />
  if (props.disabledReason) return button
  return <Tooltip text={label}>{button}</Tooltip>
}
