import type { FileRefusal } from './contract.ts'

const megabyte = 1024 ** 2

const size = (bytes: number): string =>
  bytes >= 1024 * megabyte
    ? `${(bytes / (1024 * megabyte)).toFixed(1)} GB`
    : `${(bytes / megabyte).toFixed(1)} MB`

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
      return `"${refusal.name}" is ${size(refusal.size)}; the limit is ${size(refusal.maxBytes)}.`
  }
}

/** What is read out while a file is checked (specification 2 §5). */
export const announcements = {
  validating: 'Validating file, please wait.',
  failed: 'File validation failed.',
} as const
