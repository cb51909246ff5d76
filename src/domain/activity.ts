/**
 * Activity log types. 2, 4 and 10 are the specification's (2 §9); the others are ours.
 */
export const activityTypes = [
  { id: 1, name: 'Upload started' },
  { id: 2, name: 'Uploaded' },
  { id: 3, name: 'Submitted for approval' },
  { id: 4, name: 'Approval' },
  { id: 5, name: 'Declined' },
  { id: 6, name: 'Sign-off requested' },
  { id: 7, name: 'Signed off' },
  { id: 8, name: 'Resubmission requested' },
  { id: 9, name: 'Re-processed' },
  { id: 10, name: 'Nil return created' },
  { id: 11, name: 'Upload cancelled or failed' },
  { id: 12, name: 'Historic amendment requested' },
  { id: 13, name: 'Credibility issues raised' },
  { id: 14, name: 'Downloaded' },
] as const

export type ActivityType = (typeof activityTypes)[number]
export type ActivityTypeId = ActivityType['id']

/** Whether the file name of an entry leads to its submission; that of a nil return does not (specification 2 §9). */
export const isFileLinked = (typeId: number): boolean => typeId !== 10
