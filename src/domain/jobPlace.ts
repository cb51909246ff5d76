import { type TagOf, taggedPlaces } from './places.ts'

/*
 * The kinds of jobs, and where jobs and their rows stand (specification 1 §3 "Job status enumeration"; decisions §10 "Jobs"): what
 * every live connection needs to know of them. What follows from these is in `job.ts`.
 */

/** Each row is a decision of the lifecycle about a provider's latest submission. */
export const submissionJobKinds = ['REPROCESS', 'HISTORIC_AMENDMENT'] as const
export type SubmissionJobKind = (typeof submissionJobKinds)[number]

/**
 * What is done row after row, by the chart `job`. IRIS: each row is an output for a regulator that is made again of a submission
 * (decisions §13). IMPACT finds out what a specification would change in the results of each submission, and changes nothing.
 */
export const rowJobKinds = [...submissionJobKinds, 'IRIS', 'IMPACT'] as const
export type RowJobKind = (typeof rowJobKinds)[number]

/**
 * Every kind. A delivery makes one package of all its rows, a pseudonymisation one file of its only one: each by the chart of its
 * own name, of whose place follows where it stands as a job.
 */
export const jobKinds = [...rowJobKinds, 'DELIVERY', 'PSEUDONYMISATION'] as const
export type JobKind = (typeof jobKinds)[number]

/**
 * Where a job stands, or that nobody has asked for it. CANCELLED: a person ended it; what was decided until then stands.
 * underWay: something follows by itself.
 */
export const jobTags = taggedPlaces({
  NONE: [],
  NEW: ['underWay'],
  IN_PROGRESS: ['underWay'],
  COMPLETED: [],
  COMPLETED_WITH_ERRORS: [],
  CANCELLED: [],
  FAILED: [],
})
export type JobTag = TagOf<typeof jobTags>
export const jobPlaces = jobTags.places
export type JobPlace = (typeof jobPlaces)[number]
export type JobStateName = Exclude<JobPlace, 'NONE'>

/** Whether somebody has asked for it, so that it has a state. */
export const isJobMade = (place: JobPlace): place is JobStateName => place !== 'NONE'

/** The states of jobs that somebody has asked for. */
export const jobStates = jobPlaces.filter(isJobMade)

/** Where a row stands: LEFT was not decided because the job ended before. */
export const jobRowStates = ['WAITING', 'DONE', 'REFUSED', 'LEFT'] as const
export type JobRowState = (typeof jobRowStates)[number]
