import * as z from 'zod/mini'
import { collectionStateNames } from '../collection.ts'
import type { CommitBlockers } from '../commitStatus.ts'
import { type StatusName, statusById, statusOf, submissionModes } from '../status.ts'
import { instant, instId } from './common.ts'

/** The facts that the lifecycle's guards read, so that the browser asks the same chart (`Facts`). */
export const lifecycleFacts = z.object({
  submissionId: z.string(),
  instId,
  mode: z.enum(submissionModes),
  /** Left out where nobody did, or where the viewer may not read who (`factsSeenBy`); old events do not name them. */
  uploaderId: z.optional(z.string()),
  submitterId: z.optional(z.string()),
  keyMakerId: z.optional(z.string()),
  approverId: z.optional(z.string()),
  /** Absent in old events. */
  approversDiffer: z.optional(z.boolean()),
  isFormReturned: z.optional(z.boolean()),
  isLatest: z.boolean(),
  hasStoredFile: z.boolean(),
  collectionState: z.enum(collectionStateNames),
  allowSubmissions: z.boolean(),
  pauseReason: z.optional(z.string()),
  onboarded: z.boolean(),
  /** Id of the latest submission's status, null when there is none. */
  latestStatusId: z.nullable(z.number()),
  uploadUnderWay: z.boolean(),
  riskCode: z.string(),
  countryCode: z.string(),
  regulatorCode: z.string(),
  blockers: z.object({
    isNotLatest: z.boolean(),
    notCollectionEndDate: z.boolean(),
    operationalFailures: z.boolean(),
    /** True = a transfer still lacks the other provider's consent; the name is historic (decisions §3). */
    pgrTransferConsentGiven: z.boolean(),
  }),
  /** When one of these changes by time alone, without a message: it has to be asked for again then. */
  changesAt: z.optional(instant),
})

export type FactsWire = z.output<typeof lifecycleFacts>

type BlockersWire = FactsWire['blockers']

/** The blockers under our own names. */
export const blockersFromWire = ({ pgrTransferConsentGiven, ...rest }: BlockersWire): CommitBlockers => ({
  ...rest,
  lacksTransferConsent: pgrTransferConsentGiven,
})

/** The blockers under the names of the specification. */
export const blockersToWire = ({ lacksTransferConsent, ...rest }: CommitBlockers): BlockersWire => ({
  ...rest,
  pgrTransferConsentGiven: lacksTransferConsent,
})

/** The guards' facts as the chart knows them, from the wire. */
export const factsFromWire = ({ latestStatusId, blockers, ...facts }: FactsWire) => ({
  ...facts,
  uploaderId: facts.uploaderId,
  submitterId: facts.submitterId,
  keyMakerId: facts.keyMakerId,
  latestStatus: latestStatusId === null ? undefined : statusById(latestStatusId)?.name,
  blockers: blockersFromWire(blockers),
})

/** The guards' facts for the wire. */
export const factsToWire = ({
  latestStatus,
  blockers,
  ...facts
}: Omit<FactsWire, 'latestStatusId' | 'blockers'> & {
  latestStatus: StatusName | undefined
  blockers: CommitBlockers
}): FactsWire => ({
  ...facts,
  latestStatusId: latestStatus === undefined ? null : statusOf(latestStatus).id,
  blockers: blockersToWire(blockers),
})

/**
 * The facts as one person reads them: who uploaded and submitted, and whose API key did, is named to that person alone
 * (decisions §12), which is all that the guards ask for them.
 */
export const factsSeenBy = (
  userId: string,
  { uploaderId, submitterId, keyMakerId, approverId, ...facts }: FactsWire,
): FactsWire => ({
  ...facts,
  ...(uploaderId === userId ? { uploaderId } : {}),
  ...(submitterId === userId ? { submitterId } : {}),
  ...(keyMakerId === userId ? { keyMakerId } : {}),
  ...(approverId === userId ? { approverId } : {}),
})

/** The facts that submissions of different providers can share: without their own names and without people. */
export const sharedLifecycleFacts = z.omit(lifecycleFacts, {
  submissionId: true,
  instId: true,
  regulatorCode: true,
  pauseReason: true,
  changesAt: true,
})
export type SharedFactsWire = z.output<typeof sharedLifecycleFacts>

/**
 * The facts without what names a submission, a provider or a person. People are numbered: a guard may compare who did two things.
 * Submissions with the same result get the same answer from every guard that is not a permission.
 */
export const sharedFactsOf = ({
  submissionId: _submission,
  instId: _institution,
  regulatorCode: _regulator,
  pauseReason: _reason,
  changesAt: _change,
  ...facts
}: FactsWire): SharedFactsWire => {
  const { uploaderId, submitterId, keyMakerId, approverId, ...rest } = facts
  const roles = { uploaderId, submitterId, keyMakerId, approverId }
  const people = [...new Set(Object.values(roles).filter(id => id !== undefined))]
  const numbered = Object.entries(roles).flatMap(([role, id]) =>
    id === undefined ? [] : [[role, `person ${people.indexOf(id) + 1}`]],
  )
  return { ...rest, ...Object.fromEntries(numbered) }
}

/** Whether the facts name this person. They then differ from the facts that everybody else reads. */
export const isNamedIn = (
  userId: string,
  {
    uploaderId,
    submitterId,
    keyMakerId,
    approverId,
  }: Pick<FactsWire, 'uploaderId' | 'submitterId' | 'keyMakerId' | 'approverId'>,
): boolean => [uploaderId, submitterId, keyMakerId, approverId].includes(userId)

/**
 * The facts of one submission after news about another of the same provider, collection and mode: what is of the
 * submission itself stays, what all of them share is taken over.
 */
export const withSharedFacts = <
  F extends {
    submissionId: string
    uploaderId?: string | undefined
    submitterId?: string | undefined
    keyMakerId?: string | undefined
    approverId?: string | undefined
    isFormReturned?: boolean | undefined
    isLatest: boolean
    hasStoredFile: boolean
    blockers: unknown
    changesAt?: string | undefined
  },
>(
  own: F,
  other: F,
): F => ({
  ...other,
  submissionId: own.submissionId,
  uploaderId: own.uploaderId,
  submitterId: own.submitterId,
  keyMakerId: own.keyMakerId,
  approverId: own.approverId,
  isFormReturned: own.isFormReturned,
  isLatest: own.isLatest,
  hasStoredFile: own.hasStoredFile,
  blockers: own.blockers,
  // It says until when these blockers hold.
  changesAt: own.changesAt,
})
