export { Popup, PopupGroup, PopupItem, type PopupItemProps, type PopupProps } from './Popup.tsx'
