import { type ReactNode, type Ref, useId, useMemo, useRef } from 'react'
import { mergeProps } from 'react-aria/mergeProps'
import { mergeRefs } from 'react-aria/mergeRefs'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { useMessages } from '../messages/index.ts'
import styles from './Button.module.css'
import { Hidden } from './Hidden.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { Tooltip } from './Tooltip.tsx'

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
  icon?: IconName | undefined
  iconEnd?: IconName | undefined
  /** The action is under way: pressing does nothing, focus stays, a turning mark is shown. */
  isPending?: boolean
  /** Taken away without a reason. Prefer disabledReason. */
  isDisabled?: boolean
  /** Why it cannot be done now. The button stays in the tab order; the reason is shown and read out. */
  disabledReason?: string | undefined
  /** More about it: shown on hover and focus, and read out after its name. */
  hint?: string
  /** Takes the whole width of its place. */
  isWide?: boolean | undefined
  ref?: Ref<HTMLButtonElement>
}

/** A button. With disabledReason it looks and says "disabled", keeps the focus and tells why. */
export function Button({ disabledReason, hint, ...props }: ButtonProps) {
  const description = disabledReason ?? hint
  return (
    <HintedButton
      {...props}
      isRefused={disabledReason !== undefined}
      {...{ description, hint: description }}
    />
  )
}

export interface IconButtonProps
  extends Omit<ButtonProps, 'children' | 'icon' | 'iconEnd' | 'isWide' | 'hint' | 'aria-label'> {
  icon: IconName
  /** Name of the action: read out, and shown as a tooltip. */
  label: string
}

/** A button that shows only an icon; its name is shown on hover and focus. */
export function IconButton({ label, variant = 'quiet', disabledReason, ...props }: IconButtonProps) {
  return (
    <HintedButton
      {...props}
      variant={variant}
      aria-label={label}
      isRefused={disabledReason !== undefined}
      description={disabledReason}
      hint={disabledReason ?? label}
    />
  )
}

interface HintedButtonProps extends Omit<ButtonProps, 'disabledReason' | 'hint'> {
  /** It looks and says "disabled"; the description tells why. */
  isRefused: boolean
  /** Read out after the name. */
  description: string | undefined
  /** What is shown on hover and focus. */
  hint: string | undefined
}

function HintedButton(props: HintedButtonProps) {
  const {
    isRefused,
    description,
    hint,
    variant = 'secondary',
    size = 'medium',
    icon,
    iconEnd,
    isWide,
    isPending,
    ...button
  } = props
  const { children, ref, onPress, ...rest } = button
  const t = useMessages('ui')
  const trigger = useRef<HTMLButtonElement>(null)
  const place = useMemo(() => mergeRefs(trigger, ref), [ref])
  const descriptionId = useId()
  const described = [props['aria-describedby'], description && descriptionId].filter(Boolean).join(' ')
  const pressing = isRefused
    ? { 'aria-disabled': true, type: 'button' as const, isDisabled: false, isPending: false }
    : { ...(onPress && { onPress }), isPending: isPending ?? false }
  return (
    <>
      <Tooltip text={hint} opensOnPress={isRefused || onPress === undefined} trigger={trigger}>
        {listening => (
          <AriaButton
            {...mergeProps(rest, listening)}
            {...pressing}
            ref={place}
            {...(described && { 'aria-describedby': described })}
            className={styles.button ?? ''}
            data-variant={variant}
            data-size={size}
            data-wide={isWide || undefined}
            data-icon-only={children === undefined || undefined}
          >
            {isPending && !isRefused ? (
              <Icon name="progress" label={t('loading')} />
            ) : (
              icon && <Icon name={icon} />
            )}
            {children !== undefined && <span className={styles.label}>{children}</span>}
            {iconEnd && <Icon name={iconEnd} />}
          </AriaButton>
        )}
      </Tooltip>
      {description && <Hidden id={descriptionId}>{description}</Hidden>}
    </>
  )
}
