export { Button, type ButtonProps, type ButtonVariant, IconButton, type IconButtonProps } from './Button.tsx'
export { LinkButton, type LinkButtonProps } from './LinkButton.tsx'
