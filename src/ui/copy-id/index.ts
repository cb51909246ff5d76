export { CopyId, type CopyIdProps, Id } from './CopyId.tsx'
