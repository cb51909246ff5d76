/** Words that pages of several areas use. */
export const texts = {
  tryAgain: 'Try again',
  back: 'Back',
  loading: 'Loading',
  details: 'Details',
  activity: {
    caption: 'What happened in this collection',
    columns: {
      created: 'Date',
      provider: 'Provider',
      filename: 'File name',
      username: 'User',
      type: 'Activity',
    },
    failed: 'Could not load Activity Log, please contact the administrator.',
    empty: 'No results found.',
  },
} as const
