import { isJobOver } from './job.ts'
import { isJobMade, type JobPlace } from './jobPlace.ts'
import { type TagOf, taggedPlaces } from './places.ts'
import { hasResults, type StatusName, type SubmissionMode, statuses } from './status.ts'

/*
 * The pseudonymised form of a submission's record, made on request for who analyses it (specification 1 §2, §4; decisions §13).
 */

/**
 * Where a task stands. WAITING: no worker has begun; FAILED stays until an administrator resets it; CANCELLED: a person ended it
 * before it was made.
 */
export const pseudonymisationTags = taggedPlaces({
  NONE: [],
  WAITING: [],
  WORKING: [],
  SUCCEEDED: ['made'],
  FAILED: [],
  CANCELLED: ['cancelled'],
})
export type PseudonymisationTag = TagOf<typeof pseudonymisationTags>
export const pseudonymisationPlaces = pseudonymisationTags.places
export type PseudonymisationPlace = (typeof pseudonymisationPlaces)[number]

/** Whether the pseudonymised form is there to be fetched. */
export const isPseudonymised = (place: PseudonymisationPlace): boolean =>
  pseudonymisationTags.has(place, 'made')

/** Whether a person ended the task before it was done. */
export const isPseudonymisationCancelled = (place: PseudonymisationPlace): boolean =>
  pseudonymisationTags.has(place, 'cancelled')

/** `dpsFileStatus` on the wire; null where it can be asked for. */
export const dpsFileStatuses = ['Pending', 'Success', 'Failed'] as const
export type DpsFileStatus = (typeof dpsFileStatuses)[number]

const wireNames: Readonly<Record<PseudonymisationPlace, DpsFileStatus | null>> = {
  NONE: null,
  WAITING: 'Pending',
  WORKING: 'Pending',
  SUCCEEDED: 'Success',
  FAILED: 'Failed',
  // The specification has no word of its own: what was cancelled can be asked for, as what nobody has asked for.
  CANCELLED: null,
}

/** The status of a task as the wire names it. */
export const dpsFileStatusOf = (place: PseudonymisationPlace): DpsFileStatus | null => wireNames[place]

const jobPlacesOf: Readonly<Record<PseudonymisationPlace, JobPlace>> = {
  NONE: 'NONE',
  WAITING: 'NEW',
  WORKING: 'IN_PROGRESS',
  SUCCEEDED: 'COMPLETED',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
}

/** Where a task stands as a job (decisions §10 "Jobs"); one that was reset is asked for by nobody. */
export const pseudonymisationJobPlace = (place: PseudonymisationPlace): JobPlace => jobPlacesOf[place]

/** Where tasks stand that are jobs, and those of them that have come to their end. */
export const pseudonymisationJobPlaces = () => ({
  asked: pseudonymisationPlaces.filter(place => isJobMade(jobPlacesOf[place])),
  over: pseudonymisationPlaces.filter(place => isJobOver(jobPlacesOf[place])),
})

/**
 * Whether a submission has everything that is checked of it: live, and at or beyond Quality processing complete. A nil return
 * has nothing to analyse.
 */
export const isReadyForAnalysis = (submission: { mode: SubmissionMode; status: StatusName }): boolean =>
  submission.mode === 'live' && hasResults(submission.status)

/** Ids of the statuses in which a live submission is listed. */
export const readyStatusIds = (): number[] =>
  statuses.filter(({ name }) => isReadyForAnalysis({ mode: 'live', status: name })).map(({ id }) => id)

/** Purpose whose key makes the pseudonyms of the agency's own analysis. */
export const agencyPurpose = 'agency-analysis'
