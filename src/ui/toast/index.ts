export { notify, type ToastMessage, Toasts } from './Toast.tsx'
