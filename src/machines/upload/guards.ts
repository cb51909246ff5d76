import { limits } from '../../domain/limits.ts'
import type { PickedFile } from './types.ts'

/** Whether a file is sent in parts, so that what has arrived of it need not be sent again. */
export const isLarge = (file: PickedFile | undefined): boolean =>
  file !== undefined && file.size > limits.uploadAtOnceBytes
