import type { UploadContext } from './types.ts'

/** Whether the file is sent in parts, so that what has arrived of it need not be sent again. */
export const isLarge = ({ file, facts: { atOnceBytes } }: UploadContext): boolean =>
  file !== undefined && atOnceBytes !== undefined && file.size > atOnceBytes
