export { DropZone, type DropZoneProps, type FileRefusal } from './DropZone.tsx'
export { FileCard, type FileCardProps } from './FileCard.tsx'
