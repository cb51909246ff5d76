import type { FileRefusal, PickedFile, UploadFacts } from './types.ts'

/** Ends in .xml in either case, and holds nothing that could hide another ending. */
const isXmlName = (name: string): boolean => /\.xml$/i.test(name) && !/%00|\p{Cc}/u.test(name)

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
  if (file.size > maxBytes) return { kind: 'tooLarge', name: file.name, size: file.size, maxBytes }
  return undefined
}
