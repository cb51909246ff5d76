/** Words of the failures view. */
export const texts = {
  caption: 'Statuses that stop a submission',
  none: 'No submission of this collection has come to grief.',
  failed: 'The failures failed to load.',
  loading: 'Looking for failures',
  columns: {
    status: 'Status',
    current: 'There now',
    visits: 'Ever',
    reason: 'Last reason',
    last: 'Last',
    retries: 'Retries',
  },
  noReason: 'No reason was given.',
  here: (status: string) => `Submissions at "${status}"`,
  captionHere: 'Submissions that stand there now',
  columnsHere: { file: 'File', provider: 'Provider', since: 'Since', action: 'Re-process' },
  reprocess: 'Re-process',
  dialog: {
    title: 'Re-process this submission?',
    text: (file: string, provider: string) =>
      `The stored file ${file} of ${provider} is processed again from the first step, as a new submission.`,
    kept: 'What is kept: the file as it was uploaded with its hash, this submission with its status, history and findings. What is made anew: checks, derived fields, rule results and reports. The new submission takes the place of the latest one.',
    confirm: 'Re-process',
    cancel: 'Cancel',
  },
  done: (provider: string) => `${provider} is being re-processed`,
} as const
