import type { FileFindings, SchemaUse } from '../../../machines/upload/contract.ts'
import { formatBytes, formatCount } from '../../../ui/index.ts'

/** Words of the Upload page (specification 2 §2.7, §4.7, §5, §8). */
export const texts = {
  title: 'Upload file',
  forCollection: (collection: string) => `For ${collection}.`,
  lead: 'The file is checked in your browser first; nothing is sent until it can be read.',
  dropZone: 'Drag your XML file here',
  chooseFile: 'Browse files',
  chooseAnother: 'Choose another file',
  hint: (maxBytes: number | undefined) =>
    maxBytes === undefined ? 'One .xml file.' : `One .xml file of at most ${formatBytes(maxBytes)}.`,
  refusalTitle: 'This file cannot be used',
  validating: 'Validating file, please wait.',
  validatingShare: 'Checking the file in your browser',
  validationFailed: 'File validation failed.',
  validationPassed: 'File validation passed.',
  validationFound: 'File validation found errors.',
  validationFault: { code: 'Code', message: 'Message', line: 'Line', column: 'Column' },
  validationHelp: 'Correct the file and choose it again. Nothing has been uploaded.',
  ready: 'Ready to upload',
  readyHint: ({ schema, keysUnchecked }: FileFindings) =>
    [...schemaHints(schema), keysUnchecked && hints.keysUnchecked, hints.next].filter(Boolean).join(' '),
  refused: 'The file would be refused',
  findings: {
    title: (count: number) =>
      count === 1 ? 'One schema error was found' : `${formatCount(count)} schema errors were found`,
    text: (version: string) =>
      `The file can be read, but it does not fit the schema ${version} of the collection. You may upload it all the same; processing will then stop at the schema check.`,
    refused: {
      title: 'This file would be refused after the upload',
      text: (item: string, found: string, expected: string) =>
        `${item}: found ${found}, expected ${expected}.`,
    },
    more: (shown: number, total: number) =>
      `The first ${formatCount(shown)} of ${formatCount(total)} are shown.`,
    caption: 'Schema errors',
    columns: {
      line: 'Line',
      column: 'Column',
      message: 'Error',
      value: 'Value',
      expected: 'Expected',
      path: 'Where',
    },
    groups: {
      caption: 'Schema errors by field and kind',
      captionOfFirst: (kept: number) => `The first ${formatCount(kept)} schema errors by field and kind`,
      columns: {
        count: 'Errors',
        place: 'Field',
        code: 'Kind',
        expected: 'Expected',
        firstLine: 'First in line',
      },
    },
    save: 'Download all schema errors',
    fileName: (name: string) => `SchemaErrors.${name.replace(/\.xml$/i, '')}.csv`,
    upload: 'Upload all the same',
  },
  checkFailed: {
    title: 'The file could not be read',
    text: 'It may have been moved, changed or closed since you chose it. Choose it again.',
  },
  upload: 'Upload file',
  checkingFacts: 'Checking whether a file can be uploaded.',
  uploading: 'Uploading',
  uploadingFile: (name: string) => `Uploading ${name}`,
  starting: 'Starting the upload',
  finishing: 'Waiting for the store to confirm the file',
  cancel: 'Cancel',
  cancelling: 'Cancelling the upload',
  speed: (bytesPerSecond: number) => `${formatBytes(bytesPerSecond)}/s`,
  timeLeft: (seconds: number) => `about ${words(seconds)} left`,
  stayHere: 'Keep this page open until the upload has finished.',
  leave: {
    title: 'Leave and cancel the upload?',
    text: 'The upload is still under way. If you leave this page it is cancelled and you have to start again.',
    stay: 'Stay on this page',
    leave: 'Leave and cancel',
  },
  failed: {
    title: 'Upload failed',
    text: 'We were unable to upload your file or the upload was cancelled.',
    back: 'Back',
    again: 'Try again',
  },
  done: {
    title: 'File uploaded',
    fileName: 'File name',
    uploaded: 'Upload date',
    uploadedBy: 'Uploaded by',
    size: 'Size',
    hash: 'File hash (SHA-256)',
    download: 'Download Original File',
    downloadFailed: 'The file could not be downloaded.',
    another: 'Upload a new file',
  },
  underWayElsewhere: {
    title: 'An upload is under way',
    text: 'This file is being uploaded in another window. This page moves on by itself when it has arrived.',
  },
  nilReturn: 'A nil return is recorded for this collection: there is no file.',
} as const

const hints = {
  readable: 'The file can be read.',
  none: 'The collection has no schema yet, so nothing else could be checked.',
  unavailable: 'The schema could not be fetched; whether the file fits it is checked after the upload.',
  keysUnchecked: 'It has more keys than can be compared here; the rest is compared after the upload.',
  next: 'The quality rules run after the upload.',
}

function schemaHints(schema: SchemaUse): string[] {
  if (schema.kind !== 'checked') return [hints.readable, hints[schema.kind]]
  return [`The file can be read and fits the schema ${schema.version}.`]
}

function words(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`
}
