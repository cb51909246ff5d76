import type { FileRefusal } from './types.ts'

const units = [
  [1000 ** 3, 'GB'],
  [1000 ** 2, 'MB'],
  [1000, 'kB'],
] as const

const size = (bytes: number): string => {
  const unit = units.find(([least]) => bytes >= least)
  return unit ? `${(bytes / unit[0]).toFixed(1)} ${unit[1]}` : `${bytes} bytes`
}

/** A refused choice in words: what is wrong and what to do. */
export const refusalWords = (refusal: FileRefusal): string => {
  switch (refusal.kind) {
    case 'noneChosen':
      return 'No file was chosen. Choose one XML file.'
    case 'several':
      return `${refusal.count} files were chosen. Choose one XML file; a submission is a single file.`
    case 'wrongType':
      return `"${refusal.name}" is not an XML file. Choose a file whose name ends in .xml.`
    case 'empty':
      return `"${refusal.name}" is empty. Choose a file with content.`
    case 'tooLarge':
      return `"${refusal.name}" is too large: ${size(refusal.size)}, more than the limit of ${size(refusal.maxBytes)}.`
  }
}

/** What is read out while a file is checked (specification 2 §5). */
export const announcements = {
  validating: 'Validating file, please wait.',
  failed: 'File validation failed.',
} as const
