import { createHash } from 'node:crypto'
import type { DeliveryContent, DeliverySchedule } from '../../src/domain/deliveryConfiguration.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { StatusName, SubmissionMode } from '../../src/domain/status.ts'
import type { CollectionStateEventType } from '../../src/machines/collection-state/index.ts'
import type { IssueUserEvent } from '../../src/machines/issue/index.ts'
import type { LifecycleEvent } from '../../src/machines/submission-lifecycle/index.ts'
import type { FaultKind } from '../../src/sample/index.ts'

/*
 * What a season consists of, as data: whoever carries a plan out decides how. The server of the demonstration does it by the functions
 * that people's calls use (`acts.ts`).
 */

/** A file of a provider: its content follows from this. */
export interface SeasonFile {
  instId: string
  collectionReference: string
  mode: SubmissionMode
  fileName: string
  students: number
  faults: FaultKind
  /** Every how many students one has a fault. */
  faultyEvery?: number
  seed: number
  country?: 'E' | 'W' | 'S' | 'N'
  /** Provider to which all research students transfer at the end of the year. */
  researchersMoveTo?: string
}

/** What people do, one act at a time. */
export type Act =
  | { type: 'upload'; file: SeasonFile; by: UserPrincipal }
  /** Left out where the submission has another status: somebody else has acted. */
  | { type: 'decide'; file: SeasonFile; from: StatusName; event: LifecycleEvent; note?: string }
  /** The provider returns the signed form; the file is awaiting sign-off. */
  | { type: 'returnForm'; file: SeasonFile; by: UserPrincipal }
  | { type: 'nilReturn'; instId: string; collectionReference: string; by: UserPrincipal }
  /** The provider of the file agrees to the research students that another one sends it. */
  | { type: 'agree'; file: SeasonFile; senderId: string; by: UserPrincipal }
  /** Explains the rules that are outside tolerance, so that each gets an issue. */
  | { type: 'explain'; file: SeasonFile; text: string; by: UserPrincipal }
  /** An event of one of the provider's issues, by its place in the order of their codes. */
  | { type: 'issue'; file: SeasonFile; nth: number; event: IssueUserEvent; text: string }
  /** A note about the first rule outside tolerance. */
  | { type: 'note'; file: SeasonFile; text: string; by: UserPrincipal }
  /**
   * The collection gets another specification with a wider tolerance of a rule, of the content that it has, or that another
   * collection has.
   */
  | {
      type: 'specification'
      collectionReference: string
      contentOf?: string
      version: string
      ruleCode: string
      by: UserPrincipal
    }
  | { type: 'reprocess'; collectionReference: string; files: readonly SeasonFile[]; by: UserPrincipal }
  | {
      type: 'deliver'
      name: string
      customerId: string
      collectionReference: string
      schedule: DeliverySchedule
      content: Pick<DeliveryContent, 'countries' | 'standing' | 'format'>
      /** A number for each delivery of the same configuration. */
      nth: number
      by: UserPrincipal
    }
  /** The agency reminds those of the providers that may be reminded. */
  | { type: 'remind'; collectionReference: string; instIds: readonly string[]; by: UserPrincipal }
  | { type: 'collection'; collectionReference: string; change: CollectionStateEventType; by: UserPrincipal }
  /** The agency schedules the opening of the collection so many days later. */
  | { type: 'planOpening'; collectionReference: string; inDays: number; by: UserPrincipal }
  | { type: 'readNotices'; by: readonly UserPrincipal[] }
  /** The system does what the time asks for, as it does every minute. */
  | { type: 'look' }

/** What happens at one time. Acts of one provider follow each other; those of different providers happen at once. */
export interface Step {
  at: Date
  acts: readonly Act[]
}

/** The id of something that a plan names, the same at every start: an interrupted season goes on where it was. */
export const idOf = (name: string): string => {
  const hex = createHash('sha256').update(`bedel demonstration ${name}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** The id of the submission that brings a file. */
export const submissionIdOf = ({
  collectionReference,
  instId,
  fileName,
}: Pick<SeasonFile, 'collectionReference' | 'instId' | 'fileName'>): string =>
  idOf(`${collectionReference} ${instId} ${fileName}`)

/** The provider that an act is about; undefined of acts about a whole collection. */
export const providerOf = (act: Act): string | undefined => {
  if ('file' in act) return act.file.instId
  return act.type === 'nilReturn' ? act.instId : undefined
}

/** How many files a plan uploads. */
export const uploadsIn = (steps: readonly Step[]): number =>
  steps.flatMap(({ acts }) => acts).filter(({ type }) => type === 'upload').length
