import { product } from '../../../domain/product.ts'
import type { ProcessingProgress } from '../../../domain/wire/progress.ts'
import { formatBytesOf, formatCount } from '../../../ui/index.ts'
import type { GroupId, GroupState } from './steps.ts'

const words: Record<GroupId, Record<GroupState, string>> = {
  fileChecking: {
    waiting: 'File checking',
    running: 'File checking',
    passed: 'File checking passed',
    failed: 'File checking failed',
    error: 'File checking error',
  },
  schemaCheck: {
    waiting: 'Schema check',
    running: 'Schema check',
    passed: 'Schema check passed',
    failed: 'Schema check failed',
    error: 'Schema check error',
  },
  rightToProcess: {
    waiting: 'Right to process',
    running: 'Right to process',
    passed: 'Right to process check passed',
    failed: 'Right to process check failed',
    error: 'Right to process check error',
  },
  enrichment: {
    waiting: 'Enrichment',
    running: 'Enrichment',
    passed: 'Enrichment passed',
    failed: 'Enrichment failed',
    error: 'Enrichment error',
  },
  qualityRules: {
    waiting: 'Quality rules',
    running: 'Quality rules',
    passed: 'Quality rules passed',
    failed: 'Quality rules failed',
    error: 'Quality rules error',
  },
  complete: {
    waiting: 'Quality processing complete',
    running: 'Quality processing complete',
    passed: 'Quality processing complete',
    failed: 'Quality processing failed',
    error: 'Quality processing error',
  },
}

/** What a stage counts, where the group shows more than one stage. */
const counted: Readonly<Record<string, string>> = {
  CREDIBILITY: 'credibility reports',
  COLLECTION_REPORTS: 'parts of the additional reports',
}

/** Words of the Processing page (specification 2 §2.8, §5, §9). */
export const texts = {
  title: 'Processing',
  steps: 'Processing steps',
  group: (id: GroupId, state: GroupState) => words[id][state],
  states: {
    waiting: 'Waiting',
    running: 'In progress',
    passed: 'Passed',
    failed: 'Failed',
    error: 'Error',
  } satisfies Record<GroupState, string>,
  about: {
    fileChecking: 'The stored file is compared with what was sent.',
    schemaCheck: "The file is read and compared with the collection's schema.",
    rightToProcess: 'The header shows whether this file may be processed for your organisation.',
    enrichment: 'The records are loaded, linked to last year and given derived fields.',
    qualityRules: 'Every quality rule is applied to the record.',
    complete: 'Credibility reports and additional reports are made.',
  } satisfies Record<GroupId, string>,
  took: (milliseconds: number) =>
    milliseconds < 1000
      ? 'Took less than a second'
      : milliseconds < 60_000
        ? `Took ${(milliseconds / 1000).toFixed(1)} s`
        : `Took ${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`,
  amount: ({ step, done, total, unit }: ProcessingProgress) => {
    if (unit === 'bytes') return formatBytesOf(done, total)
    return `${formatCount(done)} of ${formatCount(total)} ${counted[step] ?? unit}`
  },
  waiting: 'Waiting for its turn',
  mayClose: 'You may close this page',
  mayCloseText: 'Processing goes on without it. The page shows the same on any device when you come back.',
  fileName: 'File name',
  uploaded: 'Upload date',
  systemError: {
    title: 'Processing stopped because of a fault on our side',
    text: `Your file is not at fault and you do not have to do anything. ${product.name} has been told and will re-process it; this page then moves on by itself.`,
  },
  schemaFailed: {
    title: 'Schema check failed',
    text: 'The file does not fit the schema of the collection. Correct the errors below and upload the file again.',
    section: 'Schema validation errors',
    caption: 'Schema validation errors',
    columns: { line: 'LineNumber', error: 'Error', details: 'Details' },
    limited:
      'This report is limited to 100 rows. To see all errors, please download the full report using the download icon next to Schema check failed',
    download: 'Download the full schema report',
    downloadFailed: 'The schema report could not be downloaded.',
    loadFailed: 'The schema errors failed to load.',
    none: 'No errors are recorded for this check.',
    column: (column: number) => `column ${column}`,
    value: 'Value',
    expected: 'Expected',
    within: 'In',
  },
  rightToProcessFailed: {
    title: 'Right to process check failed',
    text: 'This file may not be processed, so no further check was made. Its content is removed after 24 hours.',
    none: 'The check failed without a reason.',
  },
  uploadAnother: 'Upload a new file',
  uploadFailed: 'The file did not arrive. Go back to Upload to send it again.',
} as const
