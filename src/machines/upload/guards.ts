import { limits } from '../../domain/limits.ts'
import type { FileRefusal, PickedFile, UploadFacts } from './types.ts'

/** Ends in .xml in either case, and holds nothing that could hide another ending. */
const isXmlName = (name: string): boolean => /\.xml$/i.test(name) && !/%00|\p{Cc}/u.test(name)

/** Whether a file is sent in parts, so that what has arrived of it need not be sent again. */
export const isLarge = (file: PickedFile | undefined): boolean =>
  file !== undefined && file.size > limits.uploadAtOnceBytes

/** Whether these files can be the one whose upload was begun: one, of its size. Its parts are compared before it is sent. */
export const isExpectedSize = (files: readonly PickedFile[], expected: Pick<PickedFile, 'size'>): boolean =>
  files.length === 1 && files[0]?.size === expected.size

/**
 * Why these files cannot be taken, undefined when they can: exactly one, named .xml (or .XML), not empty, within the
 * limit (specification 2 §5; decisions §7).
 */
export const refusalOf = (
  files: readonly PickedFile[],
  { maxBytes }: UploadFacts,
): FileRefusal | undefined => {
  const [file] = files
  if (!file) return { kind: 'noneChosen' }
  if (files.length > 1) return { kind: 'several', count: files.length }
  if (!isXmlName(file.name)) return { kind: 'wrongType', name: file.name }
  if (file.size === 0) return { kind: 'empty', name: file.name }
  if (maxBytes !== undefined && file.size > maxBytes)
    return { kind: 'tooLarge', name: file.name, size: file.size, maxBytes }
  return undefined
}
