import type { CollectionStateName } from '../../domain/collection.ts'
import type { CommitBlockers } from '../../domain/commitStatus.ts'
import type { StatusName, SubmissionMode } from '../../domain/status.ts'

/**
 * What the guards read besides the state. The server gathers it from its rows in the transaction that decides; the
 * browser gets the same facts with the submission.
 */
export interface Facts {
  submissionId: string
  /** Institution that the submission belongs to. */
  instId: string
  /** 'live', or 'ovt' for the online validation tool. */
  mode: SubmissionMode
  /** Who uploaded the file, and who submitted it for approval; undefined where nobody did, or it is not for the viewer. */
  uploaderId: string | undefined
  submitterId: string | undefined
  /** Who made the API key by which the file was uploaded, and answers for it; undefined likewise, and where a person uploaded. */
  keyMakerId: string | undefined
  /** Who gave the last approval of this submission; undefined where nobody did, or it is not for the viewer. */
  approverId?: string | undefined
  /** The collection's setting: nobody of the agency gives two approvals of one submission (decisions §15). */
  approversDiffer?: boolean | undefined
  /** Whether the provider has returned a signed form that was not refused. */
  isFormReturned?: boolean | undefined
  isLatest: boolean
  hasStoredFile: boolean
  collectionState: CollectionStateName
  allowSubmissions: boolean
  /** Why they are paused; undefined if they are not, or nobody said why. */
  pauseReason?: string | undefined
  /** Whether the provider takes part at all (specification 1 §1 "onboarded"). */
  onboarded: boolean
  /** Status of the provider's latest submission in the collection, of any id; undefined when there is none. */
  latestStatus: StatusName | undefined
  /** Whether any submission of the provider in this collection and mode is in the middle of an upload. */
  uploadUnderWay: boolean
  riskCode: string
  countryCode: string
  /** Organisation code of the provider's primary regulator. */
  regulatorCode: string
  blockers: CommitBlockers
  /** When one of these changes by time alone, of ISO 8601: the guards do not read it. Absent where none does. */
  changesAt?: string | undefined
}
