/** Words of Manage Submissions and of the collection's activity log (specification 2 §2.6, §2.13, §8). */
export const texts = {
  title: 'Manage Submissions',
  lead: 'Upload a file for a collection, follow it through its checks, and submit it for approval.',
  submissionCount: (count: number) =>
    count === 0
      ? 'No submissions'
      : `${count.toLocaleString('en-GB')} ${count === 1 ? 'submission' : 'submissions'}`,
  notStarted: 'Not started',
  uploadFile: 'Upload File',
  uploadFileTo: (collection: string) => `Upload File to ${collection}`,
  moreActions: (collection: string) => `More actions for ${collection}`,
  activityLog: 'Activity log',
  table: {
    caption: (collection: string) => `Submissions of ${collection}`,
    columns: { file: 'File name', uploaded: 'Uploaded (UTC)', status: 'Status' },
    latest: 'Latest',
    nilReturn: 'Nil return: there is nothing to report for this collection.',
  },
  collectionsFailed: 'Error getting collections',
  submissionsFailed: 'Error getting submissions',
  loadingCollections: 'Loading collections',
  noCollections: {
    title: 'No collections',
    text: 'There is no open collection for your organisation at the moment.',
  },
  noSubmissions: 'No Submissions found for this collection',
  noSubmissionsHint: 'Upload a file to start.',
  activity: {
    title: 'Activity log',
    london: 'Dates and times are London time.',
  },
} as const
