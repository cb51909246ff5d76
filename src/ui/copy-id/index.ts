export { CopyId, type CopyIdProps } from './CopyId.tsx'
