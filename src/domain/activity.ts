/**
 * Activity log types. 2, 4 and 10 are the specification's (2 §9); the others are ours.
 */
export const activityTypes = [
  { id: 1, code: 'uploadStarted' },
  { id: 2, code: 'uploaded' },
  { id: 3, code: 'submitted' },
  { id: 4, code: 'approved' },
  { id: 5, code: 'declined' },
  { id: 6, code: 'signOffRequested' },
  { id: 7, code: 'signedOff' },
  { id: 8, code: 'resubmissionRequested' },
  { id: 9, code: 'reprocessed' },
  { id: 10, code: 'nilReturnCreated' },
  { id: 11, code: 'uploadEnded' },
  { id: 12, code: 'historicAmendmentRequested' },
  { id: 13, code: 'credibilityIssuesRaised' },
  { id: 14, code: 'downloaded' },
  { id: 15, code: 'nilReturnWithdrawn' },
  { id: 16, code: 'formRefused' },
] as const

export type ActivityType = (typeof activityTypes)[number]
export type ActivityTypeId = ActivityType['id']

/** The id of a type of the activity log. */
export const activityTypeOf = (code: ActivityType['code']): ActivityTypeId =>
  // Every code is in the table.
  activityTypes.find(type => type.code === code)!.id

/** Whether the file name of an entry leads to its submission; that of a nil return does not (specification 2 §9). */
export const isFileLinked = (typeId: number): boolean => typeId !== 10 && typeId !== 15
