import { formatBytes, formatCount } from '../../../ui/format/index.ts'

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
  validationFault: { code: 'Code', message: 'Message', line: 'Line', column: 'Column' },
  validationHelp: 'Correct the file and choose it again. Nothing has been uploaded.',
  ready: 'Ready to upload',
  readyHint: (schema: string | null) =>
    schema === null
      ? 'The file can be read. Whether it fits the schema is checked after the upload.'
      : `The file can be read and fits the schema ${schema}. The quality rules run after the upload.`,
  findings: {
    title: (count: number) =>
      count === 1 ? 'One schema error was found' : `${formatCount(count)} schema errors were found`,
    text: 'The file can be read, but it does not fit the schema of the collection. You may upload it all the same; processing will then stop at the schema check.',
    more: (shown: number, total: number) =>
      `The first ${formatCount(shown)} of ${formatCount(total)} are shown.`,
    caption: 'Schema errors',
    columns: { line: 'Line', column: 'Column', message: 'Error', path: 'Where' },
    upload: 'Upload all the same',
  },
  checkFailed: {
    title: 'The file could not be read',
    text: 'It may have been moved, changed or closed since you chose it. Choose it again.',
  },
  upload: 'Upload file',
  mayNot: 'You do not have a valid role to upload a file.',
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
    noDownload: 'You do not have a valid role to download the file.',
    another: 'Upload a new file',
  },
  underWayElsewhere: {
    title: 'An upload is under way',
    text: 'This file is being uploaded in another window. This page moves on by itself when it has arrived.',
  },
  nilReturn: 'A nil return is recorded for this collection: there is no file.',
} as const

function words(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`
}
