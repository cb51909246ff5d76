export { notify, type ToastMessage } from './notify.ts'
export { Toasts } from './Toasts.tsx'
